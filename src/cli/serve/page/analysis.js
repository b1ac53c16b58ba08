// What each move is worth, while the engine deepens: bars above the pits, and the lines that it expects.

import { follow } from './api.js';
import { meaning, pitOf, value } from './game.js';

/** Longest line that is shown. */
const MOVES = 14;

const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class Analysis {
    #stop = null;

    /** Shows in a board and in a section; `fail(text)` hears why there is none. */
    constructor(board, section, fail) {
        Object.assign(this, { board, section, fail, isOn: false });
        this.effort = section.querySelector('#effort');
        this.lines = section.querySelector('#lines');
    }

    /** Analyses where a game stands, if it is switched on. */
    follow(game, time) {
        this.stop();
        this.section.hidden = !this.isOn;
        if (!this.isOn || !game.told || game.isOver) {
            this.#clear();
            return;
        }
        this.#clear();
        this.effort.textContent = 'The engine begins…';
        const mover = game.mover;
        this.#stop = follow('analyze', { ...game.question, time_ms: time }, (name, data) => {
            if (name === 'queued') this.effort.textContent = `Waiting; ${data.ahead} asked before.`;
            else if (name === 'failure') this.fail(data.error);
            else this.#show(data, mover, name === 'done');
        });
    }

    stop() {
        this.#stop?.();
        this.#stop = null;
    }

    #clear() {
        this.board.weigh(new Map());
        this.lines.replaceChildren();
        this.effort.textContent = '';
    }

    #show({ moves, depth, nodes, time_ms: time, score, exact }, mover, isDone) {
        const scores = moves.map((of) => of.score);
        const [least, most] = [Math.min(...scores), Math.max(...scores)];
        const worths = new Map(moves.filter((of) => of.move !== '-').map((of) => [pitOf(of.move), {
            height: 0.18 + 0.82 * (most > least ? (of.score - least) / (most - least) : 1),
            text: value(of.score, of.exact),
            exact: of.exact,
            best: of.score === most,
        }]));
        this.board.weigh(worths);
        const items = moves.map((of) => {
            const item = document.createElement('li');
            const [move, worth, line] = ['b', 'span', 'span'].map((name) => item.appendChild(document.createElement(name)));
            move.textContent = of.move;
            worth.textContent = value(of.score, of.exact);
            worth.className = of.exact ? 'score exact' : 'score';
            line.textContent = of.pv.slice(1, MOVES).join(' ');
            line.className = 'line';
            return item;
        });
        this.lines.replaceChildren(...items);
        const speed = `depth ${depth}, ${nodes.toLocaleString('en')} positions, ${(time / 1000).toFixed(1)} s`;
        this.effort.textContent = `${capital(meaning(score, exact, mover))}. ${speed}${isDone ? '' : ' …'}`;
        this.section.dataset.done = isDone;
    }
}
