import { useSyncExternalStore } from 'react';

/** One value that lives outside of the tree, and that components may watch. */
interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  use(): Value;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const watchers = new Set<() => void>();
  const get = () => current;
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  return {
    get,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      watchers.forEach((watcher) => watcher());
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
