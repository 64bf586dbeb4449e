/** Encrypts everything stored under an older data key again, under the newest one: `deno task keys reseal`. */
import { sql } from "kysely";
import type { Db } from "../../../db/open.ts";
import { loadVaultKeys, type VaultKeys } from "../keys/keys.ts";
import { openNumber, sealNumber } from "./at_rest.ts";

const BATCH = 200;

/** A column that {@link sealNumber} filled, and the columns that name its row. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key; its values, separated by spaces, are the record that the ciphertext belongs to. */
  readonly key: readonly string[];
}

const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "pay_instruments", column: "sealed_number", key: ["id"] },
  { table: "pay_record_columns", column: "sealed", key: ["record_id", "column_name"] },
  { table: "pay_disputes", column: "sealed_texts", key: ["id"] },
  { table: "pay_dispute_files", column: "sealed", key: ["id"] },
  { table: "pay_webhook_endpoints", column: "sealed_secret", key: ["id"] },
  { table: "pay_webhook_endpoints", column: "sealed_old_secret", key: ["id"] },
];

/** Returns the number of values encrypted again. Servers keep running; what they write at the same time stays. */
export async function resealNumbers(db: Db, keysDir: string, nowMs = Date.now()): Promise<number> {
  const keys = await loadVaultKeys(keysDir, () => nowMs);
  let sum = 0;
  for (const column of SEALED_COLUMNS) sum += await resealColumn(db, keys, column);
  return sum;
}

/** Number of values that name a key other than the newest. */
export async function countOldSeals(db: Db, keys: Pick<VaultKeys, "numbers">): Promise<number> {
  let sum = 0;
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows: [row] } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${isOld(column, keys)}`.execute(db);
    sum += Number(row?.count ?? 0);
  }
  return sum;
}

function isOld(column: string, { numbers: [newest] }: Pick<VaultKeys, "numbers">) {
  return sql<boolean>`${sql.ref(column)} is not null and ${sql.ref(column)} not like ${`${newest.id}.%`}`;
}

async function resealColumn(db: Db, keys: VaultKeys, { table, column, key }: SealedColumn): Promise<number> {
  let last = key.map(() => "");
  let sum = 0;
  while (true) {
    const columns = sql.join(key.map((name) => sql.ref(name)));
    const { rows } = await sql<Readonly<Record<string, string>>>`
      select ${columns}, ${sql.ref(column)} as sealed_value from ${sql.table(table)}
      where (${columns}) > (${sql.join(last)}) and ${isOld(column, keys)} order by ${columns} limit ${sql.lit(BATCH)}`
      .execute(db);
    for (const row of rows) {
      last = key.map((name) => row[name] ?? "");
      const record = last.join(" ");
      const old = row.sealed_value ?? "";
      const renewed = await sealNumber(keys, await openNumber(keys, old, record), record);
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${renewed}
        where (${columns}) = (${sql.join(last)}) and ${sql.ref(column)} = ${old}`.execute(db);
      sum += Number(numAffectedRows);
    }
    if (rows.length < BATCH) return sum;
  }
}
