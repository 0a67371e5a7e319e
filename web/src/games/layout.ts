// What a game gives the table: where its zones lie on the mat and what its players call things. No rule lives here, and
// nothing is formatted here: one presenter (`table/`) draws all four games from the message.
import type { Card, Game, Option } from '../protocol';

/** How a zone is drawn. `stage` is for cards that are just being carried out: they are shown in the middle of the table. */
export type ZoneKind = 'field' | 'row' | 'pile' | 'hand' | 'stage';

export interface ZoneLook {
  title: string;
  kind: ZoneKind;
  /** Leave no empty place when nothing lies there. */
  hides?: boolean;
  /** Lines of a field, by the kinds of card in each, the front line first; what is in none goes to the front. */
  lines?: string[][];
  /** Figures of the seat that are told at this zone. */
  figures?: string[];
}

/** A figure with a place of its own on the mat. */
export interface FigureLook {
  title: string;
  /** Drawn as this many stones, not only as a number. */
  stones?: 'core' | 'life';
  /** Told in the seat's line, not on the mat. */
  line?: boolean;
  /** Another figure that says that one of the stones is special. */
  soul?: string;
}

/** A mat seen by its owner; the other side is the same, turned by half. */
export interface Mat {
  columns: string;
  rows: string;
  areas: string[][];
}

export interface Face {
  /** The figure in the corner of the frame. */
  corner?: string;
  /** The figure in the other corner, with what stands before it. */
  badge?: string;
  badgeMark?: string;
  /** The figures at the foot, most important first. */
  foot: string[];
}

export interface Layout {
  game: Game;
  title: string;
  short: string;
  blurb: string;
  wide: Mat;
  narrow: Mat;
  /** Zones and figures that share one area. */
  groups: Record<string, string[]>;
  zones: Record<string, ZoneLook>;
  figures: Record<string, FigureLook>;
  /** Memory that both players share: the name of the figure. */
  gauge?: string;
  face: Face;
  /** What figures are called; those not named are called by their own name. */
  figureWords: Record<string, string>;
  kindWords: Record<string, string>;
  /** States in which a card lies on its side. */
  turned: string[];
  /** Where a verb leads on the mat, so that a card can be dragged there. */
  leads: Record<string, string>;
}

export const area = (name: string): string => name.replace(/[^a-z-]/g, '-');

/** Where an option begins and where it leads: refs of cards, `zone:NAME`, `figure:NAME` or `player`. */
export interface Way {
  from: string | null;
  to: string[];
}

const PLACES = /(?:^| )to (left|right|center|item)$/;
const CORES = /^(?:move|swap) (?:soul )?core (?:from|of) (.+) (?:to|with) (.+)$/;

export function way(layout: Layout, option: Option): Way {
  const [first, ...others] = option.cards;
  const cores = CORES.exec(option.label);
  if (cores && first) {
    if (cores[1] === 'reserve') return { from: 'figure:reserve', to: [first] };
    return { from: first, to: cores[2] === 'reserve' ? ['figure:reserve'] : others };
  }
  if (others.length) return { from: first ?? null, to: others };
  const named = PLACES.exec(option.label)?.[1];
  if (named) return { from: first ?? null, to: [`zone:${named}`] };
  if (option.verb === 'attack') return { from: first ?? null, to: ['player'] };
  const zone = layout.leads[option.verb];
  return { from: first ?? null, to: zone ? [`zone:${zone}`] : [] };
}

export const isTurned = (layout: Layout, card: Card): boolean =>
  (card.states ?? []).some((state) => layout.turned.includes(state));
