/** Checks that the database accepts writes: with a full disk, reads still succeed. */
import type { Db } from "./open.ts";

/** The probe is public, and each write costs a flush. */
const FRESH_MS = 1_000;
const ID = "readiness";

/** More than the free pages of a table hold. */
const ROOM_BYTES = 64 * 1024;

/** The database faults that statements met since the start. */
export interface StorageState {
  /** A statement found no room, and no probe has found any since. */
  isFull: boolean;
}

interface ProbePorts {
  readonly db: Db;
  readonly storage: StorageState;
  /** What else has to hold. */
  readonly checkKeys: () => Promise<void>;
}

/** Writes a row and checks the keys, at most once a second; rejects with what is wrong. */
export function createProbe({ db, storage, checkKeys }: ProbePorts): () => Promise<void> {
  let last: { readonly writing: Promise<unknown>; readonly atMs: number } | undefined;
  return async () => {
    const atMs = performance.now();
    if (last === undefined || atMs - last.atMs >= FRESH_MS) {
      last = { writing: write(db, storage).then(checkKeys), atMs };
    }
    await last.writing;
  };
}

async function write(db: Db, storage: StorageState): Promise<void> {
  if (storage.isFull) await tryRoom(db, storage);
  const written = crypto.randomUUID();
  await db.insertInto("app_probe").values({ id: ID, written })
    .onConflict((on) => on.column("id").doUpdateSet({ written })).execute();
}

/** A small row fits into a page that exists, so that it succeeds on a full disk. */
async function tryRoom(db: Db, storage: StorageState): Promise<void> {
  const id = crypto.randomUUID();
  const written = Array.from({ length: ROOM_BYTES / 32 }, () => crypto.randomUUID().replaceAll("-", "")).join("");
  await db.insertInto("app_probe").values({ id, written }).execute();
  await db.deleteFrom("app_probe").where("id", "=", id).execute();
  storage.isFull = false;
}
