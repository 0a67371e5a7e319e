// Dragon Ball Super Masters' mat: life at the left, the leader beside the Battle Area, the Combo Area, energy in front of
// its player, deck and drop at the right.
import type { Layout } from './layout';

export const dbs: Layout = {
  game: 'dbs',
  title: 'Dragon Ball Super Card Game Masters',
  short: 'Dragon Ball Super',
  blurb: 'Charge energy, let your leader awaken, and combo cards from your hand into every battle until eight life are gone.',
  wide: {
    columns: 'auto auto auto minmax(0, 1fr) auto auto',
    rows: 'minmax(0, 1.5fr) minmax(0, 1fr)',
    areas: [
      ['life', 'leader', 'unison', 'battle', 'combo', 'piles'],
      ['zcards', 'energy', 'energy', 'energy', 'energy', 'piles'],
    ],
  },
  narrow: {
    columns: 'auto auto minmax(0, 1fr) auto',
    rows: 'minmax(0, 1.5fr) minmax(0, 1fr) auto',
    areas: [
      ['leader', 'unison', 'battle', 'combo'],
      ['energy', 'energy', 'energy', 'energy'],
      ['strip', 'strip', 'strip', 'strip'],
    ],
  },
  groups: {
    piles: ['deck', 'drop', 'warp', 'removed'],
    zcards: ['z-energy', 'z-deck'],
    strip: ['life', 'z-energy', 'z-deck', 'deck', 'drop', 'warp', 'removed'],
  },
  zones: {
    leader: { title: 'Leader', kind: 'field' },
    battle: { title: 'Battle Area', kind: 'field' },
    unison: { title: 'Unison', kind: 'field', hides: true },
    combo: { title: 'Combo', kind: 'field', hides: true },
    energy: { title: 'Energy', kind: 'row', figures: ['active energy', 'energy markers'] },
    'z-energy': { title: 'Z-Energy', kind: 'pile', hides: true },
    life: { title: 'Life', kind: 'pile' },
    hand: { title: 'Hand', kind: 'hand' },
    declared: { title: 'Declared', kind: 'stage' },
    drop: { title: 'Drop', kind: 'pile' },
    warp: { title: 'Warp', kind: 'pile', hides: true },
    deck: { title: 'Deck', kind: 'pile' },
    'z-deck': { title: 'Z-Deck', kind: 'pile', hides: true },
    removed: { title: 'Removed', kind: 'pile', hides: true },
  },
  figures: {
    life: { title: 'Life', line: true },
    energy: { title: 'Energy', line: true },
    'active energy': { title: 'active' },
    'energy markers': { title: 'markers' },
  },
  face: { corner: 'cost', badge: 'combo power', badgeMark: '+', foot: ['power'] },
  figureWords: { power: 'Power', cost: 'Energy cost', 'combo cost': 'Combo cost', 'combo power': 'Combo power', 'z cost': 'Z-energy cost' },
  kindWords: {
    leader: 'Leader', battle: 'Battle', extra: 'Extra', unison: 'Unison',
    'z-leader': 'Z-Leader', 'z-battle': 'Z-Battle', 'z-extra': 'Z-Extra', 'z-unison': 'Z-Unison',
  },
  turned: ['rest'],
  leads: { charge: 'energy', play: 'battle', combo: 'combo', grow: 'leader', activate: 'battle', counter: 'battle' },
};
