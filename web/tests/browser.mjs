// The page in a real Chromium against a real server: every game to its end by clicks, two people in two windows, a
// spectator, a reload, a phone, keys alone, the other rooms, and axe-core on all of it. Screenshots go to target/page.
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { PATIENCE, answer, asked, dice, moved, pick, playOut } from './play.mjs';
import { post, startServer } from './server.mjs';

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = fileURLToPath(new URL('../../target/page/', import.meta.url));
mkdirSync(SHOTS, { recursive: true });
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const GAMES = ['digimon', 'dbs', 'buddyfight', 'battle-spirits'];
const only = process.argv.slice(2);

const { base, stop } = process.env.BASE ? { base: process.env.BASE, stop: () => undefined } : await startServer(process.env.SHOBU);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const complaints = [];
/** The windows of the test that runs, to be looked at when it fails. */
const windows = new AsyncLocalStorage();

/** A window of its own, as another person would have it. Whatever the browser complains about fails the test. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', baseURL: base, ...options });
  const page = await context.newPage();
  windows.getStore()?.push(page);
  page.on('console', (message) => message.type() === 'error' && !/status of (404|409)|response code: 404|ERR_CONNECTION/.test(message.text()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  return page;
}

/** Waits until something is drawn that had to be asked for. */
const seen = (page, selector) => page.waitForSelector(selector, { timeout: PATIENCE });

async function noFaults(page, where) {
  // By DevTools, because the page's own policy lets no foreign script in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'], preload: location.protocol !== 'file:' }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`), []);
}

const shot = (page, name) => page.screenshot({ path: `${SHOTS}${name}.png` });

async function sit(page, game, seats = ['open', 'random'], extra = {}) {
  const made = await post(base, '/api/matches', { game, decks: [null, null], seats, ...extra });
  const [{ seat, token }] = made.seats;
  await page.goto(`/m/${made.match}#${seat}.${token}`);
  await seen(page, '.option-list .offer, .panel .over');
  return made;
}

/** Whether one thing on the page lies over another. */
const covers = (page, over, under) =>
  page.evaluate(([one, two]) => {
    const [a, b] = [one, two].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
    return Boolean(a && b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
  }, [over, under]);

const tests = {};

for (const [at, game] of GAMES.entries()) {
  tests[`${game}: played to the end by clicks`] = async () => {
    const page = await open({ colorScheme: at % 2 ? 'dark' : 'light' });
    const made = await sit(page, game, ['open', 'random'], { seed: 11 });
    const roll = dice(5);
    for (let count = 0; count < 16; count += 1) {
      const options = await asked(page);
      if (!options) break;
      await answer(page, pick(options.length ? options : [{ index: '0', label: '' }], roll), count % 3 === 1);
      assert.ok(!(await covers(page, '.attack-line', '.gauge .now')), 'the attack in words lies over the memory gauge');
    }
    await shot(page, `${game}-${at % 2 ? 'dark' : 'light'}`);
    await noFaults(page, game);
    const answers = await playOut(page, 3 + at, 900);
    const over = await page.locator('.panel .over h2').textContent();
    assert.match(over, /^(You win|You lose|A draw)$/);
    await shot(page, `${game}-over`);
    assert.ok((await page.locator('.log p').count()) > 20, 'the log tells what happened');
    await page.context().close();
    return `${answers + 16} answers, ${over}; ${made.match}`;
  };
}

tests['two people in two windows, and a spectator'] = async () => {
  const host = await open();
  await host.goto('/');
  await host.locator('.versus input[value=random]').waitFor({ state: 'attached' });
  await host.locator('.tile.buddyfight').click();
  await host.locator('.versus label', { hasText: 'A friend' }).click();
  await host.locator('label', { hasText: 'Clock' }).locator('select').selectOption('10');
  await host.locator('label', { hasText: 'Their deck' }).locator('select').selectOption('');
  await host.locator('button[type=submit]').click();
  await seen(host, '.invite input');
  const link = await host.locator('.invite input').inputValue();
  const guest = await open();
  await guest.goto(link);
  const watcher = await open();
  await watcher.goto(new URL(link).pathname);
  await Promise.all([seen(guest, '.table'), seen(watcher, '.table')]);
  assert.equal(new URL(guest.url()).hash, '', 'the token leaves the address');
  const roll = dice(9);
  for (let count = 0; count < 16; count += 1) {
    const turn = await Promise.race([host, guest].map(async (page) => (await page.waitForSelector('.option-list .offer:not([disabled])', { timeout: PATIENCE }), page)));
    const options = await asked(turn);
    if (!options) break;
    await answer(turn, pick(options, roll), false);
    const now = await turn.evaluate(() => document.querySelector('.match').dataset.version);
    for (const page of [host, guest, watcher]) await page.waitForFunction((least) => Number(document.querySelector('.match').dataset.version) >= Number(least), now, { timeout: PATIENCE });
  }
  for (const page of [host, guest, watcher]) assert.match(await page.locator('.half.near .clock').textContent(), /^\d+:\d\d$/, 'clocks run');
  const hands = (page) => page.evaluate(() => [...document.querySelectorAll('.half.far .hand .card .name')].length);
  assert.equal(await hands(host), 0, "the other's hand is not told");
  assert.equal(await hands(guest), 0, "the other's hand is not told");
  assert.equal(await watcher.locator('.hand .card .name').count(), 0, 'a spectator sees no hand');
  assert.equal(await watcher.locator('.offer:not([disabled])').count(), 0, 'a spectator answers nothing');
  // What cards say stands there as it is printed; all else is told to a spectator by seats.
  const told = (part) =>
    watcher.locator(part).evaluate((shown) => {
      const copy = shown.cloneNode(true);
      copy.querySelectorAll('q, .waiting').forEach((printed) => printed.remove());
      return copy.textContent;
    });
  assert.doesNotMatch(await told('.log'), /\b(you|your|opponent)\b/i, 'a spectator is told the seats');
  assert.doesNotMatch(await told('.table'), /\b(you|opponent)\b/i, 'and shown them');
  await shot(watcher, 'spectator');
  await host.reload();
  await seen(host, '.table');
  const versions = await Promise.all([host, guest].map((page) => page.evaluate(() => document.querySelector('.match').dataset.version)));
  assert.equal(versions[0], versions[1], 'a reload comes back to the same place');
  await host.locator('.tools button', { hasText: 'Concede' }).click();
  await host.locator('dialog .danger').click();
  await Promise.all([host, guest, watcher].map((page) => seen(page, '.panel .over')));
  assert.equal(await guest.locator('.over h2').textContent(), 'You win');
  await host.locator('.over .primary', { hasText: 'Rematch' }).click();
  await guest.locator('.over .primary', { hasText: 'Join the rematch' }).click({ timeout: PATIENCE });
  await Promise.all([host, guest].map((page) => page.waitForFunction(() => !document.querySelector('.panel .over') && document.querySelector('.table'), null, { timeout: PATIENCE })));
  assert.equal(host.url(), guest.url(), 'both sit at the new table');
  await Promise.all([host, guest, watcher].map((page) => page.context().close()));
};

tests['a guest brings a deck'] = async () => {
  const host = await open();
  await host.goto('/');
  await host.locator('.versus input[value=random]').waitFor({ state: 'attached' });
  await host.locator('.tile.digimon').click();
  await host.locator('.versus label', { hasText: 'A friend' }).click();
  assert.equal(await host.locator('label', { hasText: 'Their deck' }).locator('select').inputValue(), 'guest:');
  await host.locator('button[type=submit]').click();
  await seen(host, '.invitation .copy-link input');
  await shot(host, 'invitation-host');
  await noFaults(host, 'invitation of the host');
  const link = await host.locator('.copy-link input').inputValue();
  const guest = await open({ viewport: PHONE, colorScheme: 'dark' });
  // The guest has a list of their own in the browser: a built-in deck as JSON, called otherwise.
  await guest.goto('/decks');
  const { decks } = (await (await fetch(`${base}/api/games`)).json()).games[0];
  await guest.goto(link);
  await seen(guest, '.join select');
  assert.equal(new URL(guest.url()).hash, '', 'the token leaves the address');
  await guest.locator('.join select option', { hasText: decks[decks.length - 1].name }).waitFor({ state: 'attached' });
  await guest.locator('.join select').selectOption(decks[decks.length - 1].id);
  await shot(guest, 'invitation-guest');
  await noFaults(guest, 'invitation of the guest');
  await guest.reload();
  await seen(guest, '.join select');
  await guest.locator('.join select').selectOption(decks[decks.length - 1].id);
  await guest.locator('.join button[type=submit]').click();
  await Promise.all([seen(guest, '.table'), seen(host, '.table')]);
  assert.equal(host.url(), guest.url(), 'both sit at one table');
  const names = await Promise.all([host, guest].map((page) => page.locator('.half.near .seat-line').textContent()));
  assert.ok(names.every((name) => /You/.test(name)), `${names}`);
  await Promise.all([host, guest].map((page) => page.context().close()));
};

tests['pictures of cards'] = async () => {
  if (process.env.BASE) return 'skipped: not our server';
  const folder = mkdtempSync(join(tmpdir(), 'shobu-pictures-'));
  mkdirSync(join(folder, 'digimon'));
  // Any picture will do: the page's own, taken by the browser.
  const painter = await open({ viewport: { width: 210, height: 294 } });
  await painter.setContent('<body></body>');
  await painter.evaluate(() => { document.body.style.cssText = 'margin:0;height:294px;background:conic-gradient(teal,gold,crimson,teal)'; });
  const bytes = await painter.screenshot();
  await painter.context().close();
  for (let number = 1; number <= 40; number += 1) writeFileSync(join(folder, 'digimon', `SH1-${String(number).padStart(3, '0')}.png`), bytes);
  const server = await startServer(process.env.SHOBU, ['--pictures', folder]);
  try {
    const page = await open({ baseURL: server.base });
    const made = await post(server.base, '/api/matches', { game: 'digimon', decks: [null, null], seats: ['open', 'random'], seed: 11 });
    await page.goto(`/m/${made.match}#A.${made.seats[0].token}`);
    await seen(page, '.hand .card img.art');
    assert.ok(await page.evaluate(() => [...document.querySelectorAll('.hand img.art')].every((image) => image.complete && image.naturalWidth > 0)), 'pictures are loaded');
    const roll = dice(5);
    for (let count = 0; count < 10; count += 1) await answer(page, pick(await asked(page), roll), false);
    await asked(page);
    await shot(page, 'pictures');
    await page.locator('.hand .card').first().click();
    await seen(page, '.sheet img.whole');
    await shot(page, 'pictures-sheet');
    await noFaults(page, 'with pictures');
    await page.context().close();
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

tests['the rulebook from disk'] = async () => {
  if (!process.env.SHOBU) return 'skipped: no program';
  const folder = mkdtempSync(join(tmpdir(), 'shobu-book-'));
  try {
    execFileSync(process.env.SHOBU, ['book', folder], { stdio: 'pipe' });
    const page = await open();
    await page.goto(`file://${folder}/index.html`);
    await seen(page, '.game-list a');
    await shot(page, 'book');
    await page.locator('input[type=search]').fill('blocker');
    await seen(page, '.rule-rows li');
    assert.ok((await page.locator('.rule-rows li').count()) > 3, 'the search finds rules');
    await page.goto(`file://${folder}/index.html#/rules/digimon/16-14-1`);
    await seen(page, '.scene-list a');
    assert.match(await page.locator('.places').textContent(), /crates\/digimon\/src/);
    await shot(page, 'book-rule');
    await page.locator('.scene-list a').first().click();
    await seen(page, '.scene .table');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => /at=1$/.test(location.hash), null, { timeout: PATIENCE });
    await page.locator('.table .card:not(.hidden)').first().click();
    await seen(page, '.sheet .card-words');
    await shot(page, 'book-scene');
    await noFaults(page, 'a scene of the book');
    await page.context().close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

tests['no foreign script runs'] = async () => {
  const page = await open();
  await page.goto('/');
  const ran = await page.evaluate(async () => {
    const refused = new Promise((told) => addEventListener('securitypolicyviolation', (event) => told(event.effectiveDirective)));
    const script = document.createElement('script');
    script.textContent = 'window.foreign = true';
    document.body.append(script);
    return { foreign: window.foreign === true, refused: await refused };
  });
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/Content Security Policy/.test(text)));
  assert.deepEqual(ran, { foreign: false, refused: 'script-src-elem' });
  await page.context().close();
};

tests['a reload in the middle loses nothing'] = async () => {
  const page = await open();
  await sit(page, 'digimon', ['open', 'random'], { seed: 4 });
  const roll = dice(2);
  for (let count = 0; count < 8; count += 1) await answer(page, pick(await asked(page), roll), count % 2 === 0);
  const picture = () => page.evaluate(() => ({ version: document.querySelector('.match').dataset.version, options: [...document.querySelectorAll('.offer-label')].map((label) => label.textContent), cards: [...document.querySelectorAll('.table .card')].map((card) => card.querySelector('.sr').textContent), log: document.querySelector('.log').dataset.lines }));
  await asked(page);
  const before = await picture();
  await page.reload();
  await asked(page);
  await page.waitForFunction((lines) => Number(document.querySelector('.log').dataset.lines) >= Number(lines), before.log, { timeout: PATIENCE });
  assert.deepEqual(await picture(), before);
  await page.context().close();
};

tests['a server that crashes: the page goes on where it was'] = async () => {
  if (process.env.BASE) return 'skipped: not our server';
  const server = await startServer(process.env.SHOBU);
  try {
    const page = await open({ baseURL: server.base });
    const made = await post(server.base, '/api/matches', { game: 'dbs', decks: [null, null], seats: ['open', 'random'], seed: 8 });
    await page.goto(`/m/${made.match}#A.${made.seats[0].token}`);
    const roll = dice(6);
    for (let count = 0; count < 5; count += 1) await answer(page, pick(await asked(page), roll), false);
    await asked(page);
    const version = () => page.evaluate(() => document.querySelector('.match').dataset.version);
    const before = await version();
    await server.crash();
    await page.waitForFunction(() => !document.querySelector('.panel [role=status]'), null, { timeout: PATIENCE });
    assert.equal(await version(), before, 'nothing is lost');
    for (let count = 0; count < 3; count += 1) await answer(page, pick(await asked(page), roll), false);
    await page.context().close();
  } finally {
    server.stop();
  }
};

for (const game of GAMES)
  tests[`${game}: on a phone`] = async () => {
    const page = await open({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'light' });
    await sit(page, game, ['open', 'random'], { seed: 6 });
    const roll = dice(8);
    for (let count = 0; count < 14; count += 1) {
      const options = await asked(page);
      if (!options?.length) break;
      await answer(page, pick(options, roll), count % 2 === 0);
    }
    const wide = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth, height: document.documentElement.scrollHeight, tall: innerHeight }));
    assert.ok(wide.page <= wide.window, 'nothing hangs over the side');
    assert.ok(wide.height <= wide.tall, 'the table fits the screen');
    await shot(page, `${game}-phone`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, `${game}-phone-dark`);
    await noFaults(page, `${game} on a phone, dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await noFaults(page, `${game} on a phone`);
    const card = page.locator('.hand .card').first();
    if (await card.count()) {
      await card.tap();
      await page.waitForTimeout(300);
      if (await page.locator('.sheet').count()) {
        await shot(page, `${game}-phone-sheet`);
        await noFaults(page, `${game}, a card's sheet`);
      }
    }
    await page.context().close();
  };

tests['keys alone'] = async () => {
  const page = await open();
  await page.goto('/');
  await seen(page, '.versus input');
  await page.locator('.versus input[value=random]').waitFor({ state: 'attached' });
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute('value') ?? document.activeElement?.textContent ?? '');
  const tabTo = async (wanted) => {
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      if (wanted.test(await focus())) return;
    }
    throw new Error(`${wanted} cannot be reached with Tab`);
  };
  await tabTo(/^digimon$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await tabTo(/^(easy|normal|hard|greedy|rollout|script|random|friend|both)$/);
  for (let count = 0; count < 12 && (await focus()) !== 'easy'; count += 1) await page.keyboard.press('ArrowDown');
  assert.equal(await focus(), 'easy');
  await tabTo(/^Sit down/);
  await page.keyboard.press('Enter');
  await seen(page, '.option-list .offer');
  for (let count = 0; count < 20; count += 1) {
    const options = await asked(page);
    if (!options) break;
    const before = await page.evaluate(() => document.querySelector('.match').dataset.version);
    if (count % 2) await page.keyboard.press('1');
    else {
      for (let down = 0; down <= count % 3; down += 1) await page.keyboard.press('ArrowDown');
      const focused = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200));
      assert.match(focused, /class="offer/, 'arrows move through the options');
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      assert.notEqual(outline, 'none', 'the focus is seen');
      await page.keyboard.press('Enter');
    }
    if (await page.locator('.option-list .fold:focus, [aria-expanded]').count()) continue;
    await moved(page, before);
  }
  await page.context().close();
};

tests['a card is dragged by touch'] = async () => {
  const page = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
  await sit(page, 'digimon', ['open', 'random'], { seed: 3 });
  const finger = await page.context().newCDPSession(page);
  const touch = (type, ...points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const middle = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (let count = 0; count < 12; count += 1) {
    const options = await asked(page);
    const play = options.find((option) => /^Play /.test(option.label));
    if (!play) {
      await answer(page, options.find((option) => option.declines) ?? options[0], false);
      continue;
    }
    const ref = await page.locator(`.offer[data-option="${play.index}"]`).first().getAttribute('data-cards');
    const before = await page.evaluate(() => document.querySelector('.match').dataset.version);
    const [from, to] = [await middle(`.hand .card[data-ref="${ref}"]`), await middle('.half.near [data-zone=battle]')];
    await touch('touchStart', from);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', [from[0] + ((to[0] - from[0]) * step) / 8, from[1] + ((to[1] - from[1]) * step) / 8]);
    await shot(page, 'dragging-phone');
    await touch('touchEnd');
    await moved(page, before);
    await page.locator('[role=tab]', { hasText: 'Log' }).tap();
    assert.match(await page.locator('.log').textContent(), /is played/);
    await page.context().close();
    return;
  }
  throw new Error('no card could be played');
};

tests['undo, and passing by itself'] = async () => {
  const page = await open();
  await sit(page, 'battle-spirits', ['open', 'random'], { seed: 6 });
  const cores = () => page.evaluate(() => [...document.querySelectorAll('.half.near .figure-count, .half.near .card .sr')].map((element) => element.textContent).join('; '));
  const roll = dice(8);
  let undone = false;
  for (let count = 0; count < 40 && !undone; count += 1) {
    const options = await asked(page);
    const folded = await page.locator('.option-list .fold').count();
    if (folded && !options.some((option) => /^Move core/.test(option.label))) await page.locator('.option-list .fold').first().click();
    const move = (await asked(page)).find((option) => /^Move core from reserve/.test(option.label));
    if (!move) {
      await answer(page, pick(options, roll), false);
      continue;
    }
    const before = await cores();
    await answer(page, move, false);
    await asked(page);
    assert.notEqual(await cores(), before, 'a core was moved');
    const now = await page.evaluate(() => document.querySelector('.match').dataset.version);
    await page.locator('.tools button', { hasText: 'Undo' }).click();
    await moved(page, now);
    assert.equal(await cores(), before, 'undo takes it back');
    undone = true;
  }
  assert.ok(undone, 'a core could be moved');

  const turn = async () => Number(/turn (\d+)/.exec(await page.locator('.turn-mark').textContent())?.[1]);
  const began = await turn();
  await page.locator('.autopass summary').click();
  for (const box of await page.locator('.autopass input').all()) await box.uncheck();
  await page.locator('.autopass button', { hasText: 'until my next turn' }).click();
  await page.waitForFunction((old) => document.querySelector('.panel .over') || (Number(/turn (\d+)/.exec(document.querySelector('.half.near .turn-mark')?.textContent ?? '')?.[1]) > old && document.querySelector('.option-list .offer')), began, { timeout: PATIENCE });
  await page.context().close();
};

tests['both seats on one screen'] = async () => {
  const page = await open();
  await page.goto('/');
  await page.locator('.versus input[value=random]').waitFor({ state: 'attached' });
  await page.locator('.tile.battle-spirits').click();
  await page.locator('.versus label', { hasText: 'Yourself' }).click();
  await page.locator('button[type=submit]').click();
  const roll = dice(3);
  const sides = new Set();
  for (let count = 0; count < 14; count += 1) {
    const options = await asked(page);
    sides.add(await page.locator('.turn-state b').textContent());
    await answer(page, pick(options, roll), false);
  }
  assert.deepEqual([...sides].sort(), ['Seat A is asked', 'Seat B is asked']);
  await page.context().close();
};

tests['a card says why not, and dragging one plays it'] = async () => {
  const page = await open();
  await sit(page, 'digimon', ['open', 'random'], { seed: 3 });
  for (let count = 0; count < 12; count += 1) {
    const options = await asked(page);
    const play = options.find((option) => /^Play /.test(option.label));
    if (!play) {
      await answer(page, options.find((option) => option.declines) ?? options[0], false);
      continue;
    }
    await page.locator('.hand .card:not(.can)').first().click();
    await seen(page, '.sheet .why .rule-link');
    await shot(page, 'why-not');
    await page.locator('.sheet .why .rule-link').first().click();
    await seen(page, 'dialog .says');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.keyboard.press('Escape');
    await page.waitForSelector('.sheet', { state: 'detached' });
    const ref = await page.locator(`.offer[data-option="${play.index}"]`).first().getAttribute('data-cards');
    const before = await page.evaluate(() => document.querySelector('.match').dataset.version);
    const from = await page.locator(`.hand .card[data-ref="${ref}"]`).boundingBox();
    const to = await page.locator('.half.near [data-zone=battle]').boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 6 });
    await shot(page, 'dragging');
    await page.mouse.up();
    await moved(page, before);
    assert.match(await page.locator('.log').textContent(), /is played/);
    await page.context().close();
    return;
  }
  throw new Error('no card could be played');
};

tests['looking back, and going on from there'] = async () => {
  const page = await open();
  const made = await sit(page, 'dbs', ['open', 'random'], { seed: 2 });
  const roll = dice(4);
  for (let count = 0; count < 10; count += 1) await answer(page, pick(await asked(page), roll), false);
  await page.locator('.tools button', { hasText: 'Concede' }).click();
  await page.locator('dialog .danger').click();
  await seen(page, '.panel .over');
  await page.locator('.over a', { hasText: 'Look back' }).click();
  await seen(page, '.stepper');
  await page.waitForFunction(() => Number(document.querySelector('.stepper input').max) > 5, null, { timeout: PATIENCE });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.search === '?at=3', null, { timeout: PATIENCE });
  await shot(page, 'replay');
  await noFaults(page, 'replay');
  await page.goto(`/r/${made.match}?at=5`);
  await seen(page, '.stepper');
  assert.equal(await page.locator('.stepper input').inputValue(), '5');
  await page.locator('summary', { hasText: 'Go on from here' }).click();
  await page.locator('.drop button').first().click();
  await page.waitForFunction(() => location.pathname.startsWith('/m/'), null, { timeout: PATIENCE });
  await asked(page);
  await page.context().close();
};

tests['the rulebook, a scene, a card, decks'] = async () => {
  const page = await open();
  await page.goto('/rules');
  await page.locator('input[type=search]').fill('blocker');
  await seen(page, '.rule-rows li');
  await noFaults(page, 'search');
  await page.goto('/rules/digimon');
  await seen(page, '.rules details');
  await shot(page, 'rules');
  await page.goto('/rules/digimon/16-14-1');
  await seen(page, '.scene-list a');
  await shot(page, 'rule');
  await noFaults(page, 'rule');
  // A rule that no line enforces by itself says what it follows from.
  await page.goto('/rules/digimon/1-3-7');
  await seen(page, '.follows');
  assert.match(await page.locator('.rule').textContent(), /Follows from.*crates\/digimon\/src\/vocab.rs/);
  await shot(page, 'rule-follows');
  await page.goto('/rules/digimon/16-14-1');
  await seen(page, '.scene-list a');
  await page.locator('.scene-list a').first().click();
  await seen(page, '.scene .table');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.search === '?at=1', null, { timeout: PATIENCE });
  await shot(page, 'scene');
  await noFaults(page, 'scene');
  await page.goto('/card/digimon/SH1-005');
  await seen(page, '.card-page h1');
  assert.match(await page.locator('.card-page').textContent(), /How Shobu reads it/);
  await shot(page, 'card');
  await noFaults(page, 'card');
  await page.goto('/decks');
  for (const game of GAMES) {
    await page.locator('label', { hasText: 'Game' }).locator('select').selectOption(game);
    const built = page.locator('label', { hasText: 'Begin with' }).locator('select');
    await page.waitForFunction(() => [...document.querySelectorAll('.form-row select')][1].options.length > 1, null, { timeout: PATIENCE });
    await built.selectOption({ index: 1 });
    await seen(page, '.verdict.good');
    // What is laid open as a list is checked as a list.
    await page.locator('textarea').press('End');
    await page.locator('button', { hasText: 'Check' }).click();
    await page.waitForFunction(() => document.querySelector('.verdict.good h2')?.textContent === 'Legal', null, { timeout: PATIENCE });
  }
  await shot(page, 'decks-built-in');
  await page.locator('label', { hasText: 'Game' }).locator('select').selectOption('digimon');
  await page.locator('textarea').fill('4 SH1-005\n4 SH1-002\n');
  await page.locator('button', { hasText: 'Check' }).click();
  await seen(page, '.verdict');
  assert.match(await page.locator('.verdict').textContent(), /Not legal/);
  await shot(page, 'decks');
  await noFaults(page, 'decks');
  await page.context().close();
};

tests['the first page, light and dark, and its first paint'] = async () => {
  const page = await open({ colorScheme: 'light' });
  await page.goto('/');
  await page.locator('.versus input[value=random]').waitFor({ state: 'attached' });
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  // A time is judged on a quiet machine only.
  const quiet = loadavg()[0] < cpus().length;
  assert.ok(!quiet || paint < 1000, `first paint after ${paint} ms`);
  await shot(page, 'home-light');
  await noFaults(page, 'home, light');
  await page.locator('[aria-label^=Colours]').click();
  await page.locator('[aria-label^=Colours]').click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await shot(page, 'home-dark');
  await noFaults(page, 'home, dark');
  await page.goto('/m/nothing-here');
  await seen(page, '.page .problem');
  await page.goto('/nowhere/at/all');
  await seen(page, '.page a');
  await page.context().close();
  return `first paint after ${Math.round(paint)} ms${quiet ? '' : `, not judged at a load of ${loadavg()[0].toFixed(1)}`}`;
};

const queue = Object.entries(tests).filter(([name]) => !only.length || only.some((word) => name.includes(word)));
const failed = [];
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, test] = next;
    const began = Date.now();
    const opened = [];
    try {
      const note = await windows.run(opened, test);
      console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${note ? `: ${note}` : ''}`);
    } catch (error) {
      failed.push(name);
      console.log(`FAIL ${name}\n${error.stack}`);
      await Promise.all(opened.map((page, at) => shot(page, `failed-${name.replace(/[^a-z]+/g, '-')}-${at + 1}`).catch(() => undefined)));
    }
  }
};
await Promise.all(Array.from({ length: Number(process.env.WORKERS ?? 3) }, worker));
await browser.close();
stop();
if (complaints.length) console.log(`FAIL the browser complained:\n${[...new Set(complaints)].join('\n')}`);
if (failed.length || complaints.length) process.exit(1);
console.log(`browser: all well; screenshots in target/page`);
