/** Key files of the vault, made once for a run of the whole suite: an RSA key costs 0.1 s. */
import { loadVaultKeys } from "../../../server/embedded/payments/keys/keys.ts";

/** A folder of the whole run; tests that run alone make keys of their own. */
const SHARED = Deno.env.get("TEST_PREPARED");

/** Puts the run's keys into `keysDir`, where a first start would make new ones. */
export async function prepareKeys(keysDir: string): Promise<void> {
  if (SHARED === undefined) return;
  const kept = `${SHARED}/keys`;
  if (!await exists(kept)) await makeKeys(SHARED, kept);
  await Deno.mkdir(keysDir, { recursive: true, mode: 0o700 });
  for await (const { name } of Deno.readDir(kept)) await Deno.copyFile(`${kept}/${name}`, `${keysDir}/${name}`);
}

/** Files of the suite run at once: the first of them to end leaves its keys for all. */
async function makeKeys(dir: string, kept: string): Promise<void> {
  const draft = await Deno.makeTempDir({ dir });
  await loadVaultKeys(draft);
  await Deno.rename(draft, kept).catch(() => Deno.remove(draft, { recursive: true }));
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
