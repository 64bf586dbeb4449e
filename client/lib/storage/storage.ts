/**
 * Browser storage as typed slots of JSON text; a missing, broken or blocked entry reads as its default (W-STORE-04,
 * SECURITY B5).
 */
import * as z from "zod/mini";

export type StorageArea = Pick<Storage, "getItem" | "setItem" | "removeItem">;
export type StorageKind = "local" | "session";

export interface Slot<T> {
  read(): T;
  write(value: T): void;
  clear(): void;
}

export interface SlotOptions<T> {
  readonly key: string;
  readonly schema: z.ZodMiniType<T>;
  readonly fallback: T;
  readonly area: StorageArea;
}

/** Longer texts are not read at all: none of our values comes near this length. */
const MAX_STORED_CHARS = 500_000;

export function createSlot<T>({ key, schema, fallback, area }: SlotOptions<T>): Slot<T> {
  // A value that the browser refuses to store or return lives as long as the page.
  let known: { readonly value: T } | undefined;
  let isKept = true;
  return {
    read: () => {
      const stored = isKept ? guarded(() => ({ text: area.getItem(key) })) : undefined;
      if (stored !== undefined) known = { value: parseStored(stored.text, schema) ?? fallback };
      return known === undefined ? fallback : known.value;
    },
    write: (value) => {
      known = { value };
      isKept = guarded(() => {
        area.setItem(key, JSON.stringify(value));
        return true;
      }) === true;
    },
    clear: () => {
      known = undefined;
      isKept = true;
      guarded(() => area.removeItem(key));
    },
  };
}

function parseStored<T>(text: string | null, schema: z.ZodMiniType<T>): T | undefined {
  if (text === null || text.length > MAX_STORED_CHARS) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Storage throws when it is blocked or full; the app then works from memory. */
function guarded<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** A storage area in memory: for tests, blocked storage, and before consent. */
export function memoryArea(entries: Iterable<readonly [string, string]> = []): StorageArea {
  const values = new Map(entries);
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const blocked: Readonly<Record<StorageKind, StorageArea>> = { local: memoryArea(), session: memoryArea() };

/** The browser's own area; memory for this page view when the browser blocks access to it. */
export function browserArea(kind: StorageKind): StorageArea {
  try {
    const area = kind === "local" ? globalThis.localStorage : globalThis.sessionStorage;
    return area ?? blocked[kind];
  } catch {
    return blocked[kind];
  }
}
