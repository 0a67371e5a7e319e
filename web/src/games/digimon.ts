// The Digimon Card Game's mat: the security stack and the nursery at the left, the deck and the trash at the right, the
// memory gauge between the players.
import type { Layout } from './layout';

export const digimon: Layout = {
  game: 'digimon',
  title: 'Digimon Card Game',
  short: 'Digimon',
  blurb: 'Share one memory gauge: what you spend is what your opponent gets. Digivolve, and break through five security cards.',
  wide: {
    columns: 'auto minmax(0, 1fr) auto',
    rows: 'minmax(0, 1fr) minmax(0, 1fr)',
    areas: [
      ['security', 'battle', 'piles'],
      ['nursery', 'battle', 'piles'],
    ],
  },
  narrow: {
    columns: 'minmax(0, 1fr)',
    rows: 'minmax(0, 1fr) auto',
    areas: [['battle'], ['strip']],
  },
  groups: {
    nursery: ['breeding', 'digi-eggs'],
    piles: ['deck', 'trash', 'removed'],
    strip: ['security', 'breeding', 'digi-eggs', 'trash', 'deck', 'removed'],
  },
  zones: {
    battle: { title: 'Battle area', kind: 'field', lines: [['digimon'], ['tamer', 'option']] },
    breeding: { title: 'Breeding area', kind: 'field' },
    security: { title: 'Security', kind: 'pile' },
    hand: { title: 'Hand', kind: 'hand' },
    aside: { title: 'Carried out now', kind: 'stage' },
    trash: { title: 'Trash', kind: 'pile' },
    deck: { title: 'Deck', kind: 'pile' },
    'digi-eggs': { title: 'Digi-Eggs', kind: 'pile' },
    removed: { title: 'Removed', kind: 'pile', hides: true },
  },
  figures: { memory: { title: 'Memory' } },
  gauge: 'memory',
  face: { corner: 'cost', badge: 'level', badgeMark: 'Lv.', foot: ['dp'] },
  figureWords: { dp: 'DP', cost: 'Play cost', digivolve: 'Digivolution cost', level: 'Level' },
  kindWords: { digimon: 'Digimon', tamer: 'Tamer', option: 'Option', 'digi-egg': 'Digi-Egg' },
  turned: ['suspended'],
  leads: { play: 'battle', use: 'battle', raise: 'battle', hatch: 'breeding' },
};
