// What happened, newest last, each line with the rule that made it so. The same lines are read aloud as they come.
import { useEffect, useRef } from 'preact/hooks';
import type { Line } from '../live';
import { useWorld } from './context';
import { capital } from './words';

/** Where a new turn begins, as the four games tell it. */
const BREAK = /turn begins|^turn (\d+|of )/i;

export function Log({ lines }: { lines: Line[] }) {
  const { light, openRule } = useWorld();
  const root = useRef<HTMLDivElement>(null);
  const newest = lines.length ? lines[lines.length - 1]!.fresh : 0;
  useEffect(() => {
    root.current?.scrollTo({ top: root.current.scrollHeight });
  }, [lines.length, newest]);
  return (
    <div ref={root} class="log" tabIndex={0} role="log" aria-label="What happened">
      {lines.map((line, at) => (
        <p key={at} class={`${line.fresh === newest ? 'fresh' : ''}${BREAK.test(line.event.text) ? ' break' : ''}`} onPointerEnter={() => light(line.event.cards)} onPointerLeave={() => light([])}>
          <span>{capital(line.event.text)}</span>
          {line.event.rule && (
            <button type="button" class="rule-link" tabIndex={-1} onClick={() => openRule(line.event.rule!)} aria-label={`rule ${line.event.rule}`}>
              {line.event.rule}
            </button>
          )}
        </p>
      ))}
      {!lines.length && <p class="nothing">Nothing has happened yet.</p>}
    </div>
  );
}
