/**
 * Records that a page collects beside a card. They are stored column by column, updated by their id or by the upsert
 * column, and never hold a security code. Only saving an instrument stores them: a payment does not need them, and the
 * answer of an authorize has no field for their ids.
 */
import * as z from "zod/mini";
import type { Queries, Trx } from "../db/queries.ts";
import { lockName } from "../../../db/locks.ts";
import { ApiError } from "../context/api_errors.ts";
import type { Owner } from "../db/owner.ts";
import type { PaymentContext } from "../context/context.ts";
import { uuidFrom } from "../db/ids.ts";
import { fingerprint, sealNumber } from "./at_rest.ts";
import { own } from "../../../../sdk/wire/own.ts";

const MAX_RECORDS = 20;
const MAX_COLUMNS = 40;
/** A statement takes no list of any length. */
const ERASED_AT_ONCE = 1_000;
const name = z.string().check(z.regex(/^[A-Za-z_][\w-]{0,63}$/));
const value = z.union([z.string().check(z.maxLength(1024)), z.number(), z.boolean(), z.null()]);
/** Column names people use for security codes. Such columns are never written (PCI DSS 3.3). */
const FORBIDDEN = /cvv|cvc|csc|security[_-]?code|verification[_-]?(code|value)|^pin$/i;

export const Records = z.array(z.object({ table: name, fields: z.record(name, value) }))
  .check(z.maxLength(MAX_RECORDS));
export const Upserts = z.array(z.object({ table: name, column: name })).check(z.maxLength(MAX_RECORDS));

type CollectedRecord = z.infer<typeof Records>[number];

interface NewRecord extends CollectedRecord {
  /** Id of the record to change: what the page named as `skyflowID`, whatever it is. */
  readonly id: CollectedRecord["fields"][string] | undefined;
}

export interface CollectedData {
  readonly records?: z.infer<typeof Records> | undefined;
  readonly upsert?: z.infer<typeof Upserts> | undefined;
  readonly tokens?: boolean | undefined;
}

export interface StoredRecord {
  readonly table: string;
  readonly id: string;
  /** A token per column, always the same for the same record; present only when requested. */
  readonly tokens?: Readonly<Record<string, string>>;
}

interface StoreCall {
  readonly owner: Owner;
  readonly collected: CollectedData;
}

/** Stores all records or none, in the transaction of the save. */
export async function storeRecords(
  context: Pick<PaymentContext, "keys" | "clock">,
  db: Trx,
  { owner, collected: { records: collected = [], upsert = [], tokens = false } }: StoreCall,
): Promise<readonly StoredRecord[]> {
  const records = collected.map(({ table, fields: { skyflowID: id, ...fields } }) => ({ table, id, fields }));
  const columnOf = ({ table, fields }: NewRecord) =>
    upsert.find((one) => one.table === table && one.column in fields)?.column;
  if (records.length > 0) await lockHolder(db, owner);
  const stored: StoredRecord[] = [];
  for (const record of records) {
    const columns = Object.keys(record.fields);
    if (columns.length === 0 || columns.length > MAX_COLUMNS || columns.some((column) => FORBIDDEN.test(column))) {
      throw new ApiError("record-invalid");
    }
    const by = columnOf(record);
    const id = await findRecord(context, db, { owner, record, by }) ?? await newRecord(context, db, { owner, record });
    await writeColumns(context, db, { owner, record, id });
    stored.push({ table: record.table, id, ...(tokens ? { tokens: await tokensOf(context, id, columns) } : {}) });
  }
  return stored;
}

interface RecordOwner {
  readonly owner: Owner;
  readonly record: NewRecord;
}

/** Keyed hash of one holder's value. Equal values of two holders have different hashes. */
async function macOf(
  { keys }: Pick<PaymentContext, "keys">,
  { owner, record }: RecordOwner,
  column: string,
): Promise<string> {
  const { client_id, holder_reference } = owner;
  const text = JSON.stringify(own(record.fields, column));
  return await fingerprint(keys, "record", client_id, holder_reference, record.table, column, text);
}

/** Two saves of one value at once find one record, and an erasure waits for a save, or leaves none for it to find. */
async function lockHolder(trx: Trx, { client_id, holder_reference }: Owner): Promise<void> {
  await lockName(trx, `records ${client_id} ${holder_reference}`);
}

async function findRecord(
  context: Pick<PaymentContext, "keys">,
  db: Trx,
  { by, ...naming }: RecordOwner & { readonly by: string | undefined },
): Promise<string | undefined> {
  if (naming.record.id !== undefined) return await ownRecord(db, naming);
  if (by === undefined) return undefined;
  const mac = await macOf(context, naming, by);
  const found = await db.selectFrom("pay_record_columns").innerJoin("pay_records", "id", "record_id").select("id")
    .where("column_name", "=", by).where("mac", "=", mac).executeTakeFirst();
  return found?.id;
}

/** The holder's record of that id in that table. Throws the same 404 for another holder's as for none. */
async function ownRecord(db: Trx, { owner, record: { id, table } }: RecordOwner): Promise<string> {
  const found = await db.selectFrom("pay_records").select("id").where("id", "=", String(id))
    .where("client_id", "=", owner.client_id).where("holder_reference", "=", owner.holder_reference)
    .where("table_name", "=", table).executeTakeFirst();
  if (found === undefined) throw new ApiError("not-found");
  return found.id;
}

async function newRecord(
  { clock }: Pick<PaymentContext, "clock">,
  db: Queries,
  { owner, record }: RecordOwner,
): Promise<string> {
  const id = crypto.randomUUID();
  const nowMs = clock.now();
  const { client_id, holder_reference } = owner;
  const row = { id, client_id, holder_reference, table_name: record.table, created_ms: nowMs, updated_ms: nowMs };
  await db.insertInto("pay_records").values(row).execute();
  return id;
}

async function writeColumns(
  context: Pick<PaymentContext, "keys" | "clock">,
  db: Queries,
  { id, ...naming }: RecordOwner & { readonly id: string },
): Promise<void> {
  for (const [column, field] of Object.entries(naming.record.fields)) {
    const sealed = await sealNumber(context.keys, JSON.stringify(field), `${id} ${column}`);
    const mac = await macOf(context, naming, column);
    await db.insertInto("pay_record_columns").values({ record_id: id, column_name: column, sealed, mac })
      .onConflict((on) => on.columns(["record_id", "column_name"]).doUpdateSet({ sealed, mac })).execute();
  }
  await db.updateTable("pay_records").set({ updated_ms: context.clock.now() }).where("id", "=", id).execute();
}

/** Erases all records of a holder, and returns how many. A save at the same time comes before or after. */
export async function eraseRecords(db: Trx, owner: Owner): Promise<number> {
  const { client_id, holder_reference } = owner;
  await lockHolder(db, owner);
  for (let erased = 0;;) {
    const some = db.selectFrom("pay_records").select("id").where("client_id", "=", client_id)
      .where("holder_reference", "=", holder_reference).limit(ERASED_AT_ONCE);
    const rows = await db.deleteFrom("pay_records").where("id", "in", some).returning("id").execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom("pay_record_columns").where("record_id", "in", ids).execute();
    erased += ids.length;
    if (ids.length < ERASED_AT_ONCE) return erased;
  }
}

/** Derived from the record's id, so it reveals nothing about the value and needs no row. */
export async function tokensOf(
  { keys }: Pick<PaymentContext, "keys">,
  id: string,
  columns: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const token = async (column: string) => [column, uuidFrom(await fingerprint(keys, "token", id, column))] as const;
  return Object.fromEntries(await Promise.all(columns.map(token)));
}
