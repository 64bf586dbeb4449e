/**
 * Makes keys for a database that has some: `deno task keys` shows them, and `identity`, `sealing` or `data` adds one.
 * Servers read the folder and never change it.
 */
import { readConfig } from "../config/config.ts";
import { connectDatabase } from "../db/open.ts";
import { addSigningKey } from "../embedded/identity/identity.ts";
import { addDataKey, rotateSealingKey } from "../embedded/payments/payments.ts";
import { checkKeys, readKeyIds, rememberKeys } from "./check_keys.ts";

const ADD: Readonly<Record<string, (keysDir: string, nowMs: number) => Promise<unknown>>> = {
  identity: addSigningKey,
  sealing: rotateSealingKey,
  data: addDataKey,
};

/** Adds a key of this kind, if one is named, and answers the ids of all keys. The database remembers the new one. */
export async function runKeysTask(
  kind: string | undefined,
  { keysDir, database }: Pick<ReturnType<typeof readConfig>, "keysDir" | "database">,
  nowMs: number,
): Promise<readonly string[]> {
  const add = kind === undefined ? undefined : ADD[kind];
  if (kind !== undefined && add === undefined) throw new RangeError(`Name one of ${Object.keys(ADD).join(", ")}`);
  const db = connectDatabase(database);
  try {
    await checkKeys(db, keysDir);
    await add?.(keysDir, nowMs);
    await rememberKeys(db, keysDir);
  } finally {
    await db.destroy();
  }
  return Object.entries(await readKeyIds(keysDir)).flatMap(([file, ids]) => ids.map((id) => `${file} ${id}`));
}

if (import.meta.main) {
  try {
    for (const line of await runKeysTask(Deno.args[0], readConfig(Deno.env.toObject()), Date.now())) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}
