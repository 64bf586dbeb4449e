/**
 * Makes keys for a database that has some: `deno task keys` shows them, and `identity`, `sealing` or `data` adds one.
 * `reseal` encrypts what is stored under older data keys again, and `retire` removes those keys once every server has
 * the newest. Servers read the folder and never change it.
 */
import type { Config } from "../config/config.ts";
import { connectExisting, type Db } from "../db/open.ts";
import { addSigningKey } from "../embedded/identity/identity.ts";
import {
  addDataKey,
  countOldSeals,
  DATA_FILE,
  DATA_KEY_WAIT_MS,
  loadVaultKeys,
  readDataKeyUse,
  resealNumbers,
  retireDataKeys,
  rotateSealingKey,
} from "../embedded/payments/payments.ts";
import { checkKeys, readKeyIds, rememberKeys } from "./check_keys.ts";

interface Folder {
  readonly db: Db;
  readonly keysDir: string;
  readonly nowMs: number;
}

const DO: Readonly<Record<string, (folder: Folder) => Promise<unknown>>> = {
  identity: ({ keysDir, nowMs }) => addSigningKey(keysDir, nowMs),
  sealing: ({ keysDir, nowMs }) => rotateSealingKey(keysDir, nowMs),
  data,
  reseal,
  retire: retireOld,
};

const WAIT = `${DATA_KEY_WAIT_MS / 60_000} minutes`;
/** More than the clocks of two servers differ by. */
const CLOCKS_MS = 60_000;

async function data({ keysDir, nowMs }: Folder): Promise<void> {
  if ((await readDataKeyUse(keysDir, nowMs)).newerWaits) {
    throw new RangeError(`The newest key encrypts nothing yet: add another one ${WAIT} after it was added`);
  }
  await addDataKey(keysDir, nowMs);
}

async function reseal({ db, keysDir, nowMs }: Folder): Promise<void> {
  if ((await readDataKeyUse(keysDir, nowMs)).newerWaits) {
    throw new RangeError(`Servers may not have the newest key yet: run this ${WAIT} after it was added`);
  }
  await resealNumbers(db, keysDir, nowMs);
}

/** A backup from before still needs the removed keys, so the operator keeps a copy of the folder with it. */
async function retireOld({ db, keysDir, nowMs }: Folder): Promise<void> {
  const keys = await loadVaultKeys(keysDir);
  if (keys.numbers.length === 1) return;
  if ((await readDataKeyUse(keysDir, nowMs - CLOCKS_MS)).newerWaits) {
    throw new RangeError(`Servers still encrypt with an older key: wait a minute longer than ${WAIT}`);
  }
  const left = await countOldSeals(db, keys);
  if (left > 0) throw new RangeError(`${left} stored values need an older key: run deno task keys reseal first`);
  const removed = await retireDataKeys(keysDir);
  if (removed.length === 0) return;
  await db.deleteFrom("app_keys").where("file", "=", DATA_FILE).where("id", "in", removed).execute();
}

/** Runs the named task, if one is named, and returns the ids of all keys. The database remembers a new one in use. */
export async function runKeysTask(
  kind: string | undefined,
  { keysDir, database }: Pick<Config, "keysDir" | "database">,
  nowMs: number,
): Promise<readonly string[]> {
  const work = kind !== undefined && Object.hasOwn(DO, kind) ? DO[kind] : undefined;
  if (kind !== undefined && work === undefined) throw new RangeError(`Name one of ${Object.keys(DO).join(", ")}`);
  const db = await connectExisting(database, { table: "app_keys", name: "keys" });
  try {
    await checkKeys(db, keysDir);
    await work?.({ db, keysDir, nowMs });
    await rememberKeys(db, keysDir, nowMs);
  } finally {
    await db.destroy();
  }
  return Object.entries(await readKeyIds(keysDir)).flatMap(([file, ids]) => ids.map((id) => `${file} ${id}`));
}
