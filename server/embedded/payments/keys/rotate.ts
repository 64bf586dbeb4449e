/**
 * Gives the vault a new sealing key: `deno run -A server/embedded/payments/keys/rotate.ts ./keys`.
 * Servers take it within seconds, without a restart; what was sealed before still opens for the overlap.
 */
import { newSealingKey, parseSealingFile, SEALING_FILE } from "./keys.ts";

/** A page that was open while the key changed may still send what it sealed. */
export const OVERLAP_MS = 24 * 3_600_000;
const OWNER_ONLY = 0o600;

/** Answers how many keys still open. The file is replaced as a whole, so that a crash leaves the old or the new one. */
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

if (import.meta.main) {
  const [keysDir = "./keys"] = Deno.args;
  const open = await rotateSealingKey(keysDir, Date.now());
  console.log(
    `A new sealing key stands in ${keysDir}. ${open} keys open sealed cards. Servers use the new one within seconds.`,
  );
}
