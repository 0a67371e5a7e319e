// Choosing a deck: a built-in one or a list kept in this browser.
import type { DeckChoice, GameInfo } from '../api';
import { asChoice, ownDecks } from '../decks';
import type { Game } from '../protocol';
import { useStore } from '../store';

/** The word for: whoever is invited brings a deck. */
export const GUEST = 'guest:';

/** What a match takes for what was chosen. */
export function useDeckOf(game: Game): (value: string) => DeckChoice {
  const own = useStore(ownDecks);
  return (value) => {
    if (!value) return null;
    if (!value.startsWith('own:')) return value;
    const found = own.find((deck) => deck.game === game && `own:${deck.name}` === value);
    return found ? asChoice(found.list) : null;
  };
}

interface Props {
  label: string;
  game: Game;
  info: GameInfo | undefined;
  value: string;
  change: (value: string) => void;
  /** Somebody is invited who may bring a deck. */
  guest?: boolean;
}

export function DeckSelect({ label, game, info, value, change, guest }: Props) {
  const own = useStore(ownDecks).filter((deck) => deck.game === game);
  return (
    <label class="pick">
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {guest && <option value={GUEST}>They bring their own</option>}
        <option value="">The usual one</option>
        <optgroup label="Built in">
          {info?.decks.map((deck) => <option key={deck.id} value={deck.id}>{deck.name}</option>)}
        </optgroup>
        {own.length > 0 && (
          <optgroup label="Mine">
            {own.map((deck) => <option key={deck.name} value={`own:${deck.name}`}>{deck.name}</option>)}
          </optgroup>
        )}
      </select>
    </label>
  );
}
