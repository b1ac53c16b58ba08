// The board: pits with their seeds, stores, and what a move does, one seed at a time.

import { holes, letterOf, pitOf } from './game.js';

const SVG = 'http://www.w3.org/2000/svg';
/** North's row is drawn from f to a, as South sees it. */
const ROWS = [[11, 10, 9, 8, 7, 6], [0, 1, 2, 3, 4, 5]];
/** Pixels of the tallest bar; style.css leaves room for it. */
const TALLEST = 34;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

function element(parent, name, attributes = {}, text = '') {
    const child = document.createElement(name);
    Object.entries(attributes).forEach(([key, of]) => child.setAttribute(key, of));
    child.textContent = text;
    parent.append(child);
    return child;
}

/** Seeds in a hollow of radius 50: a spiral that fills it evenly, each a little out of place, always the same way. */
function drawSeeds(svg, count, spread) {
    const shown = Math.min(count, 60);
    while (svg.childElementCount > shown) svg.lastElementChild.remove();
    while (svg.childElementCount < shown) svg.append(document.createElementNS(SVG, 'circle'));
    const step = Math.min(17, 38 / Math.sqrt(Math.max(shown, 1)));
    const radius = Math.min(11, step * 0.75);
    [...svg.children].forEach((seed, i) => {
        const [distance, angle] = [step * Math.sqrt(i + 0.3), i * GOLDEN + spread];
        const jitter = Math.sin(i * 12.9898 + spread * 78.233) * step * 0.18;
        seed.setAttribute('cx', ((distance + jitter) * Math.cos(angle)).toFixed(1));
        seed.setAttribute('cy', ((distance - jitter) * Math.sin(angle)).toFixed(1));
        seed.setAttribute('r', radius.toFixed(1));
    });
}

export class Board {
    #cells = [];
    #seeds = new Array(14).fill(0);
    #run = 0;

    /** A board in an element; `choose(pit)` hears of clicks. */
    constructor(root, choose) {
        this.root = root;
        root.replaceChildren();
        this.#store(root, 13, 'North');
        const rows = element(root, 'div', { class: 'rows' });
        for (const row of ROWS) {
            const line = element(rows, 'div', { class: row[0] === 11 ? 'row north' : 'row south', role: 'group', 'aria-label': row[0] === 11 ? 'North' : 'South' });
            for (const pit of row) this.#pit(line, pit, choose);
        }
        this.#store(root, 12, 'South');
        root.addEventListener('keydown', (event) => this.#walk(event));
    }

    #hollow(parent, hole) {
        const svg = document.createElementNS(SVG, 'svg');
        svg.setAttribute('viewBox', '-50 -50 100 100');
        svg.setAttribute('aria-hidden', 'true');
        svg.classList.add('seeds');
        parent.append(svg);
        return { svg, spread: hole * 1.7 };
    }

    #pit(line, pit, choose) {
        const cell = element(line, 'div', { class: 'cell' });
        const worth = element(cell, 'div', { class: 'worth', 'aria-hidden': 'true' });
        const bar = element(worth, 'div', { class: 'bar' });
        const label = element(worth, 'span');
        const button = element(cell, 'button', { type: 'button', class: 'pit', 'data-pit': pit });
        const hollow = this.#hollow(button, pit);
        const count = element(button, 'span', { class: 'count', 'aria-hidden': 'true' });
        element(cell, 'span', { class: 'letter', 'aria-hidden': 'true' }, letterOf(pit));
        button.addEventListener('click', () => choose(pit));
        this.#cells[pit] = { cell, button, count, worth, bar, label, ...hollow };
    }

    #store(parent, hole, side) {
        const store = element(parent, 'div', { class: `store ${side.toLowerCase()}`, role: 'img' });
        const name = element(store, 'span', { class: 'name', 'aria-hidden': 'true' }, side);
        const hollow = this.#hollow(store, hole);
        const count = element(store, 'span', { class: 'count', 'aria-hidden': 'true' });
        this.#cells[hole] = { cell: store, button: store, count, name, ...hollow };
    }

    /** Arrow keys go from pit to pit. */
    #walk(event) {
        const at = event.target.dataset?.pit;
        if (at === undefined) return;
        const row = ROWS.findIndex((pits) => pits.includes(Number(at)));
        const column = ROWS[row].indexOf(Number(at));
        const to = {
            ArrowLeft: [row, (column + 5) % 6], ArrowRight: [row, (column + 1) % 6],
            ArrowUp: [0, column], ArrowDown: [1, column], Home: [row, 0], End: [row, 5],
        }[event.key];
        if (!to) return;
        event.preventDefault();
        this.#cells[ROWS[to[0]][to[1]]].button.focus();
    }

    #put(hole, seeds) {
        const { svg, spread, count, button } = this.#cells[hole];
        this.#seeds[hole] = seeds;
        drawSeeds(svg, seeds, spread);
        count.textContent = seeds;
        if (hole >= 12) button.setAttribute('aria-label', `${hole === 12 ? 'South' : 'North'}'s store: ${seeds}`);
    }

    /** Shows a position; `legal` are the pits that can be played, `last` the ply that led here. */
    show(position, { legal = new Set(), last = null, mover = null } = {}) {
        this.#run += 1;
        const { seeds } = holes(position);
        seeds.forEach((count, hole) => this.#put(hole, count));
        const taken = new Set(last?.taken.map(([hole]) => hole) ?? []);
        const origin = last ? pitOf(last.move) : -1;
        this.#cells.forEach(({ cell, button }, hole) => {
            cell.classList.toggle('taken', taken.has(hole));
            cell.classList.toggle('origin', hole === origin);
            cell.classList.remove('falling');
            if (hole >= 12) return;
            const can = legal.has(hole);
            cell.classList.toggle('legal', can);
            button.setAttribute('aria-disabled', String(!can));
            const state = can ? ', playable' : '';
            button.setAttribute('aria-label', `${letterOf(hole)}, ${seeds[hole]} ${seeds[hole] === 1 ? 'seed' : 'seeds'}${state}`);
        });
        this.root.dataset.mover = mover ?? '';
    }

    /** Shows what a ply does, seed by seed. Ends early, with false, if something else is shown meanwhile. */
    async animate(ply) {
        if (matchMedia('(prefers-reduced-motion: reduce)').matches || ply.move === '-') return true;
        this.show(ply.before);
        const run = this.#run;
        const pause = async (time) => {
            await new Promise((go) => setTimeout(go, time));
            return run === this.#run;
        };
        const origin = pitOf(ply.move);
        this.#cells[origin].cell.classList.add('origin');
        this.#put(origin, 0);
        const beat = Math.max(45, Math.min(170, 1800 / ply.sown.length));
        for (const hole of ply.sown) {
            if (!await pause(beat)) return false;
            this.#put(hole, this.#seeds[hole] + 1);
            const { cell } = this.#cells[hole];
            cell.classList.remove('falling');
            // Reading the layout lets the same animation begin again.
            void cell.offsetWidth;
            cell.classList.add('falling');
        }
        const store = ply.player === 'South' ? 12 : 13;
        for (const [hole, seeds] of ply.taken) {
            this.#cells[hole].cell.classList.add('taken');
            if (!await pause(260)) return false;
            this.#put(hole, 0);
            this.#put(store, this.#seeds[store] + seeds);
        }
        return pause(ply.taken.length > 0 ? 260 : 60);
    }

    /** Marks a pit that was hinted at, or none. */
    point(pit) {
        this.#cells.forEach(({ cell }, hole) => cell.classList.toggle('hinted', hole === pit));
    }

    /** Says no to a click. */
    refuse(pit) {
        const { cell } = this.#cells[pit];
        cell.classList.remove('refused');
        void cell.offsetWidth;
        cell.classList.add('refused');
    }

    /** Shows what moves are worth above their pits: `worths` by pit are a height from 0 to 1, a text, whether it is exact and whether it is the best. */
    weigh(worths) {
        this.#cells.slice(0, 12).forEach(({ worth, bar, label }, pit) => {
            const of = worths.get(pit);
            worth.classList.toggle('known', of !== undefined);
            worth.classList.toggle('exact', of?.exact ?? false);
            worth.classList.toggle('best', of?.best ?? false);
            bar.style.height = `${Math.round(TALLEST * (of?.height ?? 0))}px`;
            label.textContent = of?.text ?? '';
        });
    }
}
