// The first page: choose a game, a deck and somebody to play, and sit down. Below: the tables left open, and the other
// rooms.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, type Games, type NewMatch, Refused } from '../api';
import { GAMES, layoutOf } from '../games';
import type { Game } from '../protocol';
import { go } from '../route';
import { holdMade, keepInvite, seats } from '../seats';
import { kept, useStore } from '../store';
import { capital } from '../table/words';
import { DeckSelect, GUEST, useDeckOf } from './deckselect';

const BOT_WORDS: Record<string, string> = {
  easy: 'a gentle start', normal: 'plays soundly', hard: 'thinks ahead', greedy: 'quick, takes what looks best', rollout: 'stronger, slower', random: 'does anything', script: 'plays by habit',
};
/** Levels first, then what is there for other ends. */
const ORDER = ['easy', 'normal', 'hard', 'greedy', 'rollout', 'script', 'random'];
const LEVELS = ['easy', 'normal', 'hard'];
const rank = (bot: string): number => (ORDER.includes(bot) ? ORDER.indexOf(bot) : ORDER.length);

interface Wish {
  game: Game;
  versus: string;
  decks: Partial<Record<Game, [string, string]>>;
  /** The deck of a friend: their own if nothing was chosen. */
  friends?: Partial<Record<Game, string>>;
  edition: Partial<Record<Game, string>>;
  clock: number;
}

const wish = kept<Wish>('wish', { game: 'digimon', versus: 'normal', decks: {}, edition: {}, clock: 0 });

function useGames(): { games: Games | null; problem: string | null } {
  const [games, set] = useState<Games | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    api.games().then(set, (fault: Refused) => setProblem(fault.message));
  }, []);
  return { games, problem };
}

function Tiles({ chosen, choose }: { chosen: Game; choose: (game: Game) => void }) {
  return (
    <fieldset class="tiles">
      <legend>Which game?</legend>
      {GAMES.map((game) => {
        const layout = layoutOf(game);
        return (
          <label key={game} class={`tile ${game}${chosen === game ? ' chosen' : ''}`}>
            <input type="radio" name="game" value={game} checked={chosen === game} onChange={() => choose(game)} />
            <Emblem game={game} />
            <b>{layout.short}</b>
            <span>{layout.blurb}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** A sign for each game, drawn from what its table looks like. */
function Emblem({ game }: { game: Game }) {
  return (
    <svg class="emblem" viewBox="0 0 64 40" aria-hidden="true" focusable="false">
      {game === 'digimon' && [0, 1, 2, 3, 4, 5, 6].map((n) => <circle key={n} class={n === 3 ? 'on' : n < 3 ? 'left' : 'right'} cx={8 + n * 8} cy={20 - Math.abs(n - 3) * 2 + 4} r={n === 3 ? 5 : 3.4} />)}
      {game === 'dbs' && [0, 1, 2, 3, 4].map((n) => <rect key={n} class={n === 2 ? 'on' : 'left'} x={6 + n * 10} y={n === 2 ? 6 : 12} width={n === 2 ? 13 : 9} height={n === 2 ? 28 : 20} rx="2" transform={n > 2 ? 'translate(4 0)' : ''} />)}
      {game === 'buddyfight' && [0, 1, 2].map((n) => <path key={n} class={n === 1 ? 'on' : 'left'} d={`M${12 + n * 20},${n === 1 ? 4 : 10}l8,6v10l-8,10l-8,-10v-10z`} />)}
      {game === 'battle-spirits' && [0, 1, 2, 3, 4].map((n) => <path key={n} class={n === 2 ? 'on' : 'right'} d={`M${12 + n * 10},${n % 2 ? 8 : 14}l6,7l-6,9l-6,-9z`} />)}
    </svg>
  );
}

export function HomePage() {
  const { games, problem } = useGames();
  const wanted = useStore(wish);
  const deckOf = useDeckOf(wanted.game);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const info = games?.games.find((one) => one.game === wanted.game);
  const bots = useMemo(() => (games?.bots ?? []).map((bot) => bot.name).sort((a, b) => rank(a) - rank(b)), [games]);
  const decks = wanted.decks[wanted.game] ?? ['', ''];
  const versus = wanted.versus === 'friend' || wanted.versus === 'both' || bots.includes(wanted.versus) ? wanted.versus : bots.includes('normal') ? 'normal' : (bots[0] ?? 'friend');
  const theirs = versus === 'friend' ? (wanted.friends?.[wanted.game] ?? GUEST) : decks[1];
  const change = (part: Partial<Wish>): void => wish.set({ ...wanted, ...part });

  const botChoice = (bot: string) => (
    <label key={bot} class={versus === bot ? 'chosen' : ''}>
      <input type="radio" name="versus" value={bot} checked={versus === bot} onChange={() => change({ versus: bot })} />
      <b>{capital(bot)}</b> <small>{BOT_WORDS[bot] ?? games?.bots.find((one) => one.name === bot)?.says ?? 'a bot'}</small>
    </label>
  );
  const start = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    const kind = versus === 'friend' ? 'friend' : versus === 'both' ? 'both' : 'bot';
    const ask: NewMatch = { game: wanted.game, decks: [deckOf(decks[0]), deckOf(theirs === GUEST ? '' : theirs)], seats: ['open', kind === 'bot' ? versus : 'open'] };
    const edition = wanted.edition[wanted.game];
    if (edition) ask.edition = edition;
    if (wanted.clock && kind === 'friend') ask.clock = { minutes: wanted.clock, increment: 10 };
    const words = kind === 'friend' ? 'a friend' : kind === 'both' ? 'both seats' : versus;
    const { decks: [deck], seats: _, ...terms } = ask;
    const began = theirs === GUEST ? api.invite({ ...terms, deck }).then((made) => {
      keepInvite(made.invite, { host: made.token, link: made.guest.link });
      return `/i/${made.invite}`;
    }) : api.start(ask).then((made) => holdMade(made, wanted.game, kind, words));
    began.then(
      go,
      (refused: Refused) => {
        setBusy(false);
        setFault(refused.message);
      },
    );
  };

  return (
    <main class="page home">
      <h1>Play, by the rules.</h1>
      <p class="lead">Four card games, every rule enforced, every refusal explained. Pick one and sit down: no account, nothing to install.</p>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <form onSubmit={start} class="start">
        <Tiles chosen={wanted.game} choose={(game) => change({ game })} />
        <div class="start-row">
          <fieldset class="versus">
            <legend>Against</legend>
            {bots.filter((bot) => LEVELS.includes(bot)).map(botChoice)}
            <label class={versus === 'friend' ? 'chosen' : ''}>
              <input type="radio" name="versus" value="friend" checked={versus === 'friend'} onChange={() => change({ versus: 'friend' })} />
              <b>A friend</b> <small>by link</small>
            </label>
            <label class={versus === 'both' ? 'chosen' : ''}>
              <input type="radio" name="versus" value="both" checked={versus === 'both'} onChange={() => change({ versus: 'both' })} />
              <b>Yourself</b> <small>both seats, one screen</small>
            </label>
            {bots.some((bot) => !LEVELS.includes(bot)) && (
              <details class="more-bots" open={bots.includes(versus) && !LEVELS.includes(versus)}>
                <summary>Other bots</summary>
                <div>{bots.filter((bot) => !LEVELS.includes(bot)).map(botChoice)}</div>
              </details>
            )}
          </fieldset>
          <div class="picks">
            <DeckSelect label="Your deck" game={wanted.game} info={info} value={decks[0]} change={(value) => change({ decks: { ...wanted.decks, [wanted.game]: [value, decks[1]] } })} />
            <DeckSelect label="Their deck" game={wanted.game} info={info} value={theirs} guest={versus === 'friend'} change={(value) => change(versus === 'friend' ? { friends: { ...wanted.friends, [wanted.game]: value } } : { decks: { ...wanted.decks, [wanted.game]: [decks[0], value] } })} />
            {(info?.editions.length ?? 0) > 1 && (
              <label class="pick">
                <span>Edition</span>
                <select value={wanted.edition[wanted.game] ?? ''} onChange={(event) => change({ edition: { ...wanted.edition, [wanted.game]: event.currentTarget.value } })}>
                  <option value="">Current</option>
                  {info!.editions.map((edition) => <option key={edition} value={edition}>{capital(edition)}</option>)}
                </select>
              </label>
            )}
            {versus === 'friend' && (
              <label class="pick">
                <span>Clock</span>
                <select value={String(wanted.clock)} onChange={(event) => change({ clock: Number(event.currentTarget.value) })}>
                  <option value="0">No clock</option>
                  <option value="10">10 minutes each</option>
                  <option value="20">20 minutes each</option>
                  <option value="40">40 minutes each</option>
                </select>
              </label>
            )}
            <button type="submit" class="primary big" disabled={busy}>{busy ? 'Shuffling …' : 'Sit down and play'}</button>
            {fault && <p class="problem" role="alert">{fault}</p>}
          </div>
        </div>
      </form>
      <Tables />
      <Rooms />
    </main>
  );
}

function Tables() {
  const held = useStore(seats);
  const list = Object.entries(held).filter(([, one]) => one.game).sort((a, b) => b[1].at - a[1].at).slice(0, 6);
  if (!list.length) return null;
  return (
    <section class="tables">
      <h2>Your tables</h2>
      <ul>
        {list.map(([match, one]) => (
          <li key={match}>
            <a href={`/m/${match}`}>
              <b>{layoutOf(one.game!).short}</b> against {one.versus || 'a friend'} <time dateTime={new Date(one.at).toISOString()}>{new Date(one.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}</time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rooms() {
  const [problem, setProblem] = useState<string | null>(null);
  const load = (file: File | undefined): void => {
    if (!file) return;
    file.text().then((text) => api.upload(JSON.parse(text))).then(
      ({ replay }) => go(`/r/${replay}`),
      (fault: Error) => setProblem(fault instanceof SyntaxError ? 'This file is not a record: it is not JSON.' : fault.message),
    );
  };
  return (
    <section class="rooms">
      <a class="room" href="/rules"><b>Rulebook</b><span>Every rule in plain words, each shown by scenes you step through.</span></a>
      <a class="room" href="/decks"><b>Decks</b><span>Paste a list as you have it, see it checked, play it.</span></a>
      <label class="room">
        <b>Replay</b>
        <span>Open the record of a game: scrub, share a moment, go on from there.</span>
        <input type="file" accept="application/json,.json" onChange={(event) => load(event.currentTarget.files?.[0])} />
        {problem && <span class="problem" role="alert">{problem}</span>}
      </label>
    </section>
  );
}
