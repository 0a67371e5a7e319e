// What is printed on a card, and how Shobu reads it. Asked of the server by the card's id, which is in the message.
import { useEffect, useState } from 'preact/hooks';
import { api, type Printed } from '../api';
import { isBook } from '../book';
import type { Game } from '../protocol';
import { capital, inLatin } from './words';

/** The cards of the scene that is looked at: its own are in no pool. */
let shelf: Record<string, Printed> = {};

export function shelve(cards: Record<string, Printed>): void {
  shelf = cards;
}

export const isShelved = (id: string): boolean => id in shelf;

export function usePrinted(game: Game, id: string | undefined): Printed | null {
  const [printed, set] = useState<Printed | null>(null);
  useEffect(() => {
    set(id ? (shelf[id] ?? null) : null);
    if (!id || shelf[id] || isBook) return;
    let alive = true;
    api.card(game, id).then(
      (value) => alive && set(value),
      () => alive && set(null),
    );
    return () => {
      alive = false;
    };
  }, [game, id]);
  return printed;
}

const DRAWN = new Set(['id', 'name', 'kind', 'text', 'colors', 'inherited', 'security', 'link', 'back', 'copies', 'level', 'levels', 'play_cost', 'dp', 'digivolve', 'energy_cost', 'z_energy_cost', 'combo_cost', 'combo_power', 'power', 'defense', 'critical', 'size', 'cost', 'reduction', 'symbols', 'ex_symbol']);

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []);

/** The printed paragraphs with the field they stand in. */
export function paragraphs(row: Record<string, unknown>): { field: string; words: string }[] {
  const of = (field: string, value: unknown): { field: string; words: string }[] => asList(value).filter(Boolean).map((words) => ({ field, words: inLatin(words) }));
  const link = row.link as { text?: unknown } | undefined;
  const back = row.back as { text?: unknown } | undefined;
  return [...of('', row.text), ...of('Inherited', row.inherited), ...of('Security', row.security), ...of('Link', link?.text), ...of('Other side', back?.text)];
}

/** What is printed beside figures and text: types, traits, families, worlds. */
export function traits(row: Record<string, unknown>): { name: string; words: string }[] {
  return Object.entries(row)
    .filter(([name, value]) => !DRAWN.has(name) && (typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every((part) => typeof part === 'string'))))
    .map(([name, value]) => ({ name: capital(name.replace(/_/g, ' ')), words: asList(typeof value === 'number' ? String(value) : value).join(', ') }))
    .filter(({ words }) => words);
}

type Need = { color?: string; level?: number; cost?: number };

/** What a card costs and comes from, where that is more than a number. */
export function costs(row: Record<string, unknown>): { name: string; words: string }[] {
  const needs = Array.isArray(row.digivolve) ? (row.digivolve as Need[]) : [];
  const energy = row.energy_cost as { total?: number | string; specified?: string[] } | undefined;
  const counted = (colors: string[]): string => [...new Set(colors)].map((color) => `${colors.filter((other) => other === color).length} ${color}`).join(', ');
  const told = [
    { name: 'Digivolves from', words: needs.map(({ color, level, cost }) => `${color} Lv.${level} for ${cost}`).join(', or ') },
    { name: 'Energy cost', words: energy?.total === undefined ? '' : `${energy.total}${energy.specified?.length ? ` (${counted(energy.specified)})` : ''}` },
    { name: 'Reduction', words: counted(asList(row.reduction)) },
    { name: 'Symbols', words: counted(asList(row.symbols)) },
  ];
  return told.filter(({ words }) => words);
}

/** Levels of a Battle Spirits card: how many cores each needs. */
export function levels(row: Record<string, unknown>): string[] {
  const all = Array.isArray(row.levels) ? (row.levels as Record<string, unknown>[]) : [];
  return all.map((level) => `Lv${level.level}: ${level.cores} core${level.cores === 1 ? '' : 's'}${level.bp ? `, ${level.bp} BP` : ''}`);
}

export function PrintedText({ printed }: { printed: Printed }) {
  const text = paragraphs(printed.row);
  return (
    <div class="printed">
      {levels(printed.row).length > 0 && <p class="levels">{levels(printed.row).join(' · ')}</p>}
      {text.map(({ field, words }, at) => (
        <p key={at}>
          {field && <b class="field-word">{field}</b>} {words}
        </p>
      ))}
      {[...costs(printed.row), ...traits(printed.row)].length > 0 && (
        <p class="traits">
          {[...costs(printed.row), ...traits(printed.row)].map(({ name, words }) => (
            <span key={name}>
              {name}: {words}
            </span>
          ))}
        </p>
      )}
      {printed.unread?.length > 0 && <p class="unread">Not read by Shobu: {inLatin(printed.unread.join(' '))}</p>}
    </div>
  );
}
