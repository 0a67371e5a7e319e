// The open decision as words and a list: why one is asked (the card, its words, the rule), every option with its cost and
// what that leaves. The list alone is enough to play: number keys, arrows and Enter.
import { useEffect, useRef, useState } from 'preact/hooks';
import { cardsOf, useWorld, type Offered } from './context';
import { OfferButton } from './sheet';
import { capital, inLatin, sentences, splitName, who } from './words';

/** Whether what is asked is in the card's own words already. */
const isSaid = (words: string, text: string): boolean => [words, text].map((one) => one.replace(/\.$/, '').toLowerCase()).every((one, _, all) => one === all[0]);

interface Group {
  verb: string;
  offers: Offered[];
}

const FOLDED = 7;

/** Options by verb in the order of the menu; a long run of core moves is folded, and what declines comes last. */
function grouped(offers: Offered[]): Group[] {
  const groups: Group[] = [];
  for (const offer of offers) {
    const verb = offer.option.declines ? '' : offer.option.verb;
    const group = groups.find((one) => one.verb === verb);
    if (group) group.offers.push(offer);
    else groups.push({ verb, offers: [offer] });
  }
  return groups.sort((a, b) => Number(a.verb === '') - Number(b.verb === ''));
}

export function Prompt() {
  const { menu, openRule, you, board, light, select } = useWorld();
  const reason = menu?.reason;
  if (!menu || !reason) return null;
  const asker = reason.card ? cardsOf(board).get(reason.card)?.card : undefined;
  const [name] = splitName(reason.name ?? asker?.name ?? '');
  return (
    <div class="prompt" onPointerEnter={() => light(reason.card ? [reason.card] : [])} onPointerLeave={() => light([])}>
      {you === null && <small class="asked-seat">{who(menu.seat, you)} is asked</small>}
      <p class="question">
        {sentences(reason.text)}
        {reason.rule && (
          <button type="button" class="rule-link" title="What the rule says" onClick={() => openRule(reason.rule!)}>
            {reason.rule}
          </button>
        )}
      </p>
      {name && (
        <p class="asker">
          {asker ? (
            <button type="button" class="link" onClick={(event) => select(asker.ref, event.currentTarget)}>
              {name}
            </button>
          ) : (
            <b>{name}</b>
          )}
          {reason.words && !isSaid(reason.words, reason.text) && <q>{inLatin(reason.words)}</q>}
        </p>
      )}
    </div>
  );
}

export function OptionList() {
  const world = useWorld();
  const { offers, choose, menu } = world;
  const [open, setOpen] = useState<Record<string, boolean>>({});
  const root = useRef<HTMLDivElement>(null);
  const groups = grouped(offers);
  const isFolded = (group: Group): boolean => group.offers.length > FOLDED && groups.length > 2 && !open[group.verb];
  let number = 0;

  // Who plays by keys stays in the list: when it comes again, its first option has the focus.
  useEffect(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (byKeys && lost && choose) root.current?.querySelector<HTMLElement>('.offer')?.focus({ preventScroll: true });
  }, [menu, choose]);

  if (!menu) return null;
  return (
    <div ref={root} class="option-list" role="group" aria-label="What you can do">
      {groups.map((group) => (
        <div key={group.verb} class={group.verb ? 'option-group' : 'option-group declining'}>
          {isFolded(group) ? (
            <button type="button" class="offer fold" aria-expanded="false" onClick={() => setOpen({ ...open, [group.verb]: true })}>
              <span class="offer-label">{capital(group.verb)} …</span>
              <span class="then">{group.offers.length} ways</span>
            </button>
          ) : (
            group.offers.map((offer) => {
              number += 1;
              return <OfferButton key={offer.index} offer={offer} number={number < 10 ? number : undefined} choose={choose} lit={world.light} />;
            })
          )}
        </div>
      ))}
    </div>
  );
}

/** Whether the last thing done was done by a key: focus is led only where it is used. */
let byKeys = false;
window.addEventListener('keydown', () => (byKeys = true), true);
window.addEventListener('pointerdown', () => (byKeys = false), true);

/** Keys that work anywhere on the table: a number takes that option of the list. */
export function useNumberKeys(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (/^[1-9]$/.test(event.key)) {
        const button = [...document.querySelectorAll<HTMLButtonElement>('.option-list .offer:not(.fold)')][Number(event.key) - 1];
        if (button && !button.disabled) {
          event.preventDefault();
          button.focus({ preventScroll: true });
          button.click();
        }
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [active]);
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.closest('[role=dialog]') !== null);

function step(event: KeyboardEvent): void {
  const list = [...document.querySelectorAll<HTMLElement>('.option-list .offer')];
  if (!list.length) return;
  const at = list.indexOf(document.activeElement as HTMLElement);
  const next = event.key === 'ArrowDown' ? (at + 1) % list.length : (at + list.length - (at < 0 ? 0 : 1)) % list.length;
  event.preventDefault();
  list[next]?.focus();
}
