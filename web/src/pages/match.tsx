// A match: played from the seats this browser holds, or watched. One connection for each seat that is held; who holds
// both sees the table from the seat that is asked.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api, Refused } from '../api';
import { layoutOf } from '../games';
import { Live, type View } from '../live';
import { other, type Clock, type Seat, type State } from '../protocol';
import { go } from '../route';
import { hold, seats, takeSeat } from '../seats';
import { Store, useStore } from '../store';
import { Log } from '../table/log';
import { isTyping, OptionList, Prompt } from '../table/menu';
import { Table } from '../table/table';
import { capital } from '../table/words';
import { AutoPass, autoPass, type Until } from './autopass';
import { CopyLink } from './copylink';
import { Dialog } from '../table/dialog';

const NOTHING = new Store<View>({ state: null, log: [], online: false, busy: false, problem: null, since: 0 });

export function MatchPage({ match, hash }: { match: string; hash: string }) {
  useMemo(() => {
    if (takeSeat(match, hash)) history.replaceState(null, '', `/m/${match}`);
  }, [match, hash]);
  const held = useStore(seats)[match];
  const tokens = held?.tokens ?? {};
  const key = `${match} ${tokens.A ?? ''} ${tokens.B ?? ''}`;
  const [lives, setLives] = useState<Partial<Record<Seat | 'watch', Live>>>({});

  useEffect(() => {
    const next: Partial<Record<Seat | 'watch', Live>> = {};
    if (tokens.A) next.A = new Live(match, tokens.A);
    if (tokens.B) next.B = new Live(match, tokens.B);
    if (!tokens.A && !tokens.B) next.watch = new Live(match, undefined);
    setLives(next);
    return () => {
      for (const live of Object.values(next)) live.close();
    };
  }, [key]);

  const a = useStore(lives.A?.view ?? NOTHING);
  const b = useStore(lives.B?.view ?? NOTHING);
  const watch = useStore(lives.watch?.view ?? NOTHING);
  const [looks, setLooks] = useState<Seat | null>(null);
  const both = lives.A && lives.B;
  // With both seats here, the one that is asked looks; a finished match stays as it was.
  const asked = a.state?.asked ?? null;
  useEffect(() => {
    if (both && asked) setLooks(asked);
  }, [both, asked, a.state?.version]);
  const seat: Seat | 'watch' = lives.watch ? 'watch' : both ? (looks ?? 'A') : lives.A ? 'A' : 'B';
  const live = lives[seat];
  const view = seat === 'watch' ? watch : seat === 'A' ? a : b;
  if (!live) return <main class="page"><p>…</p></main>;
  if (!view.state) return <Waiting view={view} />;
  return <MatchTable key={match} live={live} view={view} state={view.state} both={!!both} invite={held?.invite} />;
}

function Waiting({ view }: { view: View }) {
  return (
    <main class="page">
      <h1>{view.problem ? 'No table here' : 'Coming to the table …'}</h1>
      {view.problem && <p class="problem" role="alert">{view.problem}</p>}
      {view.problem && <p><a href="/">To the games</a></p>}
    </main>
  );
}

function clockText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The clocks run on between messages. */
function useClocks(clock: Clock | null | undefined, since: number): Partial<Record<Seat, string>> | undefined {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!clock?.running) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [clock?.running]);
  if (!clock) return undefined;
  const left = (seat: Seat): string => clockText(clock.left[seat] - (clock.running === seat ? Date.now() - since : 0));
  return { A: left('A'), B: left('B') };
}

function names(state: State, both: boolean): Partial<Record<Seat, string>> | undefined {
  if (!state.seat) return undefined;
  if (both) return { A: 'Seat A', B: 'Seat B' };
  const opposite = state.players?.[state.seat === 'A' ? 1 : 0];
  return { [state.seat]: 'You', [other(state.seat)]: opposite && opposite !== 'person' ? `Opponent (${opposite})` : 'Opponent' };
}

function MatchTable({ live, view, state, both, invite }: { live: Live; view: View; state: State; both: boolean; invite?: string }) {
  const you = state.seat;
  const [flipped, setFlipped] = useState(false);
  const near = you ?? (flipped ? 'B' : 'A');
  const mine = you !== null && state.asked === you && !state.over;
  const [until, setUntil] = useState<Until | null>(null);
  const [tab, setTab] = useState<'play' | 'log'>('play');
  const [share, setShare] = useState(false);
  const [giveUp, setGiveUp] = useState(false);
  const clocks = useClocks(state.clock, view.since);
  const choose = useMemo(() => (mine && !view.busy ? (index: number) => live.answer(index) : null), [mine, view.busy, live]);

  // Passing by itself: one answer for each state, as long as nothing worth stopping for came up.
  const passed = useRef(0);
  useEffect(() => {
    if (!until || view.busy || passed.current === state.version) return;
    const decision = autoPass(state, until);
    if (decision === 'stop') setUntil(null);
    else if (decision !== null) {
      passed.current = state.version;
      live.answer(decision);
    }
  }, [until, state, view.busy]);

  useEffect(() => {
    document.title = `${state.over ? 'Over' : mine ? '● Your turn' : 'Waiting'} · ${layoutOf(state.board.game).short} · Shobu`;
    if (state.over) setUntil(null);
  }, [mine, state.over]);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'u' && you) live.undo();
      if (event.key === 'p' && choose) {
        const at = state.menu?.options.findIndex((option) => option.declines) ?? -1;
        if (at >= 0) choose(at);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [state, choose]);

  const fresh = view.log.filter((line) => line.fresh === view.log[view.log.length - 1]?.fresh);
  const last = fresh.slice(-3);
  return (
    <main class="match" data-version={state.version}>
      <h1 class="sr">{layoutOf(state.board.game).title}</h1>
      <div class="sr" aria-live="polite" aria-atomic="true">
        {last.map((line) => capital(line.event.text)).join('. ')}. {mine ? `You are asked: ${state.menu?.reason.text}. ${state.menu?.options.length} options.` : ''}
        {state.over ? ` The game is over: ${state.over.why}` : ''}
      </div>
      <Table board={state.board} near={near} you={both ? null : you} menu={state.menu} choose={choose} version={state.version} names={names(state, both)} clocks={clocks}
        touched={fresh.flatMap((line) => line.event.cards)}
        askWhy={you ? (of) => api.why(live.match, live.token, of) : undefined}>
        <div class={`panel${mine ? ' mine' : ''}`}>
          {!view.online && <p class="problem" role="status">Connection lost; trying again …</p>}
          {view.problem && <p class="problem" role="alert">{view.problem} <button type="button" class="link" onClick={() => live.say(null)}>close</button></p>}
          {state.over && <Over state={state} live={live} />}
          {invite && state.board.turn.number <= 1 && !state.over && you && !both && <Invite link={invite} />}
          {!state.over && (
            <div class="turn-state">
              <b>{both ? `Seat ${state.asked} is asked` : mine ? 'You are asked' : you ? 'Opponent thinks' : `Watching · seat ${state.asked} is asked`}</b>
              {until && <button type="button" class="small" onClick={() => setUntil(null)}>Passing … stop</button>}
            </div>
          )}
          <div class="tabs" role="tablist" aria-label="Beside the table">
            <button type="button" role="tab" aria-selected={tab === 'play'} onClick={() => setTab('play')}>Options</button>
            <button type="button" role="tab" aria-selected={tab === 'log'} onClick={() => setTab('log')}>Log</button>
          </div>
          <div class={`panel-play${tab === 'play' ? ' shown' : ''}`}>
            {mine && <Prompt />}
            {mine ? <OptionList /> : !state.over && last.length > 0 && <ul class="latest">{last.map((line, at) => <li key={at}>{capital(line.event.text)}</li>)}</ul>}
          </div>
          <div class="tools">
            {you && !state.over && <button type="button" class="small" disabled={state.undo === false} onClick={() => live.undo()} title="Take your last answer back, as long as nobody learnt anything by it (u)">Undo</button>}
            {you && !state.over && <AutoPass until={until} turn={state.board.turn.number} set={setUntil} />}
            {!you && <button type="button" class="small" onClick={() => setFlipped(!flipped)}>Turn the table</button>}
            <button type="button" class="small" onClick={() => setShare(true)}>Share</button>
            {you && !state.over && <button type="button" class="small" onClick={() => setGiveUp(true)}>Concede</button>}
          </div>
          <div class={`panel-log${tab === 'log' ? ' shown' : ''}`}>
            <Log lines={view.log} />
          </div>
        </div>
      </Table>
      {share && <Share match={live.match} invite={you && !both ? invite : undefined} close={() => setShare(false)} />}
      {giveUp && (
        <Dialog title="Concede this game?" close={() => setGiveUp(false)}>
          <p>Your opponent wins at once.</p>
          <p class="buttons">
            <button type="button" class="danger" onClick={() => { setGiveUp(false); live.concede(); }}>Concede</button>
            <button type="button" onClick={() => setGiveUp(false)}>Play on</button>
          </p>
        </Dialog>
      )}
    </main>
  );
}

function Invite({ link }: { link: string }) {
  return (
    <div class="invite">
      <CopyLink label="Give this link to your friend: it is their seat" path={link} />
    </div>
  );
}

function Share({ match, invite, close }: { match: string; invite?: string; close: () => void }) {
  return (
    <Dialog title="Share this table" close={close}>
      <CopyLink label="To watch (nothing hidden is shown)" path={`/m/${match}`} />
      {invite && <CopyLink label="Your opponent's seat (for them alone)" path={invite} />}
    </Dialog>
  );
}

function Over({ state, live }: { state: State; live: Live }) {
  const [problem, setProblem] = useState<string | null>(null);
  const over = state.over!;
  const held = useStore(seats)[live.match];
  const result = over.winner === null ? 'A draw' : state.seat === null ? `Seat ${over.winner} wins` : over.winner === state.seat ? 'You win' : 'You lose';
  const again = (): void => {
    if (!live.token) return;
    api.rematch(live.match, live.token).then(
      (made) => {
        hold(made.match, { tokens: held?.tokens ?? {}, game: state.board.game, versus: held?.versus, at: Date.now() });
        go(`/m/${made.match}`);
      },
      (fault: Refused) => setProblem(fault.message),
    );
  };
  const download = (): void => {
    api.record(live.match, live.token).then(
      (record) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }));
        link.download = `shobu-${state.board.game}-${live.match}.json`;
        link.click();
        URL.revokeObjectURL(link.href);
      },
      (fault: Refused) => setProblem(fault.message),
    );
  };
  const next = state.rematch;
  const join = (): void => {
    if (!next || !live.token || !state.seat) return;
    // The same tokens open the new match.
    hold(next, { tokens: held?.tokens ?? { [state.seat]: live.token }, game: state.board.game, versus: held?.versus, at: Date.now() });
    go(`/m/${next}`);
  };
  return (
    <section class={`over${over.winner === state.seat ? ' won' : ''}`} aria-label="The game is over">
      <h2>{result}</h2>
      {over.rule ? (
        <p>By <a class="rule-link" href={`/rules/${state.board.game}/${over.rule}`} target="_blank" rel="noopener">{over.rule}</a>: “{over.why}”</p>
      ) : (
        <p>{over.why}</p>
      )}
      {problem && <p class="problem" role="alert">{problem}</p>}
      <p class="buttons">
        {live.token && next && <button type="button" class="primary" onClick={join}>Join the rematch</button>}
        {!live.token && next && <a class="button primary" href={`/m/${next}`}>Watch the rematch</a>}
        {live.token && !next && <button type="button" class="primary" onClick={again}>Rematch</button>}
        <a class="button" href={`/r/${live.match}`}>Look back</a>
        <button type="button" onClick={download}>Download record</button>
        <a class="button" href="/">New game</a>
      </p>
    </section>
  );
}
