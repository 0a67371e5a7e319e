// Cards glide from where they lay to where they lie: positions are taken before and after a render and the difference is
// played backwards. Nothing waits for it, and who wants less motion has none.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { moves } from '../settings';

export function useGlide(root: { current: HTMLElement | null }, version: unknown): void {
  const places = useRef(new Map<string, DOMRect>());
  useLayoutEffect(() => {
    const table = root.current;
    if (!table) return;
    const next = new Map<string, DOMRect>();
    const animate = moves() && places.current.size > 0;
    for (const element of table.querySelectorAll<HTMLElement>('.card[data-ref]')) {
      const ref = element.dataset.ref!;
      const now = element.getBoundingClientRect();
      next.set(ref, now);
      const before = places.current.get(ref);
      if (!animate || !before) continue;
      const [dx, dy] = [before.left - now.left, before.top - now.top];
      if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue;
      element.animate(
        [{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
        { duration: 260, easing: 'cubic-bezier(.2,.7,.3,1)' },
      );
    }
    places.current = next;
  }, [version]);
}
