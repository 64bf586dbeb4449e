/**
 * Compares the keys in KEYS_DIR with those that the database was used with. A server with other keys would refuse every
 * stored card and every session, so it does not start; and it never replaces missing keys with new ones.
 */
import type { Db } from "../db/open.ts";
import { readDataKeyUse, readVaultKeyIds } from "../embedded/payments/payments.ts";
import { readSigningKeyIds } from "../embedded/identity/identity.ts";

/** The keys in KEYS_DIR are not those of the database; the message says what to do. */
export class KeysRefused extends Error {
  override readonly name = "KeysRefused";
}

/** Key ids by file. An id is a hash of the key, which reveals nothing about it. */
export type KeyIds = Readonly<Record<string, readonly string[]>>;

/**
 * Every key of this file that the database was used with has to be there, until `deno task keys retire` removes it. A
 * new one counts once it encrypts, so that servers whose folder is a copy have time to get it.
 */
const KEPT_FOREVER = "payments_data.json";

export async function readKeyIds(keysDir: string): Promise<KeyIds> {
  const vault = await readVaultKeyIds(keysDir);
  return { ...vault, "identity_signing_key": await readSigningKeyIds(keysDir) };
}

/** Rejects with {@link KeysRefused}. Before the first start of a database any keys, or none, are right. */
export async function checkKeys(db: Db, keysDir: string): Promise<void> {
  const rows = await db.selectFrom("app_keys").select(["file", "id"]).execute();
  if (rows.length === 0) return;
  const found = await readKeyIds(keysDir).catch((error: unknown) => {
    throw new KeysRefused(`a key file in ${keysDir} cannot be read. ${ADVICE}`, { cause: error });
  });
  for (const [file, known] of Map.groupBy(rows, (row) => row.file)) {
    const present = found[file] ?? [];
    if (present.length === 0) {
      throw new KeysRefused(`${file} is missing in ${keysDir}, and this database was used with it. ${ADVICE}`);
    }
    const isKnown = ({ id }: { id: string }) => present.includes(id);
    if (file === KEPT_FOREVER ? known.every(isKnown) : known.some(isKnown)) continue;
    throw new KeysRefused(
      `${file} in ${keysDir} holds other keys than those that this database was used with. ${ADVICE}`,
    );
  }
}

const ADVICE = "Put the right folder back, or set KEYS_DIR or DATABASE_URL to the pair that belongs together";

/**
 * Adds keys that are new and in use; writes nothing when all are known, so that it also works on a full disk. Each
 * server does it with every check of its keys, so that the database knows a data key once it may encrypt. An older one
 * is not added again: `retire` has removed it, and this folder is a copy from before.
 */
export async function rememberKeys(db: Db, keysDir: string, nowMs: number): Promise<void> {
  const rows = await db.selectFrom("app_keys").select(["file", "id"]).execute();
  const knowsData = rows.some(({ file }) => file === KEPT_FOREVER);
  const used = knowsData ? (await readDataKeyUse(keysDir, nowMs)).id : undefined;
  const added = Object.entries(await readKeyIds(keysDir))
    .flatMap(([file, ids]) => ids.map((id) => ({ file, id })))
    .filter(({ file, id }) =>
      (used === undefined || file !== KEPT_FOREVER || id === used) &&
      !rows.some((row) => row.file === file && row.id === id)
    );
  if (added.length === 0) return;
  await db.insertInto("app_keys").values(added).onConflict((on) => on.columns(["file", "id"]).doNothing()).execute();
}
