// The lists a person keeps in this browser. The server checks them; nothing of the rules is known here.
import type { DeckChoice } from './api';
import type { Game } from './protocol';
import { kept } from './store';

export interface OwnDeck {
  name: string;
  game: Game;
  list: string;
  legal?: boolean;
}

export const ownDecks = kept<OwnDeck[]>('decks', []);

/** A deck as a match wants it: a deck in JSON as an object, a list as its text. */
export function asChoice(list: string): DeckChoice {
  try {
    const value = JSON.parse(list) as unknown;
    if (value && typeof value === 'object') return value as Record<string, unknown>;
  } catch {
    // A plain list.
  }
  return list;
}
