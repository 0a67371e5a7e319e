// How the presenter says things: numbers, seats, states. Shared by what is drawn and what is read aloud.
import type { Layout } from '../games/layout';
import type { Card, Option, Seat } from '../protocol';

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Printed words with signs that every font has: wide brackets are drawn as empty boxes where there are no Japanese letters. */
export const inLatin = (text: string): string => text.replace(/[《》＜＞【】]/g, (sign) => ({ '《': '«', '》': '»', '＜': '<', '＞': '>', '【': '[', '】': ']' })[sign] ?? sign);

/** Several clauses in a row, each begun like a sentence. */
export const sentences = (text: string): string => inLatin(text).split('. ').map(capital).join('. ');

export function who(seat: Seat, you: Seat | null): string {
  if (you === null) return `Seat ${seat}`;
  return seat === you ? 'You' : 'Opponent';
}

/** Seats for somebody who looks with the eyes of one of them or knows all: what is told speaks of that one as `you`. */
export const told = (voice: Seat): Record<Seat, string> => ({
  A: `Seat A (${voice === 'A' ? 'you' : 'opponent'})`,
  B: `Seat B (${voice === 'B' ? 'you' : 'opponent'})`,
});

export function whose(seat: Seat, you: Seat | null): string {
  if (you === null) return `Seat ${seat}'s`;
  return seat === you ? 'Your' : "Opponent's";
}

export const figureWord = (layout: Layout, name: string): string => layout.figureWords[name] ?? capital(name);
export const kindWord = (layout: Layout, kind: string | undefined): string =>
  kind ? (layout.kindWords[kind] ?? capital(kind)) : 'Card';

/** `Ember#2` is how labels tell twins apart; on a card the number is set apart. */
export function splitName(name: string): [string, string | null] {
  const at = name.lastIndexOf('#');
  return at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, null];
}

/** How many letters the longest word of a name has: it is not to be broken. */
export const longest = (name: string): number => Math.max(...splitName(name)[0].split(' ').map((word) => word.length));

export const cardName = (card: Card): string => card.name ?? 'a hidden card';

/** A card in one sentence, for those who listen. */
export function describe(layout: Layout, card: Card): string {
  if (!card.name) return ['a face-down card', ...(card.states ?? [])].join(', ');
  const figures = Object.entries(card.figures ?? {}).map(([name, figure]) => {
    const printed = figure.printed === undefined ? '' : ` (printed ${figure.printed})`;
    return `${figureWord(layout, name)} ${figure.now}${printed}`;
  });
  const counters = Object.entries(card.counters ?? {}).map(([name, count]) => `${count} ${name}`);
  const under = card.under?.length ? [`${card.under.length} under it`] : [];
  return [card.name, kindWord(layout, card.kind), ...figures, ...(card.keywords ?? []), ...(card.states ?? []), ...counters, ...under].join(', ');
}

/** What an option costs and leaves, as short words. */
export function price(option: Option): string {
  const parts: string[] = [];
  if (option.cost !== undefined) parts.push(`costs ${option.cost}`);
  if (option.then) parts.push(`then ${option.then}`);
  return parts.join(', ');
}

export function optionLabel(option: Option): string {
  return capital(inLatin(option.label).replace(' -> ', ' → ').replace(/(\S)#(\d+)/g, '$1 #$2'));
}
