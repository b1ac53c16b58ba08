// The game as a link: all of it is in the fragment, which no browser sends anywhere.

const NAMES = ['rules', 'repetition', 'position', 'moves'];

/** The fragment for a game. */
export function fragment(question) {
    const given = NAMES.filter((name) => question[name]).map((name) => [name, question[name]]);
    return `#${new URLSearchParams(given)}`;
}

/** The game of a fragment; what it does not say is left out. Null if it says nothing. */
export function read(hash) {
    const parameters = new URLSearchParams(hash.replace(/^#/, ''));
    const question = Object.fromEntries(NAMES.filter((name) => parameters.has(name)).map((name) => [name, parameters.get(name)]));
    return Object.keys(question).length > 0 ? question : null;
}
