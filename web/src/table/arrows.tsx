// The attack as an arrow over the table, from each attacker to what it attacks; and, while a card is selected, faint
// ones to where it can go.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useWorld } from './context';

interface Line {
  key: string;
  path: string;
  kind: string;
}

const middle = (box: DOMRect, root: DOMRect): [number, number] => [box.left + box.width / 2 - root.left, box.top + box.height / 2 - root.top];

/** A bow between two boxes that stops short of the second. */
function bow(a: DOMRect, b: DOMRect, root: DOMRect): string {
  const [x1, y1] = middle(a, root);
  const [x2, y2] = middle(b, root);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const stop = Math.min(b.width, b.height) * 0.35;
  const ex = x2 - ((x2 - x1) / length) * stop;
  const ey = y2 - ((y2 - y1) / length) * stop;
  const bend = Math.min(50, length / 6);
  const mx = (x1 + ex) / 2 + ((y2 - y1) / length) * bend;
  const my = (y1 + ey) / 2 - ((x2 - x1) / length) * bend;
  return `M${x1.toFixed(1)},${y1.toFixed(1)}Q${mx.toFixed(1)},${my.toFixed(1)} ${ex.toFixed(1)},${ey.toFixed(1)}`;
}

export function Arrows() {
  const { board } = useWorld();
  const svg = useRef<SVGSVGElement>(null);
  const [lines, setLines] = useState<Line[]>([]);
  const attack = board.attack;

  useLayoutEffect(() => {
    const root = svg.current?.parentElement;
    if (!root) return;
    const measure = (): void => {
      // By its end, what was attacked may have left.
      if (!attack || (attack.step === 'end' && !attack.targets.length)) {
        setLines((before) => (before.length ? [] : before));
        return;
      }
      const box = root.getBoundingClientRect();
      const card = (ref: string): DOMRect | undefined => root.querySelector(`[data-ref="${CSS.escape(ref)}"]`)?.getBoundingClientRect();
      const player = root.querySelector(`[data-player="${attack.against}"]`)?.getBoundingClientRect();
      const goals = attack.targets.length ? attack.targets.map(card) : [player];
      const next: Line[] = [];
      for (const from of attack.attackers)
        goals.forEach((goal, at) => {
          const start = card(from);
          if (start && goal) next.push({ key: `${from}-${at}`, path: bow(start, goal, box), kind: 'attack' });
        });
      setLines(next);
    };
    measure();
    // Cards glide to their places: measure once more when they have arrived.
    const late = setTimeout(measure, 320);
    window.addEventListener('resize', measure);
    root.addEventListener('scroll', measure, true);
    return () => {
      clearTimeout(late);
      window.removeEventListener('resize', measure);
      root.removeEventListener('scroll', measure, true);
    };
  }, [board]);

  return (
    <svg ref={svg} class="arrows" aria-hidden="true" focusable="false">
      <defs>
        <marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.2" markerHeight="4.2" orient="auto-start-reverse">
          <path d="M0,0.6L9.4,5L0,9.4L2.4,5Z" />
        </marker>
      </defs>
      {lines.map((line) => (
        <path key={line.key} class={line.kind} d={line.path} marker-end="url(#tip)" />
      ))}
    </svg>
  );
}
