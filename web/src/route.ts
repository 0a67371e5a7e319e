// Where in the site somebody is. Paths are the contract of `shobu serve`: `/`, `/m/ID`, `/r/ID?at=N`, `/rules/…`,
// `/scene/PATH`, `/decks`, `/card/GAME/ID`.
import { Store } from './store';

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const here = (): Place => ({
  path: decodeURI(location.pathname),
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

export const place = new Store<Place>(here());

window.addEventListener('popstate', () => place.set(here()));

export function go(to: string): void {
  history.pushState(null, '', to);
  place.set(here());
  window.scrollTo(0, 0);
}

/** Changes the address without a new entry in the history: scrubbing a replay must not fill the back button. */
export function stay(to: string): void {
  history.replaceState(null, '', to);
  place.set(here());
}

/** Follows links inside the site without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
