// Buddyfight's mat: left, center and right in front, the item below the center, flag and gauge at the left, buddy, deck
// and drop at the right.
import type { Layout } from './layout';

export const buddyfight: Layout = {
  game: 'buddyfight',
  title: 'Future Card Buddyfight',
  short: 'Buddyfight',
  blurb: 'Three monsters, a weapon in your own hand and your buddy beside you: keep the center, or take the hit yourself.',
  wide: {
    columns: 'auto minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) auto',
    rows: 'minmax(0, 1.25fr) minmax(0, 1fr)',
    areas: [
      ['flags', 'left', 'center', 'right', 'piles'],
      ['flags', 'spell', 'item', 'item', 'piles'],
    ],
  },
  narrow: {
    columns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)',
    rows: 'minmax(0, 1.2fr) minmax(0, 1fr) auto',
    areas: [
      ['left', 'center', 'right'],
      ['spell', 'item', 'item'],
      ['strip', 'strip', 'strip'],
    ],
  },
  groups: {
    flags: ['flag', 'gauge'],
    piles: ['buddy', 'deck', 'drop', 'lost deck', 'removed'],
    strip: ['flag', 'buddy', 'gauge', 'deck', 'drop', 'lost deck', 'removed'],
  },
  zones: {
    flag: { title: 'Flag', kind: 'field' },
    buddy: { title: 'Buddy', kind: 'field' },
    left: { title: 'Left', kind: 'field' },
    center: { title: 'Center', kind: 'field' },
    right: { title: 'Right', kind: 'field' },
    item: { title: 'Item', kind: 'field' },
    spell: { title: 'Spells', kind: 'field' },
    gauge: { title: 'Gauge', kind: 'pile' },
    hand: { title: 'Hand', kind: 'hand' },
    limbo: { title: 'Carried out now', kind: 'stage' },
    drop: { title: 'Drop zone', kind: 'pile' },
    deck: { title: 'Deck', kind: 'pile' },
    'lost deck': { title: 'Lost deck', kind: 'pile', hides: true },
    removed: { title: 'Removed', kind: 'pile', hides: true },
  },
  figures: { life: { title: 'Life', line: true, stones: 'life' }, gauge: { title: 'Gauge', line: true } },
  face: { corner: 'size', badge: 'critical', badgeMark: '✦', foot: ['power', 'defense'] },
  figureWords: { power: 'Power', defense: 'Defense', critical: 'Critical', size: 'Size', 'gauge cost': 'Gauge cost' },
  kindWords: {
    monster: 'Monster', spell: 'Spell', item: 'Item', flag: 'Flag', impact: 'Impact', 'impact-monster': 'Impact Monster',
  },
  turned: ['rested'],
  leads: { charge: 'gauge', cast: 'spell', equip: 'item', 'buddy equip': 'item', use: 'spell' },
};
