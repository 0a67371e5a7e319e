// The server's HTTP side. Every call gives what it promised or throws a `Refused` that can be shown to a person.
import { bookApi, isBook } from './book';
import type { Card, Event, Game, Menu, Board, Over, Seat, State, Why } from './protocol';

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly body?: unknown,
  ) {
    super(text);
  }
}

export interface GameInfo {
  game: Game;
  title: string;
  editions: string[];
  decks: { id: string; name: string }[];
  /** Whether whoever runs the server has pictures of cards. */
  pictures?: boolean;
}

export interface Games {
  games: GameInfo[];
  bots: { name: string; says?: string }[];
}

export type DeckChoice = string | null | Record<string, unknown>;

export interface NewMatch {
  game: Game;
  decks: [DeckChoice, DeckChoice];
  seats: [string, string];
  seed?: number;
  edition?: string;
  clock?: { minutes: number; increment: number };
}

export interface Made {
  match: string;
  seats: { seat: Seat; token?: string; link?: string }[];
}

/** A table that waits for its guest. */
export interface Invited {
  invite: string;
  game: Game;
  edition?: string | null;
  clock?: { minutes?: number; total?: number; increment?: number } | null;
  /** Once it has begun. */
  match: string | null;
}

export interface RuleRow {
  game: Game;
  id: string;
  kind?: string;
  says?: string;
  scenes?: { path: string; title?: string }[];
  /** How many scenes show it. */
  shown?: number;
  places?: { file: string; line: number }[];
  exempt?: string;
  /** What it follows from, where no line enforces it by itself. */
  follows?: { from: string; why: string };
}

export interface SceneInfo {
  path: string;
  title: string;
  game: Game;
  source: string;
  steps: number;
  rules: string[];
  /** The lines of its script. */
  lines: { number: number; text: string }[];
  /** Its cards by id, as they are printed and read. */
  cards: Record<string, Printed>;
}

export interface Picture {
  board: Board;
  menu: Menu | null;
  events: Event[];
  over?: Over | null;
  asked?: Seat | null;
  line?: number;
  said?: string;
}

export interface CheckedDeck {
  legal: boolean;
  playable?: boolean;
  name?: string;
  reasons: { rule?: string | null; why: string; says?: string | null }[];
  /** Reasons that were left out. */
  more?: number;
  unread?: { id: string; name: string; words: string }[];
  sections?: { section: string; cards: { id: string; name: string; count: number }[] }[];
  /** As a new match takes it. */
  deck?: Record<string, unknown>;
}

export interface Printed {
  id: string;
  name: string;
  row: Record<string, unknown>;
  reading: string[];
  unread: string[];
  card?: Card | null;
}

async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, 'offline', 'The server cannot be reached. Your game is safe there; try again in a moment.');
  }
  let value: unknown = null;
  try {
    value = await answer.json();
  } catch {
    // An answer without JSON is told by its status below.
  }
  if (!answer.ok) {
    const fault = (value ?? {}) as { code?: string; text?: string };
    throw new Refused(answer.status, fault.code ?? String(answer.status), fault.text ?? `The server answered ${answer.status}.`, value);
  }
  return value as T;
}

const query = (values: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
};

/** Something asked once and remembered; a failure is not remembered. */
function once<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const held = new Map<string, Promise<T>>();
  return (key) => {
    let found = held.get(key);
    if (!found) {
      found = ask(key);
      found.catch(() => held.delete(key));
      held.set(key, found);
    }
    return found;
  };
}

const gamesOnce = once(async () => call<Games>('GET', '/api/games'));
const cardOnce = once(async (key) => call<Printed>('GET', `/api/cards/${key}`));
const rulesOnce = once(async (game) => call<unknown>('GET', `/api/rules/${game}`));
const picturesOnce = once(async (game) => {
  if (isBook) return new Set<string>();
  const { games } = await gamesOnce('');
  if (!games.find((one) => one.game === game)?.pictures) return new Set<string>();
  return new Set((await call<{ ids: string[] }>('GET', `/api/pictures/${game}`)).ids);
});

export const api = {
  games: (): Promise<Games> => gamesOnce(''),
  start: (wanted: NewMatch): Promise<Made> => call('POST', '/api/matches', wanted),
  state: (match: string, token?: string, since?: number): Promise<State> =>
    call('GET', `/api/matches/${match}${query({ since })}`, undefined, token),
  answer: (match: string, token: string, option: number, version: number): Promise<State> =>
    call('POST', `/api/matches/${match}/answer`, { option, version }, token),
  undo: (match: string, token: string, version: number): Promise<State> =>
    call('POST', `/api/matches/${match}/undo`, { version }, token),
  concede: (match: string, token: string): Promise<State> => call('POST', `/api/matches/${match}/concede`, {}, token),
  rematch: (match: string, token: string): Promise<Made> => call('POST', `/api/matches/${match}/rematch`, {}, token),
  why: (match: string, token: string | undefined, of: { card?: string; label?: string }): Promise<Why> =>
    call('GET', `/api/matches/${match}/why${query(of)}`, undefined, token),
  record: (match: string, token?: string): Promise<unknown> => call('GET', `/api/matches/${match}/record`, undefined, token),
  upload: (record: unknown): Promise<{ replay: string; answers: number }> => call('POST', '/api/replays', { record }),
  replay: (id: string, at: number | undefined, seat: string): Promise<State & { answers?: number; at?: number }> =>
    call('GET', `/api/replays/${id}${query({ at, seat })}`),
  goOn: (id: string, at: number, seats: [string, string]): Promise<Made> =>
    call('POST', `/api/replays/${id}/continue`, { at, seats }),
  invite: (wanted: { game: Game; deck: DeckChoice; edition?: string; clock?: NewMatch['clock'] }): Promise<{ invite: string; token: string; guest: { token: string; link: string } }> =>
    call('POST', '/api/invites', wanted),
  invited: (id: string): Promise<Invited> => call('GET', `/api/invites/${id}`),
  join: (id: string, token: string, deck: DeckChoice): Promise<Made> => call('POST', `/api/invites/${id}/join`, { deck }, token),
  rules: (game: Game): Promise<unknown> => (isBook ? bookApi.rules(game) : rulesOnce(game)),
  rule: (game: Game, id: string): Promise<unknown> => (isBook ? bookApi.rule(game, id) : call('GET', `/api/rules/${game}/${encodeURIComponent(id)}`)),
  search: (words: string, games: readonly Game[]): Promise<unknown> =>
    isBook ? bookApi.search(words, games) : call('GET', `/api/rules/search${query({ q: words, game: games.length === 1 ? games[0] : undefined })}`),
  scenes: (): Promise<{ scenes: string[] }> => (isBook ? bookApi.scenes() : call('GET', '/api/scenes')),
  scene: (path: string): Promise<SceneInfo> => (isBook ? bookApi.scene(path) : call('GET', `/api/scenes/${path}`)),
  sceneAt: (path: string, at: number): Promise<Picture> => (isBook ? bookApi.sceneAt(path, at) : call('GET', `/api/scenes/${path}${query({ at })}`)),
  checkDeck: (game: Game, list: string): Promise<CheckedDeck> => call('POST', '/api/decks/check', { game, list }),
  card: (game: Game, id: string): Promise<Printed> => cardOnce(`${game}/${encodeURIComponent(id)}`),
  /** The ids of the cards that have a picture, in capital letters. */
  pictures: (game: Game): Promise<Set<string>> => picturesOnce(game),
};
