// The game: where it began, which moves were played, which were taken back, and what the server says of it.

import { ask } from './api.js';

export const START = '4-4-4-4-4-4-4-4-4-4-4-4-0-0-S';

export class Game {
    rules = 'abapa';
    repetition = 'split';
    start = START;
    /** Letters of the moves that were played, and of those after them that can be played again, the next one first. */
    moves = [];
    undone = [];
    /** What /api/game says of the moves that were played. */
    told = null;

    /** The question for the server: the game as it stands. */
    get question() {
        return { rules: this.rules, repetition: this.repetition, position: this.start, moves: this.moves.join('') };
    }

    get isOver() {
        return this.told?.over != null;
    }

    get mover() {
        return this.told?.to_move;
    }

    /** Takes another game, or another place in this one, if the server accepts it; else, or if it is told to stop before that, throws and stays as it was. */
    async become({ rules = this.rules, repetition = this.repetition, position = START, moves = '', undone = [] }, signal) {
        const told = await ask('game', { rules, repetition, position, moves }, { signal });
        Object.assign(this, { rules: told.rules, repetition: told.repetition, start: told.start, moves: told.moves, undone, told });
    }

    /** Plays a letter. Moves that were taken back are forgotten unless this is the next of them. */
    async play(letter, signal) {
        const [next, ...rest] = this.undone;
        const undone = next === letter ? rest : [];
        await this.become({ position: this.start, moves: this.moves.join('') + letter, undone }, signal);
    }

    /** Goes to where so many moves of all were played; the others can be played again. */
    async goTo(ply, signal) {
        const all = [...this.moves, ...this.undone];
        await this.become({ position: this.start, moves: all.slice(0, ply).join(''), undone: all.slice(ply) }, signal);
    }

    /** The last place before the present at which one of `sides` had a choice; null if there is none. */
    lastChoice(sides) {
        const plies = this.told.plies;
        for (let ply = plies.length - 1; ply >= 0; ply -= 1) {
            if (sides.includes(plies[ply].player) && plies[ply].move !== '-') return ply;
        }
        return null;
    }
}

/** The pits, stores and side to move of a position text. */
export function holes(text) {
    const fields = text.split('-');
    return { seeds: fields.slice(0, 14).map(Number), turn: fields[14] };
}

const LETTERS = 'ABCDEFabcdef';

/** The name of a pit, 0 to 11. */
export const letterOf = (pit) => LETTERS[pit];

/** The pit of a move's letter; -1 of a pass. */
export const pitOf = (letter) => LETTERS.indexOf(letter);

/** `+3` or `~+2.8`: a value, and whether it is proven. */
export function value(score, exact) {
    const number = exact ? score : Math.round(score * 10) / 10;
    const text = `${number > 0 ? '+' : number < 0 ? '−' : ''}${Math.abs(number).toFixed(exact ? 0 : 1)}`;
    return exact ? `=${text}` : `~${text}`;
}

/** What a value means: `South wins by 3` or `South ahead by about 2.8`. `mover` sees it. */
export function meaning(score, exact, mover) {
    const other = mover === 'South' ? 'North' : 'South';
    if (exact && score === 0) return 'exact: a draw with best play';
    if (exact) return `exact: ${score > 0 ? mover : other} wins by ${Math.abs(score)} with best play`;
    if (Math.abs(score) < 0.05) return 'estimate: even';
    return `estimate: ${score > 0 ? mover : other} ahead by about ${Math.abs(score).toFixed(1)}`;
}
