// Where in the site somebody is. Paths are the contract of `shobu serve`: `/`, `/m/ID`, `/i/ID`, `/r/ID?at=N`, `/rules/…`,
// `/scene/PATH`, `/decks`, `/card/GAME/ID`. In a book on disk the same paths stand behind the `#`.
import { isBook } from './book';
import { Store } from './store';

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const here = (): Place => {
  if (!isBook) return { path: decodeURI(location.pathname), query: new URLSearchParams(location.search), hash: location.hash.slice(1) };
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  return { path: decodeURI(path) || '/rules', query: new URLSearchParams(query), hash: '' };
};

export const place = new Store<Place>(here());

window.addEventListener(isBook ? 'hashchange' : 'popstate', () => place.set(here()));

/** A path of the site as a link. */
export const link = (path: string): string => (isBook ? `#${path}` : path);

export function go(to: string): void {
  history.pushState(null, '', link(to));
  place.set(here());
  window.scrollTo(0, 0);
}

/** Changes the address without a new entry in the history: scrubbing a replay must not fill the back button. */
export function stay(to: string): void {
  history.replaceState(null, '', link(to));
  place.set(here());
}

/** Follows links inside the site without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (isBook || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const anchor = (event.target as Element).closest?.('a');
  if (!anchor || anchor.target || anchor.hasAttribute('download') || anchor.origin !== location.origin) return;
  if (anchor.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(anchor.pathname + anchor.search + anchor.hash);
}
