// Keys and settings, from anywhere.
import { settings } from '../settings';
import { useStore } from '../store';
import { Dialog } from '../table/dialog';

const KEYS: { keys: string[]; says: string }[] = [
  { keys: ['1', '…', '9'], says: 'take that option of the list' },
  { keys: ['↑', '↓', 'Enter'], says: 'move through the options, take one' },
  { keys: ['p'], says: 'pass, decline or end' },
  { keys: ['u'], says: 'undo, as long as nobody learnt anything' },
  { keys: ['Tab', 'Enter'], says: 'go from card to card, open one: what it can do, and why not more' },
  { keys: ['Esc'], says: 'close a card' },
  { keys: ['←', '→', 'Home', 'End'], says: 'step through a replay or a scene' },
  { keys: ['?'], says: 'this page' },
];

export function Help({ close }: { close: () => void }) {
  const chosen = useStore(settings);
  return (
    <Dialog title="Keys and settings" close={close}>
      <dl class="keys">
        {KEYS.map(({ keys, says }) => (
          <>
            <dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt>
            <dd>{says}</dd>
          </>
        ))}
      </dl>
      <div class="switches">
        <label>
          <input type="checkbox" checked={chosen.quick} onChange={(event) => settings.set({ ...chosen, quick: event.currentTarget.checked })} /> One click chooses, pays and blocks
        </label>
        <label>
          <input type="checkbox" checked={chosen.motion} onChange={(event) => settings.set({ ...chosen, motion: event.currentTarget.checked })} /> Cards glide to their places
        </label>
      </div>
    </Dialog>
  );
}
