/** Checks that the database accepts writes: with a full disk, reads still succeed. */
import type { Db } from "./open.ts";

/** The probe is public, and each write costs a flush. */
const FRESH_MS = 1_000;
const ID = "readiness";

/** Writes a row, at most once a second; throws the database's error. */
export function createProbe(db: Db): () => Promise<void> {
  let last: { readonly writing: Promise<unknown>; readonly atMs: number } | undefined;
  return async () => {
    const atMs = performance.now();
    if (last === undefined || atMs - last.atMs >= FRESH_MS) last = { writing: write(db), atMs };
    await last.writing;
  };
}

async function write(db: Db): Promise<void> {
  const written = crypto.randomUUID();
  await db.insertInto("app_probe").values({ id: ID, written })
    .onConflict((on) => on.column("id").doUpdateSet({ written })).execute();
}
