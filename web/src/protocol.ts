// The messages of the server (docs/protocol.md and CONTRACT "Programs"), as far as the page reads them. Nothing here
// knows a rule; what is optional in the message is optional here.

export type Game = 'digimon' | 'dbs' | 'buddyfight' | 'battle-spirits';
export type Seat = 'A' | 'B';

export interface Figure {
  now: number;
  /** Left out where it is the same. */
  printed?: number;
}

export interface Card {
  ref: string;
  id?: string;
  name?: string;
  kind?: string;
  colors?: string[];
  owner?: Seat;
  /** The place from the top in a pile of which not all cards are known. */
  at?: number;
  figures?: Record<string, Figure>;
  states?: string[];
  keywords?: string[];
  given?: string[];
  counters?: Record<string, number>;
  under?: Card[];
}

export interface Zone {
  spread: 'field' | 'fan' | 'pile';
  count: number;
  cards?: Card[];
}

export interface Side {
  figures: Record<string, number>;
  zones: Record<string, Zone>;
}

export interface Attack {
  attackers: string[];
  targets: string[];
  against: Seat;
  step: string;
  totals?: [number, number];
}

export interface Waiting {
  card?: string;
  text: string;
  seat: Seat;
}

export interface Board {
  game: Game;
  edition: string;
  turn: { number: number; seat: Seat; phase: string };
  seats: Record<Seat, Side>;
  attack: Attack | null;
  waiting: Waiting[];
}

export interface Option {
  label: string;
  verb: string;
  cards: string[];
  cost?: number;
  then?: string;
  words?: string;
  number?: number;
  declines?: boolean;
}

export interface Reason {
  text: string;
  card?: string;
  name?: string;
  words?: string;
  rule?: string;
}

export interface Menu {
  seat: Seat;
  reason: Reason;
  options: Option[];
}

export interface Event {
  text: string;
  /** The printed words of the effect that it is about. */
  words?: string;
  rule?: string;
  cards: string[];
}

export interface Over {
  winner: Seat | null;
  why: string;
  rule?: string;
}

export interface State {
  type: 'state';
  match: string;
  version: number;
  seat: Seat | null;
  board: Board;
  menu: Menu | null;
  asked: Seat | null;
  events: Event[];
  over: Over | null;
  /** The events are those behind this version. */
  from?: number;
  /** Who sits where: `person` or a bot's name. */
  players?: [string, string];
  /** Whether the seat's last answer may perhaps be taken back. */
  undo?: boolean;
  /** Milliseconds left and whose clock runs, where the match is played by the clock. */
  clock?: Clock | null;
  /** The match in which the same people play once more. */
  rematch?: string;
}

export interface Clock {
  left: Record<Seat, number>;
  running: Seat | null;
}

export interface Fault {
  type: 'error';
  code: string;
  text: string;
}

/** What stands behind a refusal beyond its rule. */
export interface Because {
  missing?: string[];
  unmet?: string;
  by?: { card?: string; name: string; owner: string; words: string }[];
}

export interface Why {
  card?: string;
  name?: string;
  can?: string[];
  cannot?: { label: string; rule: string; says: string; because?: Because }[];
  /** For a label: whether it is offered, and what refuses it. */
  offered?: boolean;
  rule?: string;
  says?: string;
}

export const other = (seat: Seat): Seat => (seat === 'A' ? 'B' : 'A');
