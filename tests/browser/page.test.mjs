// The page of `oware serve` in a browser: $OWARE is the program, $CHROMIUM the browser (else what is found on PATH).

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

/** Longest that anything on the page may take. */
const PATIENCE = 60_000;
const found = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).stdout.toString().trim();
const executablePath = process.env.CHROMIUM || ['chromium', 'chromium-browser', 'google-chrome'].map(found).find(Boolean);

let [server, browser, url] = [];

before(async () => {
    server = spawn(process.env.OWARE ?? 'oware', ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    url = await new Promise((resolve, reject) => {
        server.stdout.on('data', (data) => resolve(String(data).match(/http:\S+/)[0]));
        server.on('exit', () => reject(new Error('the server ended')));
    });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

after(async () => {
    await browser?.close();
    server?.kill();
});

/** Opens the page at a fragment, in a browser of its own; whatever the page says on its console as an error fails the test. */
async function open(t, fragment = '', options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && !message.text().includes('400') && errors.push(message.text()));
    page.on('request', (request) => request.url().startsWith(url) || request.url().startsWith('blob:') || errors.push(`asks ${request.url()}`));
    t.after(async () => {
        await context.close();
        assert.deepEqual(errors, []);
    });
    await page.goto(url + fragment);
    await page.waitForFunction(() => document.querySelector('#status').textContent !== '');
    return page;
}

const text = (page, selector) => page.locator(selector).textContent();
const seeds = (page) => page.locator('.pit').evaluateAll((pits) => pits.sort((a, b) => a.dataset.pit - b.dataset.pit).map((pit) => Number(pit.querySelector('.count').textContent)));
const pit = (page, letter) => page.locator(`[data-pit="${'ABCDEFabcdef'.indexOf(letter)}"]`);
/** Clicks where the browser tests' own tool would wait for a pit that can be played. */
const insist = (page, letter) => pit(page, letter).click({ force: true });
const moves = (page) => page.locator('#moves button').allTextContents();
const says = (page, selector, words) => page.waitForFunction(([at, part]) => document.querySelector(at).textContent.includes(part), [selector, words]);

test('a whole game against the engine', async (t) => {
    const page = await open(t);
    await page.selectOption('[name=level]', '1');
    let played = 0;
    for (; played < 200 && !(await text(page, '#status')).startsWith('The game is over'); played += 1) {
        const before = (await moves(page)).length;
        await page.locator('.row.south .cell.legal .pit').last().click();
        await page.waitForFunction((count) => {
            const isOver = document.querySelector('#status').textContent.startsWith('The game is over');
            return isOver || document.querySelectorAll('#moves button').length > count && document.querySelector('.row.south .cell.legal');
        }, before);
    }
    assert.match(await text(page, '#status'), /^The game is over \((majority|repetition|no-move|cannot-feed)\): (South wins|North wins|a draw) \d+ to \d+\.$/);
    assert.ok(played > 5 && (await moves(page)).length > 10);
    assert.equal(await page.locator('.cell.legal').count(), 0);
    await page.click('#review');
    await says(page, '#verdict', 'South kept the value');
    assert.equal(await page.locator('#graph line:not(.even):not(.here)').count(), (await moves(page)).length);
    // A click on the graph goes to that place, and the other moves can be played again.
    const all = (await moves(page)).length;
    await page.locator('#graph svg').click({ position: { x: 14, y: 40 } });
    await page.waitForFunction(() => document.querySelector('#moves [aria-current]') === null);
    assert.equal((await moves(page)).length, all);
});

test('who must feed is told so', async (t) => {
    const page = await open(t, '#position=1-0-0-0-0-2-0-0-0-0-0-0-20-20-S');
    await insist(page, 'A');
    assert.equal(await text(page, '#notice'), 'A: the opponent has no seeds and must be fed; legal: F.');
    assert.deepEqual(await moves(page), []);
    await insist(page, 'B');
    assert.match(await text(page, '#notice'), /^B: the pit is empty/);
    await insist(page, 'a');
    assert.match(await text(page, '#notice'), /^a is a pit of North/);
});

test('a grand slam takes nothing in abapa and is illegal in wari', async (t) => {
    const slam = 'position=1-0-0-0-0-2-1-1-0-0-0-0-20-20-S';
    const abapa = await open(t, `#rules=abapa&${slam}`);
    await pit(abapa, 'F').click();
    await says(abapa, '#status', 'South plays F.');
    assert.deepEqual(await seeds(abapa), [1, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0]);
    const wari = await open(t, `#rules=wari&${slam}`);
    await insist(wari, 'F');
    assert.match(await text(wari, '#notice'), /take all of the opponent's seeds, which these rules forbid/);
    assert.deepEqual(await moves(wari), []);
});

test('kalah gives an extra turn', async (t) => {
    const page = await open(t, '#rules=kalah');
    await pit(page, 'C').click();
    await says(page, '#status', 'the same player moves again');
    assert.match(await text(page, '#status'), /South to move\.$/);
    assert.equal(await page.locator('.store.south').getAttribute('aria-label'), "South's store: 1");
});

test('undo takes back the move and the answer to it, redo plays them again', async (t) => {
    const page = await open(t);
    await pit(page, 'F').click();
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2 && document.querySelector('.row.south .cell.legal'));
    await page.click('#undo');
    await page.waitForFunction(() => document.querySelector('#moves [aria-current]') === null);
    assert.deepEqual(await seeds(page), new Array(12).fill(4));
    assert.equal((await moves(page)).length, 2, 'both can be played again');
    await page.click('#redo');
    await says(page, '#status', 'North');
    assert.equal((await seeds(page))[5], 0);
    // The engine is asked again only where nothing is left to be played again, or it moves: then its move is new.
    await page.waitForFunction(() => document.querySelector('.row.south .cell.legal'));
    assert.equal((await moves(page)).length, 2);
});

test('an analysis appears and is exact in an ending', async (t) => {
    const page = await open(t, '#rules=kalah&position=0-2-0-1-1-0-3-0-1-0-2-0-20-18-S');
    await page.click('#analyze');
    await page.waitForFunction(() => document.querySelector('#analysis').dataset.done === 'true');
    assert.match(await text(page, '#effort'), /^Exact: South wins by 6 with best play\./);
    assert.deepEqual(await page.locator('#lines b').allTextContents(), ['E', 'D', 'B']);
    assert.equal(await page.locator('.worth.exact').count(), 3);
    assert.equal(await page.locator('.worth.exact.best span').textContent(), '=+6');
    await page.goto(`${url}#rules=abapa`);
    await says(page, '#effort', 'Estimate');
    assert.equal(await page.locator('.worth.exact').count(), 0);
});

test('a hint names a move and its reason', async (t) => {
    const page = await open(t, '#position=0-2-0-1-0-0-3-0-1-0-0-0-20-21-S');
    await page.click('#hint');
    await says(page, '#answer', 'Hint:');
    assert.match(await text(page, '#answer'), /^Hint: [A-F] \(exact: /);
    assert.equal(await page.locator('.cell.hinted').count(), 1);
});

test('the link restores the game', async (t) => {
    const page = await open(t, '#rules=warri&repetition=own-side&moves=FfBe');
    assert.deepEqual(await moves(page), ['F', 'f', 'B', 'e']);
    await pit(page, 'D').click();
    await page.waitForFunction(() => location.hash.includes('moves=FfBeD'));
    const again = await open(t, new URL(page.url()).hash);
    assert.deepEqual(await seeds(again), await seeds(page));
    assert.deepEqual([await again.inputValue('[name=rules]'), await again.inputValue('[name=repetition]')], ['warri', 'own-side']);
    // Another game leaves this one a step behind.
    await again.click('#terms button:not([type])');
    await again.waitForFunction(() => !location.hash.includes('moves'));
    await again.goBack();
    await again.waitForFunction(() => location.hash.includes('moves=FfBeD'));
    await says(again, '#status', 'South plays D');
    const wrong = await open(t, '#moves=FfX');
    assert.match(await text(wrong, '#notice'), /move 3 of `FfX`, `X`/);
});

test('the keyboard alone is enough', async (t) => {
    const page = await open(t);
    await page.selectOption('[name=side]', 'both');
    await page.locator('body').press('f');
    await says(page, '#status', 'South plays F');
    await page.locator('body').press('F');
    await says(page, '#status', 'North plays f');
    await pit(page, 'A').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^C, \d+ seeds, playable$/);
    await page.keyboard.press('Enter');
    await says(page, '#status', 'South plays C');
    await page.keyboard.press('ArrowUp');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^d, /);
    await page.keyboard.press('u');
    await says(page, '#status', 'North plays f');
    await page.keyboard.press('y');
    await says(page, '#status', 'South plays C');
    await page.keyboard.press('?');
    assert.ok(await page.locator('#help').evaluate((dialog) => dialog.open));
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#spoken').textContent(), 'South plays C.');
    const names = await page.locator('button, input, select, textarea').evaluateAll((all) => all.filter((one) => !one.getAttribute('aria-label') && !one.textContent.trim() && !one.closest('label')).map((one) => one.outerHTML));
    assert.deepEqual(names, [], 'everything to work with has a name');
});

test('on a narrow screen nothing is cut', async (t) => {
    for (const fragment of ['', '#rules=kalah&position=0-2-0-1-1-0-3-0-1-0-2-0-20-18-S']) {
        const page = await open(t, fragment, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
        if (fragment) await page.tap('#analyze');
        const [width, least, cut] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            Math.min(...[...document.querySelectorAll('.pit')].flatMap((one) => [one.offsetWidth, one.offsetHeight])),
            [...document.querySelectorAll('button, .pit, select, .store')].filter((one) => one.getClientRects().length && (one.getBoundingClientRect().right > 361 || one.getBoundingClientRect().left < 0)).length,
        ]);
        assert.ok(width <= 360 && least >= 40 && cut === 0, `${width} ${least} ${cut}`);
        await page.tap('.row.south .cell.legal .pit');
        await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 0);
    }
});

test('any position can be set up', async (t) => {
    const page = await open(t, '#rules=wari');
    await page.click('#show-setup');
    await page.click('#setup-empty');
    const fill = (name, value) => page.locator('#setup-board label', { hasText: name }).locator('input').fill(value);
    await page.locator('#setup-board label').filter({ hasText: /^B$/ }).locator('input').fill('60');
    await page.click('#setup-play');
    await says(page, '#setup-notice', 'pit B (field 2) is `60`; expected a number of seeds from 0 to 48');
    await page.locator('#setup-board label').filter({ hasText: /^B$/ }).locator('input').fill('3');
    await page.locator('#setup-board label').filter({ hasText: /^f$/ }).locator('input').fill('2');
    await fill("North's store", '2');
    await page.check('[name=turn][value=N]');
    await page.selectOption('[name=side]', 'both');
    await page.click('#setup-play');
    await says(page, '#status', 'North to move');
    assert.equal(await page.inputValue('#position'), '0-3-0-0-0-0-0-0-0-0-0-2-0-2-N');
    await page.fill('#position', '1-2-3');
    await page.press('#position', 'Enter');
    await says(page, '#notice', '`1-2-3` has 3 fields');
});

test('game files are read and written', async (t) => {
    const page = await open(t);
    await page.selectOption('[name=side]', 'both');
    await page.fill('#file', '[Rules "kalah"]\r\n\r\n1. CF a *\r\n');
    await page.click('#read-file');
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
    assert.deepEqual([await moves(page), await page.inputValue('[name=rules]')], [['C', 'F', 'a'], 'kalah']);
    await page.click('#copy-file');
    await page.waitForFunction(() => document.querySelector('#file').value.includes('[Rules "kalah"]'));
    assert.match(await page.inputValue('#file'), /1\. CF a \*/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-file')]);
    assert.equal(download.suggestedFilename(), 'game.ogn');
    await page.setInputFiles('#open-file', { name: 'wrong.ogn', mimeType: 'text/plain', buffer: Buffer.from('1. F f 2. F') });
    await says(page, '#notice', 'the pit is empty');
    assert.equal((await moves(page)).length, 3, 'the game is still there');
});

test('seeds are sown one at a time, unless motion is reduced', async (t) => {
    const page = await open(t, '#rules=abapa', { reducedMotion: 'no-preference' });
    await page.evaluate(() => {
        globalThis.totals = new Set();
        const count = () => globalThis.totals.add([...document.querySelectorAll('.pit .count')].reduce((sum, one) => sum + Number(one.textContent), 0));
        new MutationObserver(count).observe(document.querySelector('#board'), { subtree: true, childList: true, characterData: true });
    });
    await pit(page, 'D').click();
    await says(page, '#status', 'South plays D');
    await page.waitForFunction(() => globalThis.totals.has(48));
    const totals = await page.evaluate(() => [...globalThis.totals]);
    [44, 45, 46, 47, 48].forEach((total) => assert.ok(totals.includes(total), `${totals}`));
});

test('a server that is gone is told, and the game goes on when it is back', async (t) => {
    const page = await open(t);
    await page.selectOption('[name=side]', 'both');
    await pit(page, 'F').click();
    await says(page, '#status', 'South plays F');
    await page.route('**/api/**', (route) => route.abort());
    const console = page.listeners('console');
    console.forEach((listener) => page.off('console', listener));
    await pit(page, 'f').click();
    await says(page, '#notice', 'The server does not answer');
    assert.deepEqual(await moves(page), ['F']);
    await page.unroute('**/api/**');
    await page.click('#notice button');
    await page.waitForFunction(() => document.querySelector('#notice').textContent === '');
    await pit(page, 'f').click();
    await says(page, '#status', 'North plays f');
});

test('text keeps its contrast, light and dark', async (t) => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await open(t, '#rules=kalah&position=0-2-0-1-1-0-3-0-1-0-2-0-20-18-S', { colorScheme });
        const contrasts = await page.evaluate(() => {
            const style = getComputedStyle(document.documentElement);
            const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
            const luminance = (name) => {
                canvas.fillStyle = style.getPropertyValue(name);
                canvas.fillRect(0, 0, 1, 1);
                const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((of) => of / 255).map((of) => (of <= 0.03928 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const pairs = [['--ink', '--ground'], ['--ink', '--panel'], ['--faint', '--panel'], ['--on-accent', '--accent'], ['--wood-ink', '--wood'], ['--on-hollow', '--hollow-deep'], ['--on-hollow', '--hollow'], ['--blunder', '--ground'], ['--mistake', '--panel'], ['--inaccuracy', '--panel']];
            return pairs.map(([ink, ground]) => [`${ink} on ${ground}`, (Math.max(luminance(ink), luminance(ground)) + 0.05) / (Math.min(luminance(ink), luminance(ground)) + 0.05)]);
        });
        contrasts.forEach(([pair, contrast]) => assert.ok(contrast >= 4.5, `${colorScheme}: ${pair} ${contrast.toFixed(2)}`));
    }
});
