// The rulebook as a folder of files (`shobu book`): the same page without a server. A browser lets a page from disk load
// scripts and nothing else, so that what a server would tell stands in scripts, each of which calls `shobuBook`.
import type { Picture, SceneInfo } from './api';
import type { Board, Game, Seat, Zone } from './protocol';

declare global {
  interface Window {
    shobuBook?: (name: string, value: unknown) => void;
  }
}

/** Where the files of the book are; undefined where a server tells everything. */
const folder = document.documentElement.dataset.book;

export const isBook = folder !== undefined;

const told = new Map<string, unknown>();
const asked = new Map<string, Promise<unknown>>();
if (isBook) window.shobuBook = (name, value) => told.set(name, value);

/** What stands in a file of the book. */
function read<T>(name: string): Promise<T> {
  let found = asked.get(name);
  if (!found) {
    found = new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${folder}${name}.js`;
      script.onload = () => {
        script.remove();
        if (told.has(name)) resolve(told.get(name));
        else reject(new Error('This page of the book cannot be read.'));
      };
      script.onerror = () => reject(new Error('The book has no such page.'));
      document.head.append(script);
    });
    found.catch(() => asked.delete(name));
    asked.set(name, found);
  }
  return found as Promise<T>;
}

interface Row {
  game: Game;
  id: string;
  says: string;
}

/** A board whose zones are numbers in a list that the steps of a scene share. */
type Packed = Omit<Picture, 'board'> & { board: Omit<Board, 'seats'> & { seats: Record<Seat, { figures: Record<string, number>; zones: Record<string, number> }> } };

interface ScenePage {
  scene: SceneInfo;
  steps: Packed[];
  parts: Zone[];
}

function unpacked({ steps, parts }: ScenePage, at: number): Picture {
  const step = steps[at];
  if (!step) throw new Error(`This scene has ${steps.length - 1} steps, not ${at}.`);
  const side = (seat: Seat) => {
    const { figures, zones } = step.board.seats[seat];
    return { figures, zones: Object.fromEntries(Object.entries(zones).map(([name, part]) => [name, parts[part]!])) };
  };
  return { ...step, board: { ...step.board, seats: { A: side('A'), B: side('B') } } };
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): string[] => fold(text).split(/[^\p{L}\p{N}\-'.]+/u).map((word) => word.replace(/^[-'.]+|[-'.]+$/g, '')).filter(Boolean);

/** The same as the server's search: every word begins a word of the rule or stands in its id; phrases first, then whole words, then shorter rules. */
export function found(rows: Row[], wanted: string): Row[] {
  const phrase = fold(wanted.trim());
  const words = wordsOf(wanted);
  if (!words.length) return [];
  const ranked = rows.flatMap((row) => {
    const [said, id, says] = [wordsOf(row.says), fold(row.id), fold(row.says)];
    if (id !== phrase && !words.every((word) => said.some((other) => other.startsWith(word)) || id.split('-').includes(word))) return [];
    const whole = words.filter((word) => said.includes(word)).length;
    return [{ row, rank: (Number(id === phrase) * 2 + Number(says.includes(phrase))) * 100 + whole, length: said.length }];
  });
  return ranked.sort((a, b) => b.rank - a.rank || a.length - b.length).map(({ row }) => row);
}

const MOST_FOUND = 200;
const rulesOf = (game: Game): Promise<{ rules: Row[] }> => read(`rules/${game}`);
const sceneOf = (path: string): Promise<ScenePage> => read(`scenes/${path}`);

/** What the page asks of the rulebook, answered from the folder. */
export const bookApi = {
  rules: rulesOf,
  rule: async (game: Game, id: string): Promise<Row> => {
    const row = (await rulesOf(game)).rules.find((one) => one.id === id);
    if (!row) throw new Error(`There is no rule ${id}.`);
    return row;
  },
  search: async (words: string, games: readonly Game[]): Promise<{ rules: Row[] }> => {
    const lists = await Promise.all(games.map(async (game) => found((await rulesOf(game)).rules, words)));
    return { rules: lists.flat().slice(0, MOST_FOUND) };
  },
  scenes: (): Promise<{ scenes: string[] }> => read('scenes'),
  scene: async (path: string): Promise<SceneInfo> => (await sceneOf(path)).scene,
  sceneAt: async (path: string, at: number): Promise<Picture> => unpacked(await sceneOf(path), at),
};
