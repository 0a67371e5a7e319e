// Stepping through a match that is told in steps: a slider, buttons and keys. Replays and scenes share it.
import { useEffect, useRef } from 'preact/hooks';
import { isTyping } from '../table/menu';

export function Stepper({ at, last, go, label }: { at: number; last: number; go: (at: number) => void; label: string }) {
  // Keys come faster than renders: the next step is counted from the last one asked for.
  const now = useRef(at);
  now.current = at;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || (isTyping(event.target) && !(event.target instanceof HTMLInputElement && event.target.type === 'range'))) return;
      const to = event.key === 'ArrowRight' ? now.current + 1 : event.key === 'ArrowLeft' ? now.current - 1 : event.key === 'Home' ? 0 : event.key === 'End' ? last : null;
      if (to === null) return;
      event.preventDefault();
      now.current = Math.max(0, Math.min(last, to));
      go(now.current);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [last]);
  return (
    <div class="stepper">
      <button type="button" class="small" aria-label="To the beginning" disabled={at <= 0} onClick={() => go(0)}>|◀</button>
      <button type="button" class="small" aria-label="One step back" disabled={at <= 0} onClick={() => go(at - 1)}>◀</button>
      <input type="range" min={0} max={last} value={at} aria-label={label} onInput={(event) => go(Number(event.currentTarget.value))} />
      <button type="button" class="small" aria-label="One step on" disabled={at >= last} onClick={() => go(at + 1)}>▶</button>
      <button type="button" class="small" aria-label="To the end" disabled={at >= last} onClick={() => go(last)}>▶|</button>
      <output>{at} / {last}</output>
    </div>
  );
}
