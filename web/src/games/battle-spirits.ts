// Battle Spirits' mat: life and reserve as cores at the left, spirits in front of nexuses on the field, deck and trash
// (with its cores) at the right.
import type { Layout } from './layout';

export const battleSpirits: Layout = {
  game: 'battle-spirits',
  title: 'Battle Spirits',
  short: 'Battle Spirits',
  blurb: 'Cores are everything: they pay, they hold your spirits on the field and raise their levels, and they are your life.',
  wide: {
    columns: 'auto minmax(0, 1fr) auto',
    rows: 'minmax(0, 1fr) minmax(0, 1fr)',
    areas: [
      ['life', 'field', 'piles'],
      ['reserve', 'field', 'piles'],
    ],
  },
  narrow: {
    columns: 'auto minmax(0, 1fr)',
    rows: 'minmax(0, 1fr) auto',
    areas: [
      ['field', 'field'],
      ['stones', 'strip'],
    ],
  },
  groups: {
    piles: ['deck', 'trash', 'removed'],
    stones: ['life', 'reserve'],
    strip: ['deck', 'trash', 'removed'],
  },
  zones: {
    field: { title: 'Field', kind: 'field', lines: [['spirit'], ['nexus']] },
    use: { title: 'Carried out now', kind: 'stage' },
    hand: { title: 'Hand', kind: 'hand' },
    trash: { title: 'Trash', kind: 'pile', figures: ['trash cores', 'soul core in trash'] },
    deck: { title: 'Deck', kind: 'pile' },
    removed: { title: 'Removed', kind: 'pile', hides: true },
  },
  figures: {
    life: { title: 'Life', stones: 'life', soul: 'soul core in life' },
    reserve: { title: 'Reserve', stones: 'core', soul: 'soul core in reserve' },
    'trash cores': { title: 'cores' },
    'soul core in reserve': { title: 'soul core' },
    'soul core in life': { title: 'soul core' },
    'soul core in trash': { title: 'soul core' },
  },
  face: { corner: 'cost', badge: 'level', badgeMark: 'Lv', foot: ['bp'] },
  figureWords: { bp: 'BP', cost: 'Cost', reduction: 'Reduction', level: 'Level', symbols: 'Symbols' },
  kindWords: { spirit: 'Spirit', nexus: 'Nexus', magic: 'Magic' },
  turned: ['exhausted', 'heavy exhausted'],
  leads: { summon: 'field', deploy: 'field', use: 'field' },
};
