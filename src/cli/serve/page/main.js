// The page: a game between the people at it and the engine of the server.

import { Analysis } from './analysis.js';
import { ask, askText, Refusal } from './api.js';
import { Board } from './board.js';
import { Game, letterOf, meaning, pitOf, START } from './game.js';
import { fragment, read } from './link.js';
import { Course } from './review.js';
import { Setup } from './setup.js';

/** What the engine may think about a move, a hint, an analysis, and each position of a review, in milliseconds. */
const TIMES = { move: 1000, hint: 1500, analysis: 30000, review: 200 };
/** Before the engine plays, and before a pass that is forced. */
const PAUSE = 350;

const $ = (selector) => document.querySelector(selector);
const terms = $('#terms').elements;
const game = new Game();
const board = new Board($('#board'), choose);
const analysis = new Analysis(board, $('#analysis'), complain);
const course = new Course($('#course'), (ply) => attempt((signal) => game.goTo(ply, signal)), complain);
const setup = new Setup($('#setup'), (position) => begin({ position }));
/** What the server can do. */
let service = null;
/** Withdraws what the engine was asked about the move to come. */
let pending = new AbortController();

const sides = () => ({ South: ['South'], North: ['North'], both: ['South', 'North'], none: [] })[terms.side.value];
const isPersons = () => sides().includes(game.mover);

function complain(text) {
    $('#notice').textContent = text;
}

/** Says something to who hears the page rather than sees it. */
function speak(text) {
    $('#spoken').textContent = text;
}

/** Does something that changes the game, and shows it. What the server refuses changes nothing and is told. */
async function attempt(change, { animated = false } = {}) {
    const before = game.moves.length;
    withdraw();
    const { signal } = pending;
    try {
        await change(signal);
    } catch (error) {
        if (error.name === 'AbortError') return;
        complain(error.message);
        if (!(error instanceof Refusal)) throw error;
        if (error.isLost) offerRetry();
        else if (game.told) show();
        return;
    }
    if (signal.aborted) return;
    complain('');
    keepLink();
    const ply = game.told.plies.at(-1);
    if (animated && game.moves.length === before + 1) {
        speak(ply.words);
        setStatus(ply.words);
        if (!await board.animate(ply)) return;
    }
    show();
    await goOn();
}

function withdraw() {
    pending.abort();
    pending = new AbortController();
    analysis.stop();
    $('#answer').hidden = true;
    board.point(null);
}

function offerRetry() {
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = 'Try again';
    retry.addEventListener('click', () => (service ? attempt((of) => game.goTo(game.moves.length, of)) : start()));
    $('#notice').append(' ', retry);
}

function setStatus(text) {
    $('#status').textContent = text;
}

/** Shows the game as it stands. */
function show() {
    const { told } = game;
    const legal = new Set(isPersons() ? told.legal.map((row) => row.pit).filter((pit) => pit !== null) : []);
    const last = told.plies.at(-1) ?? null;
    board.show(told.final ?? told.position, { legal, last, mover: told.over ? null : told.to_move });
    board.weigh(new Map());
    const turn = isPersons() ? `${told.to_move} to move` : `${told.to_move} (the engine) thinks…`;
    setStatus(told.over ? told.result : `${last ? `${last.words} ` : ''}${turn}.`);
    course.show(game);
    $('#undo').disabled = game.moves.length === 0;
    $('#redo').disabled = game.undone.length === 0;
    $('#hint').disabled = told.over !== null || !isPersons();
    $('#review').disabled = game.moves.length === 0;
    terms.rules.value = game.rules;
    terms.repetition.value = game.repetition;
    $('#repetition').hidden = !(service?.rules.find((rules) => rules.name === game.rules)?.can_repeat ?? true);
    $('#position').value = told.position;
    analysis.follow(game, Math.min(TIMES.analysis, service.most_time_ms));
}

/** What follows without a person: a move of the engine, or a pass that is the only move. */
async function goOn() {
    if (game.isOver) return;
    const { signal } = pending;
    const wait = (time) => new Promise((go) => setTimeout(go, time));
    const isPass = game.told.legal.length === 1 && game.told.legal[0].pit === null;
    if (isPersons() && !isPass) return;
    await wait(PAUSE);
    if (signal.aborted) return;
    let letter = '-';
    if (!isPass) {
        try {
            const time = Math.min(TIMES.move, service.most_time_ms);
            letter = (await ask('move', { ...game.question, level: terms.level.value, time_ms: time }, { signal })).move;
        } catch (error) {
            if (error.name === 'AbortError') return;
            complain(error.message);
            offerRetry();
            return;
        }
    }
    if (!signal.aborted) await attempt((of) => game.play(letter, of), { animated: true });
}

/** A person clicks on a pit. */
function choose(pit) {
    const legal = game.told?.legal.find((row) => row.pit === pit);
    if (legal && isPersons()) {
        attempt((signal) => game.play(legal.move, signal), { animated: true });
        return;
    }
    const reason = game.told?.illegal.find((row) => row.pit === pit)?.reason;
    board.refuse(pit);
    complain(legal ? `It is the engine's turn; ${letterOf(pit)} is one of its pits.` : reason ? `${reason}.` : '');
}

/** Begins another game. */
function begin({ position = START, rules = terms.rules.value, repetition = terms.repetition.value, moves = '' }) {
    return attempt(async (signal) => {
        await game.become({ rules, repetition, position, moves }, signal);
        history.pushState(null, '', fragment(game.question));
    });
}

/** The link holds the game at every time; a step back leaves the game for the one before. */
function keepLink() {
    history.replaceState(null, '', fragment(game.question));
}

function followLink() {
    const linked = read(location.hash);
    if (!linked || fragment(linked) === fragment(game.question)) return;
    attempt((signal) => game.become({ repetition: 'split', rules: 'abapa', ...linked }, signal));
}

function undo() {
    const ply = game.lastChoice(sides().length > 0 ? sides() : ['South', 'North']);
    if (ply !== null) attempt((signal) => game.goTo(ply, signal));
}

function redo() {
    const next = game.undone[0];
    if (next) attempt((signal) => game.play(next, signal), { animated: true });
}

async function hint() {
    const { signal } = pending;
    const answer = $('#answer');
    answer.hidden = false;
    answer.textContent = 'The engine looks for the best move…';
    try {
        const time = Math.min(TIMES.hint, service.most_time_ms);
        const best = await ask('move', { ...game.question, level: 10, time_ms: time }, { signal });
        if (signal.aborted || !best.move) return;
        const how = best.exact ? '' : best.depth > 0 ? `, depth ${best.depth}` : ', from the opening book';
        answer.textContent = `Hint: ${best.move} (${meaning(best.score, best.exact, game.mover)}${how}). Expected: ${best.pv.slice(0, 12).join(' ')}`;
        board.point(pitOf(best.move));
    } catch (error) {
        if (error.name === 'AbortError') return;
        answer.hidden = true;
        complain(error.message);
    }
}

function toggleAnalysis() {
    analysis.isOn = !analysis.isOn;
    $('#analyze').setAttribute('aria-pressed', String(analysis.isOn));
    analysis.follow(game, Math.min(TIMES.analysis, service.most_time_ms));
}

async function showRules() {
    const told = await ask('rules', { repetition: game.repetition });
    const { title, summary } = told.rules.find((rules) => rules.name === game.rules);
    $('#rules-title').textContent = title;
    $('#rules-text').replaceChildren(...summary.map((paragraph) => Object.assign(document.createElement('p'), { textContent: paragraph })));
    $('#rules').showModal();
}

async function readFile(text) {
    try {
        const { rules, repetition, position, moves } = await ask('ogn/read', { rules: game.rules, repetition: game.repetition }, { method: 'POST', body: text });
        await begin({ rules, repetition, position, moves });
    } catch (error) {
        complain(error.message);
    }
}

const names = () => Object.fromEntries(['South', 'North'].map((side) => [side.toLowerCase(), sides().includes(side) ? 'Player' : `oware level ${terms.level.value}`]));
const gameText = () => askText('ogn/write', { ...game.question, ...names() });

async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        speak(`${what} copied.`);
        complain(`${what} copied.`);
    } catch {
        // Without the right to the clipboard the text is shown to be copied by hand.
        $('#file').value = text;
        $('#file').select();
        complain(`The browser does not let the page copy; the ${what.toLowerCase()} stands in the field for game files.`);
    }
}

async function saveFile() {
    const url = URL.createObjectURL(new Blob([await gameText()], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: 'game.ogn' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const actions = {
    undo, redo, hint, analyze: toggleAnalysis,
    review: () => course.review(game, TIMES.review),
    'show-setup': () => setup.open(game.told.position, { rules: game.rules, repetition: game.repetition }),
    'show-rules': showRules,
    'show-help': () => $('#help').showModal(),
    'copy-position': () => copy(game.told.position, 'Position'),
    'copy-link': () => copy(location.href, 'Link'),
    'copy-file': async () => {
        $('#file').value = await gameText();
        await copy($('#file').value, 'Game');
    },
    'save-file': saveFile,
    'read-file': () => readFile($('#file').value),
};
/** Whatever fails for want of the server says so. */
const perform = (name) => Promise.resolve(actions[name]()).catch((error) => complain(error.message));
for (const name of Object.keys(actions)) $(`#${name}`).addEventListener('click', () => perform(name));

$('#terms').addEventListener('submit', (event) => {
    event.preventDefault();
    begin({});
});
for (const name of ['rules', 'repetition']) terms[name].addEventListener('change', () => begin({}));
// The game goes on; only who plays it changes.
for (const name of ['side', 'level']) terms[name].addEventListener('change', () => attempt((signal) => game.goTo(game.moves.length, signal)));
$('#position').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') begin({ position: event.target.value.trim() });
});
$('#open-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (file) await readFile(await file.arrayBuffer());
    event.target.value = '';
});
$('#file').addEventListener('dragover', (event) => event.preventDefault());
$('#file').addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    await readFile(await file.arrayBuffer());
});
$('[data-skip]').addEventListener('click', (event) => {
    // The fragment is the game's.
    event.preventDefault();
    $('#board').focus();
});

const KEYS = { u: 'undo', y: 'redo', h: 'hint', z: 'analyze', v: 'review', '?': 'show-help' };
document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, dialog');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !game.told) return;
    const key = event.key.toLowerCase();
    if (/^[a-f]$/.test(key)) choose('abcdef'.indexOf(key) + (game.mover === 'North' ? 6 : 0));
    else if (KEYS[key] && !$(`#${KEYS[key]}`).disabled) perform(KEYS[key]);
    else return;
    event.preventDefault();
});
addEventListener('hashchange', followLink);
addEventListener('popstate', followLink);

async function start() {
    try {
        service = await ask('rules');
    } catch (error) {
        complain(error.message);
        offerRetry();
        return;
    }
    terms.rules.replaceChildren(...service.rules.map(({ name, title }) => new Option(title, name)));
    const [least, most] = service.levels;
    terms.level.replaceChildren(...Array.from({ length: most - least + 1 }, (_, i) => new Option(least + i, least + i)));
    terms.level.value = 5;
    const linked = read(location.hash);
    // A link is somebody's position: whoever opens it looks at it first.
    if (linked) terms.side.value = 'both';
    await attempt((signal) => game.become(linked ?? {}, signal));
    // What is wrong with the link has been told; a game can be played all the same.
    if (!game.told) await game.become({}).then(show, (error) => complain(error.message));
}

start();
