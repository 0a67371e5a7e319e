// The page: the line at the top, and the room that the address names.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isGame } from './games';
import { CardPage } from './pages/card';
import { DecksPage } from './pages/decks';
import { HomePage } from './pages/home';
import { MatchPage } from './pages/match';
import { ReplayPage } from './pages/replay';
import { RulesPage } from './pages/rules';
import { ScenePage } from './pages/scene';
import { Help } from './pages/help';
import { InvitePage } from './pages/invite';
import { isBook } from './book';
import { followLinks, link, place, type Place } from './route';
import { settings, type Theme } from './settings';
import { useStore } from './store';
import { isTyping } from './table/menu';

const THEMES: Record<Theme, { next: Theme; sign: string; says: string }> = {
  auto: { next: 'light', sign: '◐', says: 'Colours as the system has them' },
  light: { next: 'dark', sign: '☀', says: 'Light' },
  dark: { next: 'auto', sign: '☾', says: 'Dark' },
};

function ThemeButton() {
  const chosen = useStore(settings);
  const theme = THEMES[chosen.theme];
  return (
    <button type="button" class="theme" aria-label={`Colours: ${theme.says}. Change`} title={theme.says} onClick={() => settings.set({ ...chosen, theme: theme.next })}>
      {theme.sign}
    </button>
  );
}

/** A book on disk has nobody to play with. */
const ROOMS = isBook
  ? [{ path: '/rules', name: 'Rules' }]
  : [
      { path: '/', name: 'Play' },
      { path: '/rules', name: 'Rules' },
      { path: '/decks', name: 'Decks' },
    ];

function Room({ at }: { at: Place }) {
  const [first, ...parts] = at.path.split('/').filter(Boolean);
  const number = (name: string): number | undefined => (at.query.has(name) ? Math.max(0, Number(at.query.get(name)) || 0) : undefined);
  switch (first) {
    case undefined:
      return isBook ? <RulesPage parts={[]} query="" /> : <HomePage />;
    case 'i':
      return parts[0] ? <InvitePage key={parts[0]} id={parts[0]} hash={at.hash} /> : <HomePage />;
    case 'm':
      return parts[0] ? <MatchPage key={parts[0]} match={parts[0]} hash={at.hash} /> : <HomePage />;
    case 'r':
      return parts[0] ? <ReplayPage key={parts[0]} id={parts[0]} start={number('at')} /> : <HomePage />;
    case 'rules':
      return <RulesPage parts={parts} query={at.query.get('q') ?? ''} />;
    case 'scene':
      return <ScenePage key={parts.join('/')} path={parts.join('/')} start={number('at') ?? 0} />;
    case 'decks':
      return <DecksPage />;
    case 'card':
      if (isGame(parts[0]) && parts[1]) return <CardPage game={parts[0]} id={parts.slice(1).join('/')} />;
  }
  return (
    <main class="page">
      <h1>Nothing here</h1>
      <p>
        This address leads nowhere. <a href={link('/')}>{isBook ? 'To the rulebook' : 'To the games'}</a>
      </p>
    </main>
  );
}

function App() {
  const at = useStore(place);
  const inside = /^\/(m|r|scene)\//.test(at.path);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === '?' && !isTyping(event.target)) setHelp(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (!inside) document.title = 'Shobu';
  }, [at]);
  return (
    <div class={`app${inside ? ' at-table' : ''}`} onClick={followLinks}>
      <header class="top">
        <a class="brand" href={link('/')}>
          <img src={isBook ? 'icon.svg' : '/icon.svg'} alt="" width="24" height="24" /> Shobu
        </a>
        <nav aria-label="Rooms">
          {ROOMS.map(({ path, name }) => <a key={path} href={link(path)} aria-current={at.path === path ? 'page' : undefined}>{name}</a>)}
        </nav>
        <button type="button" class="theme" aria-label="Keys and settings" title="Keys and settings" onClick={() => setHelp(true)}>
          ?
        </button>
        <ThemeButton />
      </header>
      {help && <Help close={() => setHelp(false)} />}
      <Room at={at} />
    </div>
  );
}

const root = document.getElementById('app')!;
root.textContent = '';
render(<App />, root);
