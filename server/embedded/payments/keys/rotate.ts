/**
 * Gives the vault a new sealing key: `deno task keys sealing`. Servers load it within seconds, without a restart. The
 * previous key still opens cards during the overlap.
 */
import { newSealingKey, parseSealingFile, SEALING_FILE } from "./keys.ts";

/** How long the previous key opens cards: a page that was open during the rotation may still send one. */
export const OVERLAP_MS = 24 * 3_600_000;
const OWNER_ONLY = 0o600;

/**
 * Returns how many keys still open cards. The file is replaced as a whole, so that a crash leaves the old or the new
 * one.
 */
export async function rotateSealingKey(keysDir: string, nowMs: number): Promise<number> {
  const path = `${keysDir}/${SEALING_FILE}`;
  const { keys } = parseSealingFile(await Deno.readTextFile(path));
  const replaced = keys.map((key, at) => at === 0 ? { ...key, replaced_ms: nowMs } : key);
  const left = replaced.filter((key) => (key.replaced_ms ?? nowMs) > nowMs - OVERLAP_MS);
  const all = [await newSealingKey(), ...left];
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, JSON.stringify({ keys: all }), { mode: OWNER_ONLY });
  await Deno.rename(draft, path);
  return all.length;
}
