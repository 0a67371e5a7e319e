// Dragging a card (or a core out of the reserve) to where an option leads: a zone, a card, the other player. Dropping
// says which option is meant; where several fit, the card's sheet asks.
import { useEffect } from 'preact/hooks';
import { other } from '../protocol';
import type { Offered, TableWorld } from './context';

const FAR_ENOUGH = 9;

interface Drag {
  ref: string;
  source: HTMLElement;
  ghost: HTMLElement | null;
  x: number;
  y: number;
  over: Element | null;
}

/** What lies under the pointer, as the ends of options are named. */
function keysAt(world: TableWorld, x: number, y: number): { keys: string[]; element: Element | null } {
  const hit = document.elementFromPoint(x, y);
  const keys: string[] = [];
  const card = hit?.closest('[data-ref]');
  if (card) keys.push(card.getAttribute('data-ref')!);
  const zone = hit?.closest('[data-zone]');
  const own = world.menu?.seat ?? world.near;
  if (zone?.getAttribute('data-seat') === own) keys.push(`zone:${zone.getAttribute('data-zone')}`);
  const figure = hit?.closest('[data-figure][data-seat]');
  if (figure?.getAttribute('data-seat') === own) keys.push(`figure:${figure.getAttribute('data-figure')}`);
  const far = hit?.closest('.half.far, [data-player]');
  if (far && !card && (far.classList.contains('far') || far.getAttribute('data-player') === other(own))) keys.push('player');
  const near = hit?.closest('.half.near');
  if (near && !hit?.closest('.hand')) keys.push('near');
  return { keys, element: card ?? zone ?? figure ?? far ?? null };
}

function meant(world: TableWorld, ref: string, keys: string[]): Offered[] {
  const offers = world.from.get(ref) ?? [];
  for (const key of keys) {
    const fits = offers.filter((offer) => offer.way.to.includes(key));
    if (fits.length) return fits;
  }
  // Anywhere on one's own mat will do where only one zone can be meant.
  const zones = offers.filter((offer) => offer.way.to.some((to) => to.startsWith('zone:')));
  const goals = new Set(zones.flatMap((offer) => offer.way.to));
  return keys.includes('near') && goals.size === 1 ? zones : [];
}

export function useDrag(root: { current: HTMLElement | null }, current: { current: TableWorld }): void {
  useEffect(() => {
    const table = root.current;
    if (!table) return;
    let drag: Drag | null = null;
    let swallow = false;

    const end = (): void => {
      drag?.ghost?.remove();
      drag?.source.classList.remove('lifted');
      drag?.over?.classList.remove('drop-over');
      table.classList.remove('dragging');
      drag = null;
    };
    const down = (event: PointerEvent): void => {
      const world = current.current;
      if (event.button !== 0 || !world.choose) return;
      const source = (event.target as Element).closest<HTMLElement>('[data-ref]');
      const ref = source?.dataset.ref;
      if (!source || !ref || !world.from.get(ref)?.some((offer) => offer.way.to.length)) return;
      drag = { ref, source, ghost: null, x: event.clientX, y: event.clientY, over: null };
    };
    const lift = (world: TableWorld): void => {
      if (!drag) return;
      const box = drag.source.getBoundingClientRect();
      const ghost = drag.source.cloneNode(true) as HTMLElement;
      ghost.removeAttribute('data-ref');
      ghost.classList.add('ghost');
      ghost.style.width = `${box.width}px`;
      ghost.style.height = `${box.height}px`;
      ghost.style.fontSize = getComputedStyle(drag.source).fontSize;
      table.append(ghost);
      drag.ghost = ghost;
      drag.source.classList.add('lifted');
      table.classList.add('dragging');
      world.preview(null);
      world.select(null);
    };
    const move = (event: PointerEvent): void => {
      if (!drag) return;
      const world = current.current;
      if (!drag.ghost) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
        lift(world);
      }
      event.preventDefault();
      const ghost = drag.ghost!;
      ghost.style.transform = `translate(${event.clientX - ghost.offsetWidth / 2}px, ${event.clientY - ghost.offsetHeight / 2}px)`;
      const { keys, element } = keysAt(world, event.clientX, event.clientY);
      const fits = meant(world, drag.ref, keys).length > 0;
      drag.over?.classList.remove('drop-over');
      drag.over = fits ? element : null;
      drag.over?.classList.add('drop-over');
    };
    const up = (event: PointerEvent): void => {
      if (!drag) return;
      const { ref, ghost, source } = drag;
      end();
      if (!ghost) return;
      swallow = true;
      setTimeout(() => (swallow = false), 0);
      const world = current.current;
      const fits = meant(world, ref, keysAt(world, event.clientX, event.clientY).keys);
      if (fits.length === 1 && world.choose) world.choose(fits[0]!.index);
      else if (fits.length > 1) world.select(ref, source);
    };
    const click = (event: MouseEvent): void => {
      if (!swallow) return;
      event.stopPropagation();
      event.preventDefault();
    };

    table.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move, { passive: false });
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
    table.addEventListener('click', click, true);
    return () => {
      end();
      table.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      table.removeEventListener('click', click, true);
    };
  }, []);
}
