/**
 * Display init (COMPAT 3.14): a merchant's back end asks to show a stored card or record, and gets an address on the
 * frame origin that shows it for a few minutes. The page that frames it never holds a number.
 */
import { DisplayBody, parseRequest } from "../context/bodies.ts";
import { DISPLAY_KEEP_MS, DISPLAY_MS, MAX_DISPLAY_VIEWS } from "../context/constants.ts";
import { sha256 } from "../db/digest.ts";
import { Fault } from "../context/api_errors.ts";
import { encodeInit, type Initiated } from "../context/init_answer.ts";
import { instrumentView } from "./instruments.ts";
import type { Service } from "../context/context.ts";
import type { DisplayRow } from "../db/tables.ts";
import { fingerprint, openNumber } from "../vault/at_rest.ts";

export interface DisplayCall {
  readonly clientId: string;
  readonly key: string;
  readonly body: unknown;
}

/** The same key gives the same address; the address itself is kept nowhere, only its hash. */
export async function initDisplay(service: Service, { clientId, key, body }: DisplayCall): Promise<Initiated> {
  const { settings, db, clock, vaultIds } = service;
  const { instrumentId, recordId, auditData } = parseRequest(DisplayBody, body);
  if ((instrumentId === undefined) === (recordId === undefined)) {
    throw new Fault("request-invalid", { detail: "Send exactly one of instrumentId and recordId." });
  }
  const shown = await shownOf(service, clientId, { instrumentId, recordId });
  const secret = await fingerprint(service.keys, "display", clientId, key);
  const nowMs = clock.now();
  const row: DisplayRow = {
    hash: sha256(secret),
    client_id: clientId,
    instrument_id: instrumentId ?? null,
    record_id: recordId ?? null,
    audit: JSON.stringify(auditData ?? null),
    views: 0,
    expires_ms: nowMs + DISPLAY_MS,
    created_ms: nowMs,
  };
  const { numInsertedOrUpdatedRows } = await db.insertInto("pay_displays").values(row)
    .onConflict((on) => on.column("hash").doNothing()).executeTakeFirst();
  const kept = await db.selectFrom("pay_displays").selectAll().where("hash", "=", row.hash).executeTakeFirstOrThrow();
  const isSame = kept.instrument_id === row.instrument_id && kept.record_id === row.record_id &&
    kept.audit === row.audit;
  if (!isSame) throw new Fault("key-reused");
  const answer = encodeInit({
    type: "reveal",
    token: secret,
    expiresAt: new Date(kept.expires_ms).toISOString(),
    vaultConfiguration: { vaultId: vaultIds.get(clientId) ?? "", vaultUrl: settings.frameOrigin },
    ...shown,
    links: { display: { method: "GET", href: `${settings.frameOrigin}/display/${secret}` } },
  });
  return { answer, isReplayed: numInsertedOrUpdatedRows !== 1n };
}

export async function pruneDisplays({ db, clock }: Pick<Service, "db" | "clock">): Promise<void> {
  await db.deleteFrom("pay_displays").where("created_ms", "<", clock.now() - DISPLAY_KEEP_MS).execute();
}

interface Named {
  readonly instrumentId: string | undefined;
  readonly recordId: string | undefined;
}

/** What the merchant may know of it; what is not this merchant's does not exist (SECURITY M6). */
async function shownOf(service: Service, clientId: string, { instrumentId, recordId }: Named) {
  const { db } = service;
  if (instrumentId !== undefined) {
    return { instrument: instrumentView(await readCard(service, clientId, instrumentId)) };
  }
  const columns = await db.selectFrom("pay_records").innerJoin("pay_record_columns", "record_id", "id")
    .select(["column_name", "table_name"]).where("id", "=", recordId ?? "").where("client_id", "=", clientId)
    .orderBy("column_name").execute();
  const [first] = columns;
  if (first === undefined) throw new Fault("not-found");
  return { record: { id: recordId, table: first.table_name, columns: columns.map((row) => row.column_name) } };
}

async function readCard({ db }: Service, clientId: string, id: string) {
  const row = await db.selectFrom("pay_instruments").selectAll().where("id", "=", id).where("client_id", "=", clientId)
    .where("status", "not in", ["deleted", "transient"]).where("sealed_number", "is not", null).executeTakeFirst();
  if (row === undefined) throw new Fault("not-found");
  return row;
}

export interface Displayed {
  readonly clientId: string;
  /** Name and value, in the order they are shown. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Counts the view and opens the values; one look too many, or too late, finds nothing. */
export async function readDisplay(service: Service, secret: string): Promise<Displayed> {
  const { db, clock } = service;
  const seen = await db.updateTable("pay_displays").set((row) => ({ views: row("views", "+", 1) }))
    .where("hash", "=", sha256(secret)).where("expires_ms", ">", clock.now()).where("views", "<", MAX_DISPLAY_VIEWS)
    .returningAll().executeTakeFirst();
  if (seen === undefined) throw new Fault("not-found");
  const { client_id: clientId, instrument_id, record_id } = seen;
  const fields = instrument_id === null
    ? await recordFields(service, record_id ?? "")
    : await cardFields(service, clientId, instrument_id);
  return { clientId, fields };
}

/** The holder's name and the security code are not kept, so there is nothing to show of them. */
async function cardFields(service: Service, clientId: string, id: string): Promise<Displayed["fields"]> {
  const row = await readCard(service, clientId, id);
  const number = await openNumber(service.keys, row.sealed_number ?? "", row.id);
  return [["cardNumber", grouped(number)], ["expiryMonth", row.expiry_month ?? ""], [
    "expiryYear",
    row.expiry_year ?? "",
  ]];
}

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

async function recordFields({ db, keys }: Service, id: string): Promise<Displayed["fields"]> {
  const columns = await db.selectFrom("pay_record_columns").select(["column_name", "sealed"])
    .where("record_id", "=", id).orderBy("column_name").execute();
  return await Promise.all(columns.map(async ({ column_name, sealed }) => {
    const value: unknown = JSON.parse(await openNumber(keys, sealed, `${id} ${column_name}`));
    return [column_name, String(value ?? "")] as const;
  }));
}
