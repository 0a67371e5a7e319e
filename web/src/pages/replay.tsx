// A finished or uploaded match, looked back on: scrub by answers, see it from either seat or all-knowing, share a moment,
// go on from here.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, Refused } from '../api';
import { layoutOf } from '../games';
import { other, type Seat, type State } from '../protocol';
import { go, stay } from '../route';
import { holdMade } from '../seats';
import { Log } from '../table/log';
import { OptionList, Prompt } from '../table/menu';
import { Table } from '../table/table';
import { told } from '../table/words';
import { CopyLink } from './copylink';
import { Stepper } from './stepper';

type Eyes = 'A' | 'B' | 'all';
type Told = State & { answers?: number; at?: number };

export function ReplayPage({ id, start }: { id: string; start: number | undefined }) {
  const [at, setAt] = useState(start ?? 0);
  const [eyes, setEyes] = useState<Eyes>('all');
  const [state, setState] = useState<Told | null>(null);
  const [last, setLast] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [share, setShare] = useState(false);
  const [flipped, setFlipped] = useState(false);
  const held = useRef(new Map<string, Promise<Told>>());
  const wanted = useRef(at);

  const load = (place: number, seen: Eyes): Promise<Told> => {
    const key = `${place} ${seen}`;
    let found = held.current.get(key);
    if (!found) {
      found = api.replay(id, place, seen) as Promise<Told>;
      found.catch(() => held.current.delete(key));
      held.current.set(key, found);
    }
    return found;
  };
  useEffect(() => {
    wanted.current = at;
    // A slider moves fast: only where it rests is asked for.
    const timer = setTimeout(() => {
      load(at, eyes).then(
        (value) => {
          if (wanted.current !== at) return;
          setState(value);
          setProblem(null);
          if (value.answers !== undefined) setLast(value.answers);
          stay(`/r/${id}?at=${at}`);
          if (at < (value.answers ?? 0)) void load(at + 1, eyes).catch(() => undefined);
        },
        (fault: Refused) => setProblem(fault.message),
      );
    }, 40);
    return () => clearTimeout(timer);
  }, [at, eyes, id]);

  /** Turns only ever go up, so the first answer of a turn is found by halving. */
  const firstOf = async (turn: number): Promise<number> => {
    let [low, high] = [0, last];
    while (low < high) {
      const half = Math.floor((low + high) / 2);
      if ((await load(half, eyes)).board.turn.number >= turn) high = half;
      else low = half + 1;
    }
    return low;
  };
  const toTurn = async (step: 1 | -1): Promise<void> => {
    if (!state) return;
    const now = state.board.turn.number;
    try {
      const begin = step < 0 ? await firstOf(now) : 0;
      // Back: to the beginning of this turn, and from there to the one before.
      setAt(step > 0 ? await firstOf(now + 1) : begin < at ? begin : await firstOf(now - 1));
    } catch (fault) {
      setProblem((fault as Error).message);
    }
  };

  if (!state) return <main class="page"><h1>Replay</h1>{problem ? <p class="problem" role="alert">{problem}</p> : <p>…</p>}</main>;
  const voice: Seat = eyes === 'B' ? 'B' : 'A';
  const near = flipped ? other(voice) : voice;
  return (
    <main class="match replay">
      <h1 class="sr">Replay: {layoutOf(state.board.game).title}</h1>
      <Table board={state.board} near={near} you={null} menu={state.menu} choose={null} version={at} names={eyes === 'all' ? undefined : told(voice)} touched={state.events.flatMap((event) => event.cards)}>
        <div class="panel">
          <Stepper at={at} last={last} go={setAt} label="Answer" />
          <p class="turn-steps">
            <button type="button" class="small" disabled={at <= 0} onClick={() => void toTurn(-1)}>◀ turn</button>
            <button type="button" class="small" disabled={at >= last} onClick={() => void toTurn(1)}>turn ▶</button>
          </p>
          {problem && <p class="problem" role="alert">{problem}</p>}
          <div class="turn-state"><b>Turn {state.board.turn.number}, seat {state.board.turn.seat}, {state.board.turn.phase}</b></div>
          <label class="pick inline"><span>Seen by</span>
            <select value={eyes} onChange={(event) => setEyes(event.currentTarget.value as Eyes)}>
              <option value="all">everything</option><option value="A">seat A</option><option value="B">seat B</option>
            </select>
          </label>
          {state.over && <p class="over-line"><b>{state.over.winner ? `Seat ${state.over.winner} wins.` : 'A draw.'}</b> {state.over.why}</p>}
          <div class="panel-play shown"><Prompt /><OptionList /></div>
          <div class="tools">
            <button type="button" class="small" onClick={() => setFlipped(!flipped)}>Turn the table</button>
            <button type="button" class="small" onClick={() => setShare(!share)} aria-expanded={share}>Share this moment</button>
            {!state.over && <GoOn id={id} at={at} state={state} />}
          </div>
          {share && <CopyLink label="A link to this moment" path={`/r/${id}?at=${at}`} />}
          <div class="panel-log shown"><Log lines={state.events.map((event) => ({ event, fresh: at }))} /></div>
        </div>
      </Table>
    </main>
  );
}

function GoOn({ id, at, state }: { id: string; at: number; state: State }) {
  const [problem, setProblem] = useState<string | null>(null);
  const from = (seats: [string, string], kind: 'bot' | 'both'): void => {
    api
      .games()
      .then(({ bots }) => {
        const names = bots.map((bot) => bot.name);
        const bot = ['normal', 'greedy'].find((name) => names.includes(name)) ?? names[0] ?? 'random';
        return api.goOn(id, at, seats.map((seat) => (seat === 'bot' ? bot : seat)) as [string, string]);
      })
      .then(
        (made) => go(holdMade(made, state.board.game, kind, kind === 'both' ? 'both seats' : 'a bot')),
        (fault: Refused) => setProblem(fault.message),
      );
  };
  return (
    <details class="autopass">
      <summary class="small">Go on from here …</summary>
      <div class="drop">
        <button type="button" class="small" onClick={() => from(['open', 'bot'], 'bot')}>as seat A against a bot</button>
        <button type="button" class="small" onClick={() => from(['bot', 'open'], 'bot')}>as seat B against a bot</button>
        <button type="button" class="small" onClick={() => from(['open', 'open'], 'both')}>both seats, by hand</button>
        {problem && <p class="problem" role="alert">{problem}</p>}
      </div>
    </details>
  );
}
