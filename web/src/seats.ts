// The seats that this browser may sit on: tokens by match, kept so that a reload or a closed tab loses nothing.
import type { Made } from './api';
import type { Game, Seat } from './protocol';
import { kept } from './store';

export interface Held {
  tokens: Partial<Record<Seat, string>>;
  /** The other seat's link, to give to a friend. */
  invite?: string;
  game?: Game;
  /** Who sits opposite, in words for the list of games. */
  versus?: string;
  at: number;
}

const MOST = 40;

export const seats = kept<Record<string, Held>>('seats', {});

export function hold(match: string, change: Partial<Held>): void {
  seats.update((all) => {
    const before = all[match] ?? { tokens: {}, at: Date.now() };
    const next = { ...all, [match]: { ...before, ...change, tokens: { ...before.tokens, ...change.tokens } } };
    const names = Object.keys(next).sort((a, b) => (next[b]?.at ?? 0) - (next[a]?.at ?? 0));
    for (const name of names.slice(MOST)) delete next[name];
    return next;
  });
}

/** Invitations that were sent from this browser or came to it: the token of the seat, and the link to give away. */
export interface HeldInvite {
  host?: string;
  guest?: string;
  link?: string;
  at: number;
}

export const invites = kept<Record<string, HeldInvite>>('invites', {});

export function keepInvite(id: string, change: Partial<HeldInvite>): void {
  invites.update((all) => {
    const next = Object.entries({ ...all, [id]: { ...all[id], ...change, at: Date.now() } });
    return Object.fromEntries(next.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST));
  });
}

/** Keeps what a new match gave: our seats, and the link for a friend. */
export function holdMade(made: Made, game: Game, kind: 'bot' | 'friend' | 'both', versus: string): string {
  const tokens: Partial<Record<Seat, string>> = {};
  let invite: string | undefined;
  made.seats.forEach((row) => {
    if (!row.token) return;
    const taken = Object.keys(tokens).length > 0;
    if (kind === 'friend' && taken) invite = `/m/${made.match}#${row.seat}.${row.token}`;
    else tokens[row.seat] = row.token;
  });
  hold(made.match, { tokens, invite, game, versus, at: Date.now() });
  return `/m/${made.match}`;
}

/** Takes a seat from the fragment of a link, `#A.token`. */
export function takeSeat(match: string, hash: string): boolean {
  const found = /^([AB])\.([A-Za-z0-9_-]{8,})$/.exec(hash);
  if (!found) return false;
  hold(match, { tokens: { [found[1] as Seat]: found[2] }, at: Date.now() });
  return true;
}
