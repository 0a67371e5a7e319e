// The sheet of one card: what it is, what it can do now with cost and what that leaves, and why it cannot do more. Beside
// the card on a wide screen, from below on a phone.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Because, Card, Why } from '../protocol';
import { Frame, tone } from './card';
import { cardsOf, useWorld, type Offered } from './context';
import { link } from '../route';
import { isShelved, PrintedText, usePrinted } from './printed';
import { figureWord, inLatin, kindWord, optionLabel, price, splitName } from './words';

export type AskWhy = (of: { card?: string; label?: string }) => Promise<Why>;

export function OfferButton({ offer, number, choose, lit }: { offer: Offered; number?: number; choose: ((index: number) => void) | null; lit?: (refs: string[]) => void }) {
  const { option } = offer;
  const said = price(option);
  return (
    <button
      type="button"
      class={`offer${option.declines ? ' declines' : ''}`}
      data-option={offer.index}
      data-cards={option.cards.join(' ')}
      title={option.words && inLatin(option.words)}
      disabled={!choose}
      onClick={() => choose?.(offer.index)}
      onPointerEnter={() => lit?.(option.cards)}
      onPointerLeave={() => lit?.([])}
      onFocus={() => lit?.(option.cards)}
      onBlur={() => lit?.([])}
    >
      {number !== undefined && <kbd>{number}</kbd>}
      <span class="offer-label">{optionLabel(option)}</span>
      {option.cost !== undefined && <span class="cost" aria-hidden="true">{option.cost}</span>}
      {option.then && <span class="then" aria-hidden="true">→ {option.then}</span>}
      {said && <span class="sr">, {said}</span>}
    </button>
  );
}

export function Facts({ card }: { card: Card }) {
  const { layout } = useWorld();
  const figures = Object.entries(card.figures ?? {});
  return (
    <dl class="facts">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{figureWord(layout, name)}</dt>
          <dd>
            {figure.now}
            {figure.printed !== undefined && <small> printed {figure.printed}</small>}
          </dd>
        </div>
      ))}
      {Object.entries(card.counters ?? {}).map(([name, count]) => (
        <div key={name}>
          <dt>{figureWord(layout, name)}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Refusal {
  rule: string;
  says: string;
  labels: string[];
  behind: string[];
}

/** What stands behind a refusal: what a cost lacks, what does not hold, which effect forbids it. */
function behind(because: Because | undefined): string[] {
  if (!because) return [];
  const by = (because.by ?? []).map(({ name, words }) => `${name}: ${words}`);
  const missing = because.missing?.length ? [`Missing: ${because.missing.join('; ')}.`] : [];
  return [...missing, ...(because.unmet ? [`Needed, and not so: ${because.unmet}.`] : []), ...by];
}

/** One rule often refuses many things for the same reason: it is told once. */
function byRule(rows: NonNullable<Why['cannot']>): Refusal[] {
  const rules = new Map<string, Refusal>();
  for (const { label, rule, says, because } of rows) {
    const reasons = behind(because);
    const key = [rule, ...reasons].join('\n');
    const found = rules.get(key);
    if (found) found.labels.push(label);
    else rules.set(key, { rule, says, labels: [label], behind: reasons });
  }
  return [...rules.values()];
}

function WhyNot({ why, offered }: { why: Why | null | 'failed'; offered: Set<string> }) {
  const { openRule } = useWorld();
  if (why === 'failed' || !why?.cannot) return null;
  // A card with two skills may offer the one and refuse the other by the same words.
  const refused = why.cannot.filter(({ label }) => !offered.has(label));
  if (!refused.length) return null;
  return (
    <div class="why">
      <h4>Not now</h4>
      <ul>
        {byRule(refused).map(({ rule, says, labels, behind }) => (
          <li key={[rule, ...behind].join(' ')}>
            <div>
              {labels.slice(0, 3).map((label) => (
                <span key={label}>{optionLabel({ label, verb: '', cards: [] })}</span>
              ))}
              {labels.length > 3 && <i>and {labels.length - 3} more</i>}
            </div>
            <button type="button" class="rule-link" onClick={() => openRule(rule)}>
              {rule}
            </button>
            <small>{says}</small>
            {behind.map((words) => (
              <small key={words} class="because">{words}</small>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The card in words, as far as the message has them: figures, states, keywords. */
function CardHead({ card, full }: { card: Card; full: boolean }) {
  const { layout, board } = useWorld();
  const [name] = splitName(card.name ?? 'A hidden card');
  return (
    <div class="card-words">
      <h3>
        {card.id && full && !isShelved(card.id) ? <a href={link(`/card/${board.game}/${card.id}`)} target="_blank" rel="noopener">{name}</a> : name}
        <small>
          {kindWord(layout, card.kind)}
          {card.id && ` · ${card.id}`}
        </small>
      </h3>
      <Facts card={card} />
      {!!card.states?.length && <p class="state-words">{card.states.join(', ')}</p>}
      {!!card.keywords?.length && (
        <p class="keyword-line">
          {card.keywords.map((word) => (
            <span key={word} class={card.given?.includes(word) ? 'word given' : 'word'}>
              {word}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** Its printed text, and what lies under it. */
function CardText({ card, full }: { card: Card; full: boolean }) {
  const { board, select } = useWorld();
  const printed = usePrinted(board.game, card.id);
  return (
    <div class="card-words">
      {printed && <PrintedText printed={printed} />}
      {!!card.under?.length && (
        <div class="under-list">
          <h4>Under it</h4>
          <ul>
            {card.under.map((lower) => (
              <li key={lower.ref}>
                {full ? (
                  <button type="button" class="link" onClick={() => select(lower.ref)}>
                    {lower.name ?? 'a face-down card'}
                  </button>
                ) : (
                  (lower.name ?? 'a face-down card')
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Places a box beside its anchor, inside the window. */
export function usePlaced(anchor: Element | null, key: unknown): { ref: { current: HTMLDivElement | null } } {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || !anchor) return;
    // Text arrives after the first drawing, and what can be clicked must not move meanwhile. A sheet beside a card in
    // the upper half hangs from its top, its options above the text; in the lower half it stands on its foot, options last.
    const at = anchor.getBoundingClientRect();
    const below = at.top + at.height / 2 > innerHeight * 0.55;
    box.classList.toggle('from-below', below);
    const place = (): void => {
      const own = box.getBoundingClientRect();
      const right = at.right + 10 + own.width <= innerWidth - 8;
      box.style.left = `${right ? at.right + 10 : Math.max(8, at.left - own.width - 10)}px`;
      box.style.top = below ? 'auto' : `${Math.max(8, Math.min(at.top - 20, innerHeight * 0.45))}px`;
      box.style.bottom = below ? `${Math.max(8, innerHeight - at.bottom)}px` : 'auto';
      box.style.maxHeight = `${below ? at.bottom - 8 : innerHeight - Math.max(8, Math.min(at.top - 20, innerHeight * 0.45)) - 8}px`;
    };
    place();
    const watch = new ResizeObserver(place);
    watch.observe(box);
    return () => watch.disconnect();
  }, [anchor, key]);
  return { ref };
}

export function Sheet({ anchor, askWhy }: { anchor: Element | null; askWhy?: AskWhy }) {
  const world = useWorld();
  const key = world.selected;
  const found = key ? cardsOf(world.board).get(key) : undefined;
  const { ref } = usePlaced(anchor, key);
  const [why, setWhy] = useState<Why | null | 'failed'>(null);
  const card = found?.card;

  useEffect(() => {
    setWhy(null);
    if (!key || !card?.name || !askWhy) return;
    let alive = true;
    askWhy({ card: key }).then(
      (value) => alive && setWhy(value),
      () => alive && setWhy('failed'),
    );
    return () => {
      alive = false;
    };
  }, [key, world.board]);

  useEffect(() => {
    if (key) ref.current?.querySelector<HTMLElement>('.offer, .close')?.focus({ preventScroll: true });
  }, [key]);

  if (!key) return null;
  const offers = world.from.get(key) ?? [];
  // What lies under a card is chosen on its sheet.
  const refs = [key, ...(card?.under ?? []).map((lower) => lower.ref)];
  const list = [...new Set([...offers, ...refs.flatMap((ref) => world.about.get(ref) ?? [])])];
  const figure = key.startsWith('figure:') ? (world.layout.figures[key.slice(7)]?.title ?? key) : null;
  if (!card && !figure) return null;
  return (
    <div ref={ref} class="sheet" role="dialog" aria-label={card?.name ?? figure ?? 'a card'}>
      <button type="button" class="close" aria-label="Close" onClick={() => world.select(null)}>
        ×
      </button>
      {card && (
        <div class="sheet-card">
          <span class={`card large tone-${tone(card)}`} aria-hidden="true">
            <Frame layout={world.layout} card={card} size="large" />
          </span>
          <CardHead card={card} full />
        </div>
      )}
      {figure && <h3>{figure}</h3>}
      {world.choose && list.length > 0 && (
        <div class="offers">
          {list.map((offer) => (
            <OfferButton key={offer.index} offer={offer} choose={world.choose} lit={world.light} />
          ))}
        </div>
      )}
      {card && <CardText card={card} full />}
      <WhyNot why={why} offered={new Set(list.map((offer) => offer.option.label))} />
      {world.choose && !list.length && why && (why === 'failed' || !why.cannot?.length) && <p class="nothing">Nothing can be done with it at this moment.</p>}
    </div>
  );
}

/** What a mouse resting on a card shows. */
export function Preview({ card, anchor }: { card: Card; anchor: Element }) {
  const { ref } = usePlaced(anchor, card.ref);
  return (
    <div ref={ref} class="sheet preview" aria-hidden="true">
      <CardHead card={card} full={false} />
      <CardText card={card} full={false} />
    </div>
  );
}
