/** Remembers recently used keys in two halves: when the newer half is full, the older one is dropped. */

export interface RecentKeys<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** Holds at least the last `size / 2` keys and at most `size`. */
export function createRecentKeys<T>(size: number): RecentKeys<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  const set = (key: string, value: T): void => {
    if (young.size >= size / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    set,
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const earlier = old.get(key);
      // Used again: moves to the newer half.
      if (earlier !== undefined) set(key, earlier);
      return earlier;
    },
  };
}
