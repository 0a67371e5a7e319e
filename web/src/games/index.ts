// The four games by name.
import type { Game } from '../protocol';
import { battleSpirits } from './battle-spirits';
import { buddyfight } from './buddyfight';
import { dbs } from './dbs';
import { digimon } from './digimon';
import type { Layout } from './layout';

export const GAMES: Game[] = ['digimon', 'dbs', 'buddyfight', 'battle-spirits'];

const LAYOUTS: Record<Game, Layout> = { digimon, dbs, buddyfight, 'battle-spirits': battleSpirits };

export const layoutOf = (game: Game): Layout => LAYOUTS[game];
export const isGame = (name: string | undefined): name is Game => GAMES.includes(name as Game);
