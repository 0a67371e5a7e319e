// The smallest store that a render can listen to: a value, a way to change it, and those who want to know.
import { useEffect, useState } from 'preact/hooks';

export class Store<T> {
  private listeners = new Set<() => void>();
  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.value));
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState(0);
  const drawn = store.get();
  useEffect(() => {
    // What changed after the drawing and before this would be missed for ever.
    if (!Object.is(store.get(), drawn)) redraw((n) => n + 1);
    return store.listen(() => redraw((n) => n + 1));
  }, [store]);
  return drawn;
}

/** A value kept in the browser under `shobu.NAME`; a browser that keeps nothing loses only that. */
export function kept<T>(name: string, initial: T): Store<T> {
  let value = initial;
  try {
    const text = localStorage.getItem(`shobu.${name}`);
    if (text !== null) value = JSON.parse(text) as T;
  } catch {
    // What cannot be read is as if it had never been kept.
  }
  const store = new Store(value);
  store.listen(() => {
    try {
      localStorage.setItem(`shobu.${name}`, JSON.stringify(store.get()));
    } catch {
      // A full or forbidden storage must not stop a game.
    }
  });
  return store;
}
