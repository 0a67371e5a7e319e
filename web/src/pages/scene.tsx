// A scene of the rulebook stepped through on the same table, with its script beside it.
import { useEffect, useState } from 'preact/hooks';
import { api, type Picture, Refused, type SceneInfo } from '../api';
import { link, stay } from '../route';
import { Log } from '../table/log';
import { OptionList, Prompt } from '../table/menu';
import { shelve } from '../table/printed';
import { Table } from '../table/table';
import { Stepper } from './stepper';

function readScene(value: unknown, path: string): SceneInfo {
  const raw = value as Record<string, unknown>;
  return { path, title: String(raw.title ?? path), game: raw.game as SceneInfo['game'], source: String(raw.source ?? raw.text ?? ''), steps: Number(raw.steps ?? 0), rules: (raw.rules ?? []) as string[], lines: (raw.lines ?? []) as SceneInfo['lines'], cards: (raw.cards ?? {}) as SceneInfo['cards'] };
}

export function ScenePage({ path, start }: { path: string; start: number }) {
  const [scene, setScene] = useState<SceneInfo | null>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [at, setAt] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (fault: Refused): void => setProblem(fault.message);
  useEffect(() => {
    api.scene(path).then((value) => {
      const read = readScene(value, path);
      shelve(read.cards);
      setScene(read);
    }, fail);
    return () => shelve({});
  }, [path]);
  useEffect(() => {
    let alive = true;
    api.sceneAt(path, at).then((value) => {
      if (!alive) return;
      setPicture(value);
      stay(`/scene/${path}?at=${at}`);
    }, fail);
    return () => {
      alive = false;
    };
  }, [path, at]);
  if (!scene || !picture) return <main class="page"><h1>Scene</h1>{problem ? <p class="problem" role="alert">{problem}</p> : <p>…</p>}</main>;
  return (
    <main class="match scene">
      <Table board={picture.board} near="A" you="A" menu={picture.menu} choose={null} version={at}>
        <div class="panel">
          <h1 class="scene-title">{scene.title}</h1>
          <p class="rules-line">{scene.rules.map((rule) => <a key={rule} class="rule-link" href={link(`/rules/${picture.board.game}/${rule}`)}>{rule}</a>)}</p>
          <Stepper at={at} last={scene.steps} go={setAt} label="Step of the script" />
          {problem && <p class="problem" role="alert">{problem}</p>}
          <ol class="script" aria-label="The script">
            {scene.lines.map((line, step) => (
              <li key={line.number}>
                <button type="button" class={`script-line${step + 1 === at ? ' now' : ''}${step + 1 > at ? ' later' : ''}`} aria-current={step + 1 === at ? 'step' : undefined} onClick={() => setAt(step + 1)}>
                  {line.text}
                </button>
              </li>
            ))}
          </ol>
          <div class="panel-play shown"><Prompt /><OptionList /></div>
          <div class="panel-log shown"><Log lines={picture.events.map((event) => ({ event, fresh: at }))} /></div>
          <Source text={scene.source} line={picture.line} />
        </div>
      </Table>
    </main>
  );
}

/** The scene's file; the line that was carried out last is marked. */
function Source({ text, line }: { text: string; line?: number }) {
  return (
    <details class="source">
      <summary>The scene's file</summary>
      <pre tabIndex={0}>{text.split('\n').map((row, at) => <span key={at} class={at + 1 === line ? 'now' : ''}>{row + '\n'}</span>)}</pre>
    </details>
  );
}
