/**
 * Reveals a stored card or record: a merchant's back end asks for it and gets an address on the frame origin that shows
 * the values for a few minutes. A page that frames the address cannot read the number in it, but the address itself is a
 * secret: a program that requests it gets the number, like any holder of a bearer token.
 */
import { parseRequest, RevealBody } from "../context/bodies.ts";
import { MAX_REVEAL_VIEWS, PRUNE_BATCH, REVEAL_KEEP_MS, REVEAL_MS } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import { encodeInit, type InitResult } from "../context/init_answer.ts";
import { instrumentView } from "./instruments.ts";
import type { PaymentContext } from "../context/context.ts";
import type { RevealRow } from "../db/tables.ts";
import { fingerprint, openNumber } from "../vault/at_rest.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

export interface RevealCall {
  readonly clientId: string;
  readonly key: string;
  readonly body: unknown;
}

/** The same key gives the same address. Only a hash of the address is stored. */
export async function initReveal(context: PaymentContext, { clientId, key, body }: RevealCall): Promise<InitResult> {
  const { settings, db, clock, vaultIds } = context;
  const { instrumentId, recordId, auditData } = parseRequest(RevealBody, body);
  if ((instrumentId === undefined) === (recordId === undefined)) {
    throw new ApiError("request-invalid", { detail: "Send exactly one of instrumentId and recordId." });
  }
  const shown = await revealTargetOf(context, clientId, { instrumentId, recordId });
  const secret = await fingerprint(context.keys, "display", clientId, key);
  const nowMs = clock.now();
  const row: RevealRow = {
    hash: sha256Hex(secret),
    client_id: clientId,
    instrument_id: instrumentId ?? null,
    record_id: recordId ?? null,
    audit: JSON.stringify(auditData ?? null),
    views: 0,
    expires_ms: nowMs + REVEAL_MS,
    created_ms: nowMs,
  };
  const { numInsertedOrUpdatedRows } = await db.insertInto("pay_displays").values(row)
    .onConflict((on) => on.column("hash").doNothing()).executeTakeFirst();
  const stored = await db.selectFrom("pay_displays").selectAll().where("hash", "=", row.hash).executeTakeFirstOrThrow();
  const isSame = stored.instrument_id === row.instrument_id && stored.record_id === row.record_id &&
    stored.audit === row.audit;
  if (!isSame) throw new ApiError("key-reused");
  const answer = encodeInit({
    type: "reveal",
    token: secret,
    expiresAt: new Date(stored.expires_ms).toISOString(),
    vaultConfiguration: { vaultId: vaultIds.get(clientId) ?? "", vaultUrl: settings.frameOrigin },
    ...shown,
    links: { display: { method: "GET", href: `${settings.frameOrigin}/display/${secret}` } },
  });
  return { answer, isReplayed: numInsertedOrUpdatedRows !== 1n };
}

/** Deletes one small batch of permissions past their retention period, and returns how many. */
export async function pruneReveals(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("pay_displays").where(
    "hash",
    "in",
    (eb) =>
      eb.selectFrom("pay_displays").select("hash").where("created_ms", "<", clock.now() - REVEAL_KEEP_MS)
        .orderBy("created_ms").limit(batch),
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

interface RevealTarget {
  readonly instrumentId: string | undefined;
  readonly recordId: string | undefined;
}

/** The merchant's instrument or record. Another merchant's does not exist for this one (SECURITY M6). */
async function revealTargetOf(context: PaymentContext, clientId: string, { instrumentId, recordId }: RevealTarget) {
  const { db } = context;
  if (instrumentId !== undefined) {
    return { instrument: instrumentView(await readCard(context, clientId, instrumentId)) };
  }
  const columns = await db.selectFrom("pay_records").innerJoin("pay_record_columns", "record_id", "id")
    .select(["column_name", "table_name"]).where("id", "=", recordId ?? "").where("client_id", "=", clientId)
    .orderBy("column_name").execute();
  const [first] = columns;
  if (first === undefined) throw new ApiError("not-found");
  return { record: { id: recordId, table: first.table_name, columns: columns.map((row) => row.column_name) } };
}

async function readCard({ db }: PaymentContext, clientId: string, id: string) {
  const row = await db.selectFrom("pay_instruments").selectAll().where("id", "=", id).where("client_id", "=", clientId)
    .where("status", "not in", ["deleted", "transient"]).where("sealed_number", "is not", null).executeTakeFirst();
  if (row === undefined) throw new ApiError("not-found");
  return row;
}

export interface RevealedDetails {
  readonly clientId: string;
  /** Name and value pairs in display order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Counts the view and decrypts the values. Throws 404 after the last view or the end of its time. */
export async function readReveal(context: PaymentContext, secret: string): Promise<RevealedDetails> {
  const { db, clock } = context;
  const seen = await db.updateTable("pay_displays").set((row) => ({ views: row("views", "+", 1) }))
    .where("hash", "=", sha256Hex(secret)).where("expires_ms", ">", clock.now()).where("views", "<", MAX_REVEAL_VIEWS)
    .returningAll().executeTakeFirst();
  if (seen === undefined) throw new ApiError("not-found");
  const { client_id: clientId, instrument_id, record_id } = seen;
  const fields = instrument_id === null
    ? await recordFields(context, record_id ?? "")
    : await cardFields(context, clientId, instrument_id);
  return { clientId, fields };
}

/** The holder's name and the security code are not stored and so cannot be shown. */
async function cardFields(context: PaymentContext, clientId: string, id: string): Promise<RevealedDetails["fields"]> {
  const row = await readCard(context, clientId, id);
  const number = await openNumber(context.keys, row.sealed_number ?? "", row.id);
  return [["cardNumber", grouped(number)], ["expiryMonth", row.expiry_month ?? ""], [
    "expiryYear",
    row.expiry_year ?? "",
  ]];
}

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

async function recordFields({ db, keys }: PaymentContext, id: string): Promise<RevealedDetails["fields"]> {
  const columns = await db.selectFrom("pay_record_columns").select(["column_name", "sealed"])
    .where("record_id", "=", id).orderBy("column_name").execute();
  if (columns.length === 0) throw new ApiError("not-found");
  return await Promise.all(columns.map(async ({ column_name, sealed }) => {
    const value: unknown = JSON.parse(await openNumber(keys, sealed, `${id} ${column_name}`));
    return [column_name, String(value ?? "")] as const;
  }));
}
