// Playing by clicks, as a person with no idea of the rules would: whatever glows, whatever is listed.

/** How long something may take that must happen, in ms: a busy machine is slow, and what never comes is found all the same. */
export const PATIENCE = 60000;

/** A small generator, so that a failing game can be played again. */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

/** Waits until the table asks (or is over) and gives what is listed: `null` when the game is over. */
export async function asked(page, timeout = PATIENCE) {
  await page.waitForFunction(() => document.querySelector('.panel .over, .option-list .offer:not([disabled])'), null, { timeout });
  return page.evaluate(() =>
    document.querySelector('.panel .over')
      ? null
      : [...document.querySelectorAll('.option-list .offer:not(.fold)')].map((button) => ({
          index: button.dataset.option,
          label: button.querySelector('.offer-label').textContent,
          declines: button.classList.contains('declines'),
          version: document.querySelector('.match')?.dataset.version,
        })),
  );
}

const version = (page) => page.evaluate(() => document.querySelector('.match')?.dataset.version);

/** Waits until an answer has arrived: the version on the table is another, or the game is over. */
export async function moved(page, before) {
  await page.waitForFunction((old) => document.querySelector('.panel .over') || document.querySelector('.match')?.dataset.version !== old, before, { timeout: PATIENCE });
}

/** A click where a person would click: in the middle of what is seen there. Something in the way is a fault. */
export async function press(page, selector) {
  const spot = await page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    if (!element) return `${wanted} is not there`;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) ? { x, y } : `${wanted} is covered by ${hit?.outerHTML.slice(0, 120)}`;
  }, selector);
  if (typeof spot === 'string') throw new Error(spot);
  await page.mouse.click(spot.x, spot.y);
}

const SHUFFLING = /^(Move|Swap) (soul )?core/;

/** Which option to take: attacks and plays first, so that games end; cores are not moved about for ever. */
export function pick(options, roll) {
  const useful = options.filter((option) => !option.declines && !SHUFFLING.test(option.label));
  const attacks = useful.filter((option) => /^(Attack|Combo)/.test(option.label));
  const list = attacks.length && roll(10) < 7 ? attacks : useful.length && roll(10) < 8 ? useful : options.filter((option) => !SHUFFLING.test(option.label));
  return (list.length ? list : options)[roll((list.length ? list : options).length)];
}

/** Answers once by a click in the list, or, `onTable`, on the card itself and then in its sheet. */
export async function answer(page, option, onTable) {
  // Of the menu that it was read from: a window may be passed by itself meanwhile.
  const before = option.version ?? (await version(page));
  const clicked = onTable && (await clickCard(page, option, before));
  if (!clicked) await press(page, `.option-list .offer[data-option="${option.index}"]`);
  await moved(page, before).catch(async (late) => {
    throw new Error(`"${option.label}" (${onTable ? 'on the table' : 'in the list'}) led to nothing: ${await page.locator('.panel-play').innerText()}`, { cause: late });
  });
}

/** Clicks the first card an option is about; true if that led to the answer. */
async function clickCard(page, option, before) {
  const ref = await page.evaluate((index) => document.querySelector(`.option-list .offer[data-option="${index}"]`)?.dataset.cards?.split(' ')[0], option.index);
  if (!ref) return false;
  const card = `.table button.card.can[data-ref="${ref}"]`;
  if (!(await page.$(card))) return false;
  await press(page, card);
  await page.waitForFunction(([old, index]) => document.querySelector('.match')?.dataset.version !== old || document.querySelector(`.sheet .offer[data-option="${index}"]`), [before, option.index], { timeout: PATIENCE });
  if ((await version(page)) !== before) return true;
  await press(page, `.sheet .offer[data-option="${option.index}"]`);
  return true;
}

/** Plays on until the game is over; gives the number of answers. */
export async function playOut(page, seed, most) {
  const roll = dice(seed);
  for (let count = 0; count < most; count += 1) {
    const options = await asked(page);
    if (!options) return count;
    if (!options.length) {
      await page.locator('.option-list .fold').first().click();
      continue;
    }
    await answer(page, pick(options, roll), count % 4 === 1);
  }
  throw new Error(`not over after ${most} answers`);
}
