// What a person set for this browser: looks, and when the page may pass for them.
import { kept } from './store';

export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  /** Commit at once when a card can do only one thing that costs nothing. */
  quick: boolean;
  motion: boolean;
}

export const settings = kept<Settings>('settings', { theme: 'auto', quick: true, motion: true });

export function applyTheme(): void {
  const { theme } = settings.get();
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

applyTheme();
settings.listen(applyTheme);

export const moves = (): boolean =>
  settings.get().motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
