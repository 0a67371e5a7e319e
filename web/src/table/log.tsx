// What happened, newest last, each line with the rule that made it so.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Line } from '../live';
import { memo } from '../memo';
import { useWorld } from './context';
import { capital, inLatin } from './words';

/** Where a new turn begins, as the four games tell it. */
const BREAK = /turn begins|^turn (\d+|of )/i;

/** Older lines are there when asked for: a long game must not make every answer slower. */
const SHOWN = 120;

interface RowProps {
  line: Line;
  fresh: boolean;
  light: (refs: string[]) => void;
  openRule: (id: string) => void;
}

const Row = memo(function Row({ line: { event }, fresh, light, openRule }: RowProps) {
  return (
    <p class={`${fresh ? 'fresh' : ''}${BREAK.test(event.text) ? ' break' : ''}`} onPointerEnter={() => light(event.cards)} onPointerLeave={() => light([])}>
      <span>
        {capital(event.text)}
        {event.words && <q>{inLatin(event.words)}</q>}
      </span>
      {event.rule && (
        <button type="button" class="rule-link" tabIndex={-1} onClick={() => openRule(event.rule!)} aria-label={`rule ${event.rule}`}>
          {event.rule}
        </button>
      )}
    </p>
  );
});

export function Log({ lines }: { lines: Line[] }) {
  const { light, openRule } = useWorld();
  const [all, setAll] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const newest = lines.length ? lines[lines.length - 1]!.fresh : 0;
  useEffect(() => {
    root.current?.scrollTo({ top: root.current.scrollHeight });
  }, [lines.length, newest]);
  const first = all ? 0 : Math.max(0, lines.length - SHOWN);
  return (
    <div ref={root} class="log" tabIndex={0} role="log" aria-live="off" aria-label="What happened" data-lines={lines.length}>
      {first > 0 && (
        <button type="button" class="small" onClick={() => setAll(true)}>
          {first} earlier
        </button>
      )}
      {lines.slice(first).map((line, at) => (
        <Row key={first + at} line={line} fresh={line.fresh === newest} light={light} openRule={openRule} />
      ))}
      {!lines.length && <p class="nothing">Nothing has happened yet.</p>}
    </div>
  );
}
