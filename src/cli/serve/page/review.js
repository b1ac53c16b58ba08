// The course of the game: its moves, and after a review what they were worth, as a graph to click on.

import { follow } from './api.js';

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, EDGE] = [360, 150, 14];

function shape(parent, name, attributes, text = '') {
    const child = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, of]) => child.setAttribute(key, of));
    child.textContent = text;
    parent.append(child);
    return child;
}

export class Course {
    #stop = null;
    /** The last review, and the letters of the game that it is about. */
    #review = null;
    #letters = '';

    /** Shows in a section; `go(ply)` hears of clicks, `fail(text)` why there is no review. */
    constructor(section, go, fail) {
        Object.assign(this, { go, fail });
        [this.graph, this.verdict, this.list] = ['#graph', '#verdict', '#moves'].map((name) => section.querySelector(name));
    }

    /** Reviews a game to the end of what was played. */
    review(game, time) {
        this.#stop?.();
        this.verdict.textContent = 'Reviewing…';
        this.#stop = follow('review', { ...game.question, time_ms: time }, (name, data) => {
            if (name === 'queued') this.verdict.textContent = `Waiting; ${data.ahead} asked before.`;
            else if (name === 'progress') this.verdict.textContent = `Reviewing: ${data.done} of ${data.of} moves, from the last back.`;
            else if (name === 'failure') {
                this.verdict.textContent = '';
                this.fail(data.error);
            } else {
                this.#review = data;
                this.#letters = data.plies.map((ply) => ply.move).join('');
                this.show(game);
            }
        });
    }

    /** Shows the moves of a game, and what is known of them. */
    show(game) {
        const all = [...game.moves, ...game.undone];
        const at = game.moves.length;
        // A review holds for the moves that the game still shares with it.
        let known = 0;
        while (known < this.#letters.length && this.#letters[known] === all[known]) known += 1;
        const isKnown = this.#review !== null && known > 0 && this.#review.plies[0].position === game.start;
        const plies = isKnown ? this.#review.plies.slice(0, known) : [];
        this.#showMoves(all, at, plies);
        this.#showGraph(plies, at);
        if (isKnown) this.verdict.textContent = known === this.#letters.length ? this.#summary() : '';
        else if (!this.verdict.textContent.startsWith('Review') && !this.verdict.textContent.startsWith('Waiting')) this.verdict.textContent = '';
    }

    #summary() {
        const { accuracy, exact_from: from } = this.#review.summary;
        const of = (side) => {
            const { share_kept: share, mean_loss: loss } = accuracy[side];
            return share === null ? `${side}: no choice` : `${side} kept the value in ${Math.round(100 * share)} % of moves, ${loss.toFixed(2)} seeds lost a move`;
        };
        const exact = from === null ? 'All values are estimates.' : from === 1 ? 'All values are exact.' : `Exact from move ${from} on.`;
        return `${of('South')}; ${of('North')}. ${exact}`;
    }

    #showMoves(all, at, plies) {
        const items = all.map((letter, i) => {
            const item = document.createElement('li');
            const button = item.appendChild(document.createElement('button'));
            const ply = plies[i];
            button.type = 'button';
            button.textContent = letter === '-' ? 'pass' : letter;
            if (ply && ply.class !== 'good') {
                button.classList.add(ply.class);
                const loss = `${ply.exact ? '' : '~'}${ply.exact ? ply.loss : ply.loss.toFixed(1)}`;
                button.title = `${ply.class}: loses ${loss}; better ${ply.pv.slice(0, 8).join(' ')}`;
                button.setAttribute('aria-label', `move ${i + 1}, ${letter}, ${button.title}`);
            }
            if (i + 1 === at) button.setAttribute('aria-current', 'step');
            button.addEventListener('click', () => this.go(i + 1));
            return item;
        });
        this.list.replaceChildren(...items);
        this.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }

    #showGraph(plies, at) {
        this.graph.replaceChildren();
        if (plies.length === 0) return;
        const worths = [...plies.map((ply) => [ply.value_before, ply.exact_before]), [plies.at(-1).value_after, plies.at(-1).exact_after]];
        const most = Math.max(2, ...worths.map(([worth]) => Math.abs(worth)));
        const x = (ply) => EDGE + ply * (WIDTH - 2 * EDGE) / Math.max(1, worths.length - 1);
        const y = (worth) => HEIGHT / 2 - worth / most * (HEIGHT / 2 - EDGE);
        const svg = document.createElementNS(SVG, 'svg');
        svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
        svg.setAttribute('role', 'img');
        svg.setAttribute('aria-label', `Value for South after each move, between ${Math.round(-most)} and ${Math.round(most)}; the moves below say the same`);
        shape(svg, 'line', { class: 'even', x1: 0, x2: WIDTH, y1: y(0), y2: y(0) });
        shape(svg, 'text', { x: 4, y: EDGE }, 'South');
        shape(svg, 'text', { x: 4, y: HEIGHT - 4 }, 'North');
        // Step by step, so that what is exact is drawn through and what is estimated in dashes.
        worths.slice(1).forEach(([worth, exact], i) => {
            const [before, wasExact] = worths[i];
            shape(svg, 'line', { class: exact && wasExact ? 'exact' : 'estimate', x1: x(i), y1: y(before), x2: x(i + 1), y2: y(worth) });
        });
        plies.forEach((ply, i) => {
            if (ply.class === 'good') return;
            const mark = shape(svg, 'circle', { class: ply.class, cx: x(i + 1), cy: y(ply.value_after), r: ply.class === 'blunder' ? 7 : 5 });
            shape(mark, 'title', {}, `${i + 1} ${ply.move}: ${ply.class}`);
        });
        shape(svg, 'line', { class: 'here', x1: x(Math.min(at, plies.length)), x2: x(Math.min(at, plies.length)), y1: 0, y2: HEIGHT });
        svg.addEventListener('click', (event) => {
            const box = svg.getBoundingClientRect();
            const place = (event.clientX - box.left) / box.width * WIDTH;
            const ply = Math.round((place - EDGE) / (WIDTH - 2 * EDGE) * (worths.length - 1));
            this.go(Math.max(0, Math.min(worths.length - 1, ply)));
        });
        this.graph.append(svg);
    }
}
