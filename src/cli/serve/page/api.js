// What the page asks the server. All rules are there; this side knows none.

/** The server's refusal, in its words, or that it cannot be reached. */
export class Refusal extends Error {
    constructor(text, isLost = false) {
        super(text);
        this.isLost = isLost;
    }
}

const LOST = 'The server does not answer. Is `oware serve` still running? Your game is kept here.';

function address(path, parameters = {}) {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
    return `/api/${path}?${new URLSearchParams(given)}`;
}

async function answer(path, parameters, options) {
    let response;
    try {
        response = await fetch(address(path, parameters), options);
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        throw new Refusal(LOST, true);
    }
    if (response.ok) return response;
    const told = await response.json().catch(() => ({}));
    throw new Refusal(told.error ?? `The server answers with an error (${response.status}).`);
}

/** The object that the server answers with. */
export async function ask(path, parameters, options) {
    return (await answer(path, parameters, options)).json();
}

/** The text that the server answers with. */
export async function askText(path, parameters, options) {
    return (await answer(path, parameters, options)).text();
}

/**
 * Follows an answer that grows: `hear(name, data)` gets each word, the last of which is `done` or `failure`. Returns how to stop it, which withdraws the question.
 * EventSource would ask again when the connection breaks; an engine that is asked twice has twice the work, so this reads the stream itself.
 */
export function follow(path, parameters, hear) {
    const abort = new AbortController();
    (async () => {
        const response = await answer(path, parameters, { signal: abort.signal });
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        let isDone = false;
        for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            text += value;
            const blocks = text.split('\n\n');
            text = blocks.pop();
            for (const block of blocks) {
                const name = block.match(/^event: ?(.*)$/m)?.[1];
                const data = block.match(/^data: ?(.*)$/m)?.[1];
                if (!name || data === undefined) continue;
                isDone = name === 'done' || name === 'failure';
                hear(name, JSON.parse(data));
            }
        }
        if (!isDone) throw new Refusal(LOST, true);
    })().catch((error) => {
        if (error.name !== 'AbortError') hear('failure', { error: error instanceof Refusal ? error.message : LOST });
    });
    return () => abort.abort();
}
