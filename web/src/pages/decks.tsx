// Decks: paste a list as people have it, see it checked with the rule behind every reason, keep it in this browser.
import { useEffect, useState } from 'preact/hooks';
import { api, type CheckedDeck, type GameInfo, Refused } from '../api';
import { ownDecks } from '../decks';
import { GAMES, layoutOf } from '../games';
import type { Game } from '../protocol';
import { useStore } from '../store';
import { capital } from '../table/words';

/** A deck as a list with a heading for each section. */
const asList = (deck: CheckedDeck): string =>
  (deck.sections ?? []).map(({ section, cards }) => `${section.replace(/_/g, '-')}:\n${cards.map((card) => `${card.count} ${card.id}`).join('\n')}\n`).join('\n');

export function DecksPage() {
  const own = useStore(ownDecks);
  const [game, setGame] = useState<Game>('digimon');
  const [name, setName] = useState('');
  const [list, setList] = useState('');
  const [checked, setChecked] = useState<CheckedDeck | string | null>(null);
  const [games, setGames] = useState<GameInfo[]>([]);
  useEffect(() => {
    api.games().then((told) => setGames(told.games), () => undefined);
  }, []);
  /** Lays a built-in deck open, to look at it or to begin from it. */
  const lay = (id: string): void => {
    if (!id) return;
    api.checkDeck(game, id).then(
      (deck) => {
        setChecked(deck);
        setName(deck.name ?? '');
        setList(asList(deck));
      },
      (fault: Refused) => setChecked(fault.message),
    );
  };
  const check = (event?: Event): void => {
    event?.preventDefault();
    api.checkDeck(game, list).then(setChecked, (fault: Refused) => setChecked(fault.message));
  };
  const keep = (): void => {
    const title = name.trim() || `${layoutOf(game).short} deck ${own.length + 1}`;
    const legal = typeof checked === 'object' ? checked?.legal : undefined;
    ownDecks.set([...own.filter((deck) => !(deck.name === title && deck.game === game)), { name: title, game, list, legal }]);
    setName(title);
  };
  return (
    <main class="page decks">
      <h1>Decks</h1>
      <p class="lead">Paste a list as you have it: <code>4 BT1-010</code>, <code>4x Name</code>, or a deck in JSON. Lists stay in this browser.</p>
      <form onSubmit={check}>
        <div class="form-row">
          <label class="pick">
            <span>Game</span>
            <select value={game} onChange={(event) => { setGame(event.currentTarget.value as Game); setChecked(null); }}>
              {GAMES.map((one) => <option key={one} value={one}>{layoutOf(one).short}</option>)}
            </select>
          </label>
          <label class="pick">
            <span>Begin with</span>
            <select value="" onChange={(event) => lay(event.currentTarget.value)}>
              <option value="">An empty list, or a built-in deck …</option>
              {games.find((one) => one.game === game)?.decks.map((deck) => <option key={deck.id} value={deck.id}>{deck.name}</option>)}
            </select>
          </label>
          <label class="pick">
            <span>Name</span>
            <input value={name} onInput={(event) => setName(event.currentTarget.value)} placeholder="My deck" />
          </label>
        </div>
        <label class="pick">
          <span>List</span>
          <textarea rows={14} spellcheck={false} value={list} onInput={(event) => { setList(event.currentTarget.value); setChecked(null); }} />
        </label>
        <p class="buttons">
          <button type="submit" class="primary" disabled={!list.trim()}>Check</button>
          <button type="button" disabled={!list.trim()} onClick={keep}>Keep</button>
        </p>
      </form>
      <div aria-live="polite">
        {typeof checked === 'string' && <p class="problem">{checked}</p>}
        {checked && typeof checked === 'object' && (
          <section class={`verdict ${checked.legal ? 'good' : 'bad'}`}>
            <h2>{checked.legal ? (checked.playable === false ? 'Legal, but not all of it can be played yet' : 'Legal') : 'Not legal'}</h2>
            <ul>
              {checked.reasons.map((reason, at) => (
                <li key={at}>{capital(reason.why)} {reason.rule && <a class="rule-link" href={`/rules/${game}/${reason.rule}`}>{reason.rule}</a>}</li>
              ))}
              {!!checked.more && <li>and {checked.more} more</li>}
              {checked.unread?.map((card) => <li key={card.id}>{card.name} ({card.id}) has words that Shobu does not read, so it cannot be played: {card.words}</li>)}
            </ul>
            <div class="sections">
              {checked.sections?.map(({ section, cards }) => (
                <div key={section}>
                  <h3>{section.replace(/_/g, ' ')} ({cards.reduce((sum, card) => sum + card.count, 0)})</h3>
                  <ul>
                    {cards.map((card) => <li key={card.id}><b>{card.count}</b> <a href={`/card/${game}/${card.id}`}>{card.name || card.id}</a></li>)}
                  </ul>
                </div>
              ))}
            </div>
          </section>
        )}
      </div>
      {own.length > 0 && (
        <section>
          <h2>Kept in this browser</h2>
          <ul class="own-decks">
            {own.map((deck) => (
              <li key={deck.game + deck.name}>
                <button type="button" class="link" onClick={() => { setGame(deck.game); setName(deck.name); setList(deck.list); setChecked(null); }}>{deck.name}</button>
                <small>{layoutOf(deck.game).short}{deck.legal === false ? ' · not legal' : deck.legal ? ' · legal' : ''}</small>
                <button type="button" class="small" aria-label={`Forget ${deck.name}`} onClick={() => ownDecks.set(own.filter((one) => one !== deck))}>Forget</button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
