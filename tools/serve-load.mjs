// Many clients at one `oware serve`: whether all are answered, how long short questions take meanwhile, and how much memory the server takes.
//
//     node tools/serve-load.mjs URL [CLIENTS] [SECONDS] [PID]
//
// CLIENTS (50) analyse positions of their own for SECONDS (10) of an engine's time each, all at once. Meanwhile, one after another, a game is asked about, a table,
// and the move of a beginner. The server must be on this machine. PID is the server's, to read its memory where the system tells it.

import { readFileSync } from 'node:fs';

const [url, clients = '50', seconds = '10', pid] = process.argv.slice(2);
if (!url) {
    console.error('usage: node tools/serve-load.mjs URL [CLIENTS] [SECONDS] [PID]');
    process.exit(2);
}
if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)) {
    console.error(`${url}: only a server on this machine is put under load`);
    process.exit(2);
}
const rules = ['abapa', 'abapa-play-on', 'wari', 'warri', 'kalah', 'kalah-strict'];
const ask = (path) => new URL(path, url);
const quantile = (times, share) => times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1];
const ms = (time) => `${time.toFixed(0)} ms`;

/** Megabytes that the server holds, now and at the most, as Linux tells it. */
function memory() {
    if (!pid) return null;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return ['VmRSS', 'VmHWM', 'RssAnon'].map((name) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))[1]) / 1024);
}

/** One client: its first word, its last, and how deep the answer is. */
async function analyse(number) {
    const moves = 'ABCDEF'[number % 6] + 'abcdef'[(number / 6 | 0) % 6];
    const begin = performance.now();
    const response = await fetch(ask(`/api/analyze?rules=${rules[number % rules.length]}&moves=${moves}&time_ms=${1000 * seconds}`));
    if (!response.ok) return { failure: await response.text() };
    const decoder = new TextDecoder();
    let [text, first] = ['', null];
    for await (const chunk of response.body) {
        text += decoder.decode(chunk, { stream: true });
        if (first === null && text.includes('event: progress')) first = performance.now() - begin;
    }
    const last = text.match(/event: (done|failure)\ndata: (.*)\n/);
    if (last?.[1] !== 'done') return { failure: last?.[2] ?? 'the stream ended without an answer' };
    return { first: first ?? performance.now() - begin, time: performance.now() - begin, depth: JSON.parse(last[2]).depth };
}

/** Short questions until the clients are done: how long each took. */
async function shortQuestions(done) {
    const times = { game: [], probe: [], move: [], page: [] };
    const paths = {
        game: '/api/game?moves=FfBeDa',
        probe: '/api/probe?position=1-1-0-1-0-2-1-0-0-0-0-0-20-22-S',
        move: '/api/move?level=3&moves=FfBe',
        page: '/',
    };
    for (let finished = false; !finished;) {
        for (const [name, path] of Object.entries(paths)) {
            const begin = performance.now();
            const response = await fetch(ask(path));
            await response.text();
            if (!response.ok) throw new Error(`${path}: ${response.status}`);
            times[name].push(performance.now() - begin);
        }
        finished = await Promise.race([done.then(() => true), new Promise((go) => setTimeout(go, 200, false))]);
    }
    return times;
}

const before = memory();
const all = Promise.all(Array.from({ length: Number(clients) }, (_, number) => analyse(number)));
const [answers, times] = await Promise.all([all, shortQuestions(all)]);
const failures = answers.filter((answer) => answer.failure);
const good = answers.filter((answer) => !answer.failure);
console.log(`clients       ${answers.length}, ${seconds} s each; ${failures.length} without an answer`);
failures.slice(0, 3).forEach((answer) => console.log(`              ${answer.failure}`));
console.log(`first word    ${ms(quantile(good.map((answer) => answer.first), 0.5))} in the median, ${ms(Math.max(...good.map((answer) => answer.first)))} at the most`);
console.log(`answer        ${(Math.max(...good.map((answer) => answer.time)) / 1000).toFixed(1)} s at the most, depth ${Math.min(...good.map((answer) => answer.depth))} at the least`);
for (const [name, of] of Object.entries(times)) {
    console.log(`${name.padEnd(13)} ${of.length} asked meanwhile: ${ms(quantile(of, 0.5))} in the median, ${ms(quantile(of, 0.99))} in 99 of 100, ${ms(Math.max(...of))} at the most`);
}
if (pid) {
    const [now, most, own] = memory();
    console.log(`memory        ${before[0].toFixed(0)} MB before, ${now.toFixed(0)} after (${own.toFixed(0)} without mapped files), ${most.toFixed(0)} at the most`);
}
process.exit(failures.length > 0 ? 1 : 0);
