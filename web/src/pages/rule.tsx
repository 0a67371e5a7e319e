// One rule: what it says in our words, where it is enforced, and the scenes that show it.
import type { RuleRow } from '../api';
import type { Game } from '../protocol';
import { link } from '../route';

/** Reads a rule as the server gives it: in a list the scenes are only counted. */
export function readRule(value: unknown, game: Game): RuleRow {
  const raw = (value ?? {}) as Record<string, unknown>;
  const scenes = Array.isArray(raw.scenes) ? (raw.scenes as { path: string; title?: string }[]) : [];
  const shown = typeof raw.scenes === 'number' ? raw.scenes : scenes.length;
  const places = (raw.places ?? []) as { file: string; line: number }[];
  return { game, id: String(raw.id ?? ''), kind: raw.kind as string, says: raw.says as string, scenes, shown, places, exempt: (raw.exempt ?? undefined) as string | undefined, follows: (raw.follows ?? undefined) as RuleRow['follows'] };
}

export const scenePath = (path: string): string => path.replace(/^scenes\//, '').replace(/\.toml$/, '');

export const sceneTitle = (path: string): string =>
  (scenePath(path).split('/').pop() ?? path).replace(/-/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

export function RuleBody({ rule, blank }: { rule: RuleRow; blank?: boolean }) {
  const target = blank ? '_blank' : undefined;
  return (
    <div class="rule">
      <p class="says">{rule.says || 'A heading: the rules below it say what holds.'}</p>
      {rule.exempt && <p class="exempt">Not shown by a scene: {rule.exempt}</p>}
      {!!rule.scenes?.length && (
        <>
          <h3>Shown by</h3>
          <ul class="scene-list">
            {rule.scenes.map((scene) => (
              <li key={scene.path}>
                <a href={link(`/scene/${scenePath(scene.path)}`)} target={target}>
                  {scene.title ?? sceneTitle(scene.path)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {!!rule.places?.length && (
        <>
          <h3>Enforced in</h3>
          <ul class="places">
            {rule.places.map((place) => (
              <li key={`${place.file}:${place.line}`}>
                <code>
                  {place.file}:{place.line}
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      {rule.follows && (
        <>
          <h3>Follows from</h3>
          <p class="follows">
            <code>{rule.follows.from}</code>: {rule.follows.why}
          </p>
        </>
      )}
      {blank && (
        <p>
          <a href={link(`/rules/${rule.game}/${rule.id}`)} target="_blank" rel="noopener">
            Open in the rulebook
          </a>
        </p>
      )}
    </div>
  );
}
