// What happened, newest last, each line with the rule that made it so. The same lines are read aloud as they come.
import { useEffect, useRef } from 'preact/hooks';
import type { Line } from '../live';
import { useWorld } from './context';
import { capital } from './words';

/** A new turn stands out; a log that came in one piece has no other headings. */
const BREAK = /turn begins|^turn \d+|'s turn$/;

export function Log({ lines }: { lines: Line[] }) {
  const { light, openRule } = useWorld();
  const root = useRef<HTMLDivElement>(null);
  const newest = lines.length ? lines[lines.length - 1]!.fresh : 0;
  useEffect(() => {
    root.current?.scrollTo({ top: root.current.scrollHeight });
  }, [lines.length, newest]);
  let turn = -1;
  return (
    <div ref={root} class="log" tabIndex={0} role="log" aria-label="What happened">
      {lines.map((line, at) => {
        const heading = line.turn !== turn;
        turn = line.turn;
        return (
          <div key={at} class="log-row">
            {heading && turn > 0 && <h4>Turn {turn}</h4>}
            <p class={`${line.fresh === newest ? 'fresh' : ''}${BREAK.test(line.event.text) ? ' break' : ''}`} onPointerEnter={() => light(line.event.cards)} onPointerLeave={() => light([])}>
              <span>{capital(line.event.text)}</span>
              {line.event.rule && (
                <button type="button" class="rule-link" tabIndex={-1} onClick={() => openRule(line.event.rule!)} aria-label={`rule ${line.event.rule}`}>
                  {line.event.rule}
                </button>
              )}
            </p>
          </div>
        );
      })}
      {!lines.length && <p class="nothing">Nothing has happened yet.</p>}
    </div>
  );
}
