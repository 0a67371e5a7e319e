// An invitation: the host waits with a link to give away, the guest chooses a deck and sits down. The token that came with
// the link opens the guest's seat; it is kept in the browser and leaves the address.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, type GameInfo, type Invited, Refused } from '../api';
import { layoutOf } from '../games';
import { go, stay } from '../route';
import { hold, invites, keepInvite } from '../seats';
import { useStore } from '../store';
import { CopyLink } from './copylink';
import { DeckSelect, useDeckOf } from './deckselect';

const POLL = 1500;

/** The invitation, asked for again until its match has begun. */
function useInvited(id: string): { invited: Invited | null; problem: string | null } {
  const [invited, set] = useState<Invited | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let timer = 0;
    let alive = true;
    const ask = (): void => {
      api.invited(id).then(
        (value) => {
          if (!alive) return;
          set(value);
          setProblem(null);
          if (!value.match) timer = setTimeout(ask, POLL);
        },
        (fault: Refused) => {
          if (!alive) return;
          setProblem(fault.message);
          if (fault.status !== 404) timer = setTimeout(ask, 2 * POLL);
        },
      );
    };
    ask();
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [id]);
  return { invited, problem };
}

const clockWords = (clock: Invited['clock']): string => {
  if (!clock) return 'No clock';
  const minutes = clock.minutes ?? (clock.total ?? 0) / 60;
  return `${minutes} minutes each${clock.increment ? `, ${clock.increment} seconds more with every answer` : ''}`;
};

export function InvitePage({ id, hash }: { id: string; hash: string }) {
  useMemo(() => {
    if (!/^[A-Za-z0-9_-]{8,}$/.test(hash)) return;
    keepInvite(id, { guest: hash });
    stay(`/i/${id}`);
  }, [id, hash]);
  const held = useStore(invites)[id];
  const { invited, problem } = useInvited(id);
  // Whoever has a seat goes to the table as soon as there is one.
  useEffect(() => {
    if (!invited?.match || (!held?.host && !held?.guest)) return;
    const tokens = { ...(held.host ? { A: held.host } : {}), ...(held.guest ? { B: held.guest } : {}) };
    hold(invited.match, { tokens, game: invited.game, versus: 'a friend', at: Date.now() });
    stay(`/m/${invited.match}`);
  }, [invited?.match]);
  if (!invited) return <main class="page"><h1>Invitation</h1>{problem ? <p class="problem" role="alert">{problem}</p> : <p>…</p>}</main>;
  const layout = layoutOf(invited.game);
  return (
    <main class="page invitation">
      <h1>{held?.host ? 'A table for two' : 'You are invited'}</h1>
      <p class="lead">{held?.host ? 'Your friend brings a deck. The game begins when they sit down.' : `A friend wants to play ${layout.title}. Choose a deck and sit down.`}</p>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <div class="invite-card">
        <p class="terms">{layout.short} · {clockWords(invited.clock)}{invited.edition ? ` · ${invited.edition}` : ''}</p>
        {held?.host && held.link && <CopyLink label="Give this link to your friend: it is their seat" path={held.link} />}
        {held?.host && <p class="waits" role="status"><i aria-hidden="true" /> Waiting for your friend …</p>}
        {held?.guest && !invited.match && <Join id={id} token={held.guest} invited={invited} />}
        {!held && invited.match && <p>The game has begun. <a href={`/m/${invited.match}`}>Watch it</a></p>}
        {!held && !invited.match && <p>This link is not whole: what stands behind the # is your seat. Ask your friend to send it once more.</p>}
      </div>
    </main>
  );
}

function Join({ id, token, invited }: { id: string; token: string; invited: Invited }) {
  const [info, setInfo] = useState<GameInfo>();
  const [deck, setDeck] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const deckOf = useDeckOf(invited.game);
  useEffect(() => {
    api.games().then(({ games }) => setInfo(games.find((one) => one.game === invited.game)), () => undefined);
  }, [invited.game]);
  const join = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    api.join(id, token, deckOf(deck)).then(
      (made) => {
        hold(made.match, { tokens: { B: token }, game: invited.game, versus: 'a friend', at: Date.now() });
        go(`/m/${made.match}`);
      },
      (fault: Refused) => {
        setBusy(false);
        setProblem(fault.message);
      },
    );
  };
  return (
    <form class="join" onSubmit={join}>
      <DeckSelect label="Your deck" game={invited.game} info={info} value={deck} change={setDeck} />
      <p>Your own lists are here too once they are kept under <a href="/decks" target="_blank" rel="noopener">Decks</a>.</p>
      <button type="submit" class="primary big" disabled={busy}>{busy ? 'Shuffling …' : 'Sit down and play'}</button>
      {problem && <p class="problem" role="alert">{problem}</p>}
    </form>
  );
}
