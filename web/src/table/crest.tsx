// A crest in place of a picture: the same card always has the same one, so that a card is known again at a glance.
// Drawn from its id; no picture is needed and none is loaded.
import { memo } from '../memo';

function hash(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  value ^= value >>> 15;
  value = Math.imul(value, 2246822519);
  return (value ^ (value >>> 13)) >>> 0;
}

/** A small generator of its own: crests must not change with the browser. */
function dice(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

const at = (radius: number, turn: number): string =>
  `${(50 + radius * Math.cos(turn)).toFixed(1)},${(50 + radius * Math.sin(turn)).toFixed(1)}`;

function star(points: number, outer: number, inner: number, lean: number): string {
  const corners: string[] = [];
  for (let n = 0; n < points * 2; n += 1) corners.push(at(n % 2 ? inner : outer, lean + (Math.PI * n) / points));
  return corners.join(' ');
}

function petals(count: number, radius: number, width: number, lean: number): string {
  let path = '';
  for (let n = 0; n < count; n += 1) {
    const turn = lean + (2 * Math.PI * n) / count;
    path += `M50,50Q${at(radius * 0.6, turn - width)} ${at(radius, turn)}Q${at(radius * 0.6, turn + width)} 50,50Z`;
  }
  return path;
}

export const Crest = memo(function Crest({ id }: { id: string }) {
  const roll = dice(hash(id));
  const lean = -Math.PI / 2;
  const points = 3 + Math.floor(roll() * 6);
  const outer = 34 + roll() * 12;
  const kind = Math.floor(roll() * 3);
  return (
    <svg class="crest" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle class="crest-disc" cx="50" cy="50" r="46" />
      {kind === 0 && <polygon class="crest-a" points={star(points, outer, outer * (0.4 + roll() * 0.3), lean)} />}
      {kind === 1 && <path class="crest-a" d={petals(points, outer + 4, 0.3 + roll() * 0.5, lean)} />}
      {kind === 2 && <polygon class="crest-a" points={star(points, outer, outer * Math.cos(Math.PI / points), lean)} />}
      {roll() > 0.4 && <path class="crest-b" d={petals(points, outer * 0.7, 0.25 + roll() * 0.4, lean + Math.PI / points)} />}
      {roll() > 0.5 && <circle class="crest-c" cx="50" cy="50" r={(9 + roll() * 14).toFixed(1)} />}
      <circle class="crest-d" cx="50" cy="50" r={(3 + roll() * 5).toFixed(1)} />
    </svg>
  );
});
