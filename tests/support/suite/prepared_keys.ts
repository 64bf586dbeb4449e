/**
 * Key files of the product, made once for a run of the whole suite: an RSA key costs 0.2 s, and each server has two.
 */
import { openSigningKey, QUARTER_MS } from "../../../server/embedded/identity/keys/signing_key.ts";
import { loadVaultKeys } from "../../../server/embedded/payments/keys/keys.ts";

/** A folder of the whole run; tests that run alone make their own keys. */
const SHARED = Deno.env.get("TEST_PREPARED");
/** The identity key is named after a quarter: a copy gets the one of its server's clock. */
const FIRST_QUARTER = /_0\.json$/;

/** Puts the run's keys into `keysDir`, where a first start at this time would make new ones. */
export async function prepareKeys(keysDir: string, nowMs: number = Date.now()): Promise<void> {
  if (SHARED === undefined) return;
  const kept = `${SHARED}/keys`;
  if (!await exists(kept)) await makeKeys(SHARED, kept);
  const quarter = Math.floor(nowMs / QUARTER_MS);
  await Deno.mkdir(keysDir, { recursive: true, mode: 0o700 });
  for await (const { name } of Deno.readDir(kept)) {
    await Deno.copyFile(`${kept}/${name}`, `${keysDir}/${name.replace(FIRST_QUARTER, `_${quarter}.json`)}`);
  }
}

/** Files of the suite run at once: the first of them to end leaves its keys for all. */
async function makeKeys(dir: string, kept: string): Promise<void> {
  const draft = await Deno.makeTempDir({ dir });
  await loadVaultKeys(draft);
  await openSigningKey(draft, { now: () => 0 });
  await Deno.rename(draft, kept).catch(() => Deno.remove(draft, { recursive: true }));
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
