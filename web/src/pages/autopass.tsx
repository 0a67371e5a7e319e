// Passing by itself until something worth a look comes up. It only ever takes an option that declines, and it asks the
// message alone: whose turn it is, who is attacked, what waits.
import type { State } from '../protocol';
import { kept, useStore } from '../store';

export interface Until {
  /** My next turn, or the end of the turn in which it was asked for. */
  to: 'turn' | 'end';
  /** The turn in which it was asked for. */
  since: number;
}

export interface Stops {
  attacked: boolean;
  effects: boolean;
  choices: boolean;
}

export const stops = kept<Stops>('stops', { attacked: true, effects: true, choices: true });

/** Verbs that let something go by; of these, the ones that turn down what a card offers. */
const PASSING = new Set(['pass', 'decline', 'done', 'stay', 'pass turn', 'end phase', 'end step']);
const OFFERS = new Set(['decline', 'done']);

/** The option to take, `stop` when it is time to ask the person again, or null while there is nothing to answer. */
export function autoPass(state: State, until: Until): number | 'stop' | null {
  if (state.over) return 'stop';
  const { menu, seat, board } = state;
  if (!menu || menu.seat !== seat) return until.to === 'end' && board.turn.number !== until.since ? 'stop' : null;
  const own = board.turn.seat === seat;
  const { attacked, effects, choices } = stops.get();
  const later = board.turn.number !== until.since;
  if (later && (until.to === 'end' || own)) return 'stop';
  if (attacked && board.attack?.against === seat) return 'stop';
  if (effects && board.waiting.some((wait) => wait.seat === seat)) return 'stop';
  const at = menu.options.findIndex((option) => option.declines && PASSING.has(option.verb));
  if (at < 0) return 'stop';
  if (choices && OFFERS.has(menu.options[at]!.verb)) return 'stop';
  return at;
}

const STOPS: { name: keyof Stops; says: string }[] = [
  { name: 'attacked', says: 'an attack against me' },
  { name: 'effects', says: 'an effect of mine that waits' },
  { name: 'choices', says: 'an offer by a card' },
];

export function AutoPass({ until, turn, set }: { until: Until | null; turn: number; set: (until: Until | null) => void }) {
  const chosen = useStore(stops);
  return (
    <details class="autopass">
      <summary class="small">Pass …</summary>
      <div class="drop">
        <button type="button" class="small" disabled={until !== null} onClick={() => set({ to: 'turn', since: turn })}>until my next turn</button>
        <button type="button" class="small" disabled={until !== null} onClick={() => set({ to: 'end', since: turn })}>to the end of this turn</button>
        <fieldset>
          <legend>Stop for</legend>
          {STOPS.map(({ name, says }) => (
            <label key={name}>
              <input type="checkbox" checked={chosen[name]} onChange={(event) => stops.set({ ...chosen, [name]: event.currentTarget.checked })} /> {says}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  );
}
