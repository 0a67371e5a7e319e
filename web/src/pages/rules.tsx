// The executable rulebook: the games, the rules of one game by chapter, one rule with its scenes, and the search.
import { useEffect, useState } from 'preact/hooks';
import { api, type RuleRow, Refused } from '../api';
import { GAMES, isGame, layoutOf } from '../games';
import type { Game } from '../protocol';
import { link, place, stay } from '../route';
import { capital } from '../table/words';
import { readRule, RuleBody } from './rule';

function readRows(value: unknown, game?: Game): RuleRow[] {
  const { rules } = value as { rules: Record<string, unknown>[] };
  return rules.map((row) => readRule(row, (row.game as Game) ?? game ?? 'digimon'));
}

function SearchBox({ game, initial }: { game?: Game; initial: string }) {
  const [words, setWords] = useState(initial);
  const [found, setFound] = useState<RuleRow[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const q = words.trim();
    if (q.length < 2) {
      setFound(null);
      return;
    }
    const timer = setTimeout(() => {
      stay(`${place.get().path}?q=${encodeURIComponent(q)}`);
      api.search(q, game ? [game] : GAMES).then(
        (value) => {
          setProblem(null);
          setFound(readRows(value, game).filter((row) => !game || row.game === game));
        },
        (fault: Refused) => setProblem(fault.message),
      );
    }, 250);
    return () => clearTimeout(timer);
  }, [words, game]);
  return (
    <div class="search">
      <label class="pick">
        <span>Search the rules{game && ` of ${layoutOf(game).short}`}</span>
        <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} placeholder="blocker, life, counter …" />
      </label>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <div aria-live="polite">
        {found && <p>{found.length === 0 ? 'No rule has these words.' : `${found.length} rules`}</p>}
        {found && <RuleTable rows={found} named={!game} />}
      </div>
    </div>
  );
}

function RuleTable({ rows, named }: { rows: RuleRow[]; named?: boolean }) {
  return (
    <ul class="rule-rows">
      {rows.map((row) => (
        <li key={row.game + row.id} class={row.kind === 'heading' ? 'heading' : ''}>
          <a href={link(`/rules/${row.game}/${row.id}`)}>{row.id}</a>
          {named && <small>{layoutOf(row.game).short}</small>}
          <span>
            {row.says}
            {!!row.shown && <em class="scene-count">{row.shown === 1 ? '1 scene' : `${row.shown} scenes`}</em>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The chapter of a rule: what stands before its first dash or dot. */
const chapter = (id: string): string => id.split(/[-.]/)[0] ?? id;

/** What numbered chapters are called: by the folders of their scenes, `01-principles`. */
function useChapters(game: Game): Map<string, string> {
  const [names, set] = useState(new Map<string, string>());
  useEffect(() => {
    api.scenes().then(
      ({ scenes }) => {
        const found = new Map<string, string>();
        for (const path of scenes) {
          const [, number, words] = new RegExp(`^scenes/${game}/(\\d+)-([^/]+)/`).exec(path) ?? [];
          if (number && words !== 'examples') found.set(String(Number(number)), words!.replace(/-/g, ' '));
        }
        set(found);
      },
      () => undefined,
    );
  }, [game]);
  return names;
}

function GameRules({ game, query }: { game: Game; query: string }) {
  const [rows, setRows] = useState<RuleRow[] | string | null>(null);
  useEffect(() => {
    setRows(null);
    api.rules(game).then((value) => setRows(readRows(value, game)), (fault: Refused) => setRows(fault.message));
  }, [game]);
  const names = useChapters(game);
  const chapters = new Map<string, RuleRow[]>();
  if (Array.isArray(rows)) for (const row of rows) chapters.set(chapter(row.id), [...(chapters.get(chapter(row.id)) ?? []), row]);
  return (
    <main class="page rules">
      <nav class="crumbs"><a href={link('/rules')}>Rulebook</a></nav>
      <h1>{layoutOf(game).title}</h1>
      <SearchBox game={game} initial={query} />
      {rows === null && <p>…</p>}
      {typeof rows === 'string' && <p class="problem">{rows}</p>}
      {[...chapters].map(([name, list]) => (
        <details key={name}>
          <summary>{names.has(name) ? `${name} · ${capital(names.get(name)!)}` : /^[A-Z]/.test(name) ? capital(name.toLowerCase()) : name} <small>{list.length} rules</small></summary>
          <RuleTable rows={list} />
        </details>
      ))}
    </main>
  );
}

/** The rules before and after one, to read on. */
function Neighbours({ game, id }: { game: Game; id: string }) {
  const [rows, setRows] = useState<RuleRow[]>([]);
  useEffect(() => {
    api.rules(game).then((value) => setRows(readRows(value, game)), () => setRows([]));
  }, [game]);
  const at = rows.findIndex((row) => row.id === id);
  const [before, after] = [rows[at - 1], at < 0 ? undefined : rows[at + 1]];
  const side = (row: RuleRow | undefined, word: string) => row && <a href={link(`/rules/${game}/${row.id}`)}><small>{word}</small><b>{row.id}</b><span>{row.says}</span></a>;
  return <nav class="neighbours" aria-label="Before and after">{side(before, 'Before')}{side(after, 'After')}</nav>;
}

function OneRule({ game, id }: { game: Game; id: string }) {
  const [rule, setRule] = useState<RuleRow | string | null>(null);
  useEffect(() => {
    setRule(null);
    api.rule(game, id).then((value) => setRule(readRule(value, game)), (fault: Refused) => setRule(fault.message));
  }, [game, id]);
  return (
    <main class="page rules">
      <nav class="crumbs"><a href={link('/rules')}>Rulebook</a> / <a href={link(`/rules/${game}`)}>{layoutOf(game).short}</a></nav>
      <h1>{id}</h1>
      {typeof rule === 'string' && <p class="problem">{rule}</p>}
      {rule && typeof rule === 'object' && <RuleBody rule={rule} />}
      <Neighbours game={game} id={id} />
    </main>
  );
}

export function RulesPage({ parts, query }: { parts: string[]; query: string }) {
  const [game, ...rest] = parts;
  if (isGame(game)) return rest.length ? <OneRule game={game} id={rest.join('/')} /> : <GameRules game={game} query={query} />;
  return (
    <main class="page rules">
      <h1>Rulebook</h1>
      <p class="lead">Every rule in our words, where the engine enforces it, and the scenes that show it.</p>
      <SearchBox initial={query} />
      <ul class="game-list">
        {GAMES.map((one) => <li key={one}><a class="room" href={link(`/rules/${one}`)}><b>{layoutOf(one).short}</b><span>{layoutOf(one).title}</span></a></li>)}
      </ul>
    </main>
  );
}
