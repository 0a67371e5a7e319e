// What is in the middle of a card: its picture, where whoever runs the server has one, and else its crest.
import { useEffect } from 'preact/hooks';
import { api } from '../api';
import type { Game } from '../protocol';
import { Store, useStore } from '../store';
import { Crest } from './crest';

const known = new Store<Partial<Record<Game, Set<string>>>>({});

/** Finds out which cards of a game have a picture. */
export function usePictures(game: Game): void {
  useEffect(() => {
    if (known.get()[game]) return;
    api.pictures(game).then((ids) => ids.size && known.update((all) => ({ ...all, [game]: ids })), () => undefined);
  }, [game]);
}

/** Where a card's picture is, if it has one. */
export function usePicture(game: Game, id: string | undefined): string | null {
  const ids = useStore(known)[game];
  return id && ids?.has(id.toUpperCase()) ? `/pictures/${game}/${encodeURIComponent(id)}` : null;
}

export function Art({ game, id, name }: { game: Game; id: string | undefined; name: string }) {
  const picture = usePicture(game, id);
  return picture ? <img class="art" src={picture} alt="" loading="lazy" draggable={false} /> : <Crest id={id ?? name} />;
}
