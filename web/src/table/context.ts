// What every piece of the table knows: the game's layout, the open menu by the cards it is about, what is selected, and
// what a click does.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { way, type Layout, type Way } from '../games/layout';
import type { Board, Card, Menu, Option, Seat } from '../protocol';

export interface Offered {
  option: Option;
  index: number;
  way: Way;
}

export interface TableWorld {
  layout: Layout;
  board: Board;
  /** Whose side is near. */
  near: Seat;
  /** Whose words are used: null for a spectator. */
  you: Seat | null;
  menu: Menu | null;
  offers: Offered[];
  /** The offers that begin at a card, and those that are about it in any way. */
  from: Map<string, Offered[]>;
  about: Map<string, Offered[]>;
  /** The card whose sheet is open; its targets glow. */
  selected: string | null;
  select(ref: string | null, anchor?: Element | null): void;
  /** Answers the menu; absent where one only looks. */
  choose: ((index: number) => void) | null;
  openZone(seat: Seat, zone: string): void;
  /** Cards that an event is about, while it is pointed at. */
  lit: string[];
  light(refs: string[]): void;
  /** Cards that something just happened to. */
  touched: Set<string>;
  preview(card: Card | null, anchor?: Element): void;
  openRule(id: string): void;
}

export const World = createContext<TableWorld | null>(null);

export function useWorld(): TableWorld {
  const world = useContext(World);
  if (!world) throw new Error('outside of a table');
  return world;
}

const add = (map: Map<string, Offered[]>, key: string, offer: Offered): void => {
  const list = map.get(key);
  if (list) list.push(offer);
  else map.set(key, [offer]);
};

/** Verbs that take a card from a hand to the table, and do something with one that lies there already. */
const EITHER = new Set(['activate', 'use', 'counter']);

export function readMenu(layout: Layout, menu: Menu | null, board: Board): Pick<TableWorld, 'offers' | 'from' | 'about'> {
  const cards = cardsOf(board);
  const lies = (ref: string | null): boolean => !!ref && layout.zones[cards.get(ref)?.zone ?? '']?.kind === 'field';
  const offers = (menu?.options ?? []).map((option, index) => {
    const found = way(layout, option);
    // What lies on the table goes nowhere by being used.
    const to = EITHER.has(option.verb) && lies(found.from) ? found.to.filter((goal) => !goal.startsWith('zone:')) : found.to;
    return { option, index, way: { ...found, to } };
  });
  const from = new Map<string, Offered[]>();
  const about = new Map<string, Offered[]>();
  for (const offer of offers) {
    if (offer.way.from) add(from, offer.way.from, offer);
    for (const ref of new Set([...offer.option.cards, ...offer.way.to])) add(about, ref, offer);
  }
  return { offers, from, about };
}

/** Every card on the board by its ref, with where it lies. */
export interface Found {
  card: Card;
  seat: Seat;
  zone: string;
  host: string | null;
}

export function cardsOf(board: Board): Map<string, Found> {
  const found = new Map<string, Found>();
  const take = (card: Card, seat: Seat, zone: string, host: string | null): void => {
    found.set(card.ref, { card, seat, zone, host });
    for (const under of card.under ?? []) take(under, seat, zone, card.ref);
  };
  for (const seat of ['A', 'B'] as const)
    for (const [name, zone] of Object.entries(board.seats[seat].zones)) for (const card of zone.cards ?? []) take(card, seat, name, null);
  return found;
}

/** What a click on a card or a place means now: one answer to give at once, or a card to look at. */
export function clicked(world: TableWorld, key: string): Offered | null {
  const { selected, from, about } = world;
  if (selected && selected !== key) {
    const both = (from.get(selected) ?? []).filter((offer) => offer.way.to.includes(key));
    if (both.length === 1) return both[0]!;
  }
  const own = from.get(key) ?? [];
  const list = own.length ? own : (about.get(key) ?? []);
  const only = list.length === 1 ? list[0]! : null;
  return only && PLAIN.has(only.option.verb) ? only : null;
}

/** Verbs that one click may answer: choosing is what the click says. */
const PLAIN = new Set(['choose', 'pay', 'resolve', 'hatch', 'block']);
