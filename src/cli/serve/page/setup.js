// Setting up a position: a number for each pit and store. Whether it can be played is the server's to say.

import { ask } from './api.js';
import { holes, letterOf } from './game.js';

const ORDER = [11, 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5, 13, 12];
const nameOf = (hole) => (hole === 12 ? "South's store" : hole === 13 ? "North's store" : letterOf(hole));

export class Setup {
    /** In a dialog; `play(position)` hears of a position that the server accepts. */
    constructor(dialog, play) {
        this.dialog = dialog;
        this.notice = dialog.querySelector('#setup-notice');
        this.inputs = [];
        const board = dialog.querySelector('#setup-board');
        for (const hole of ORDER) {
            const label = board.appendChild(document.createElement('label'));
            label.append(nameOf(hole));
            const input = label.appendChild(document.createElement('input'));
            Object.assign(input, { type: 'number', min: 0, max: 72, required: true, inputMode: 'numeric' });
            this.inputs[hole] = input;
        }
        dialog.querySelector('#setup-empty').addEventListener('click', () => this.inputs.forEach((input) => { input.value = 0; }));
        dialog.querySelector('#setup-form').addEventListener('submit', async (event) => {
            if (event.submitter?.value === 'cancel') return;
            event.preventDefault();
            try {
                const position = this.#text();
                await ask('game', { ...this.terms, position });
                dialog.close();
                play(position);
            } catch (error) {
                this.notice.textContent = error.message;
            }
        });
    }

    /** Opens at a position, for a game by these rules. */
    open(position, terms) {
        const { seeds, turn } = holes(position);
        this.terms = terms;
        this.notice.textContent = '';
        this.inputs.forEach((input, hole) => { input.value = seeds[hole]; });
        this.dialog.querySelector(`[name=turn][value=${turn}]`).checked = true;
        this.dialog.showModal();
    }

    #text() {
        const turn = this.dialog.querySelector('[name=turn]:checked').value;
        return [...this.inputs.map((input) => Number(input.value)), turn].join('-');
    }
}
