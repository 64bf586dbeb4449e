/** One effect per idempotency key: the first request runs, its repeats get its answer (SECURITY R5, R6). */
import { sha256 } from "./digest.ts";
import {
  IDEMPOTENCY_KEEP_MS,
  IN_FLIGHT_LEASE_MS,
  IN_FLIGHT_POLL_MS,
  IN_FLIGHT_WAIT_MS,
  MAX_KEY_CHARS,
  PRUNE_BATCH,
} from "./constants.ts";
import { Fault } from "./faults.ts";
import type { Service } from "./service.ts";
import type { IdempotencyRow } from "./tables.ts";

export interface Keyed {
  /** Merchant client, or execution. */
  readonly scope: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The header's value, or 400. */
export function readKey(header: string | undefined): string {
  if (header === undefined || header.length > MAX_KEY_CHARS || !/^[\x21-\x7e]+$/.test(header)) {
    throw new Fault("key-missing");
  }
  return header;
}

/** Name of the request for the rows it leaves behind, so that its repeat finds them after a crash. */
export function requestKeyOf({ scope, key, path }: Keyed): string {
  return `${scope} ${path} ${key}`;
}

/** Frees the key of a request whose process died: its repeat finds what became of it instead of waiting. */
export async function releaseKey({ db }: Pick<Service, "db">, requestKey: string): Promise<void> {
  const [, scope = "", key = ""] = /^(.*) \S+ (\S+)$/.exec(requestKey) ?? [];
  await db.deleteFrom("pay_idempotency").where("scope", "=", scope).where("key", "=", key).where("status", "is", null)
    .execute();
}

/** Runs once per key. Only successes are remembered: a refused request may be mended and sent again. */
export async function once(
  service: Pick<Service, "db" | "clock">,
  keyed: Keyed,
  run: () => Promise<unknown>,
): Promise<Response> {
  const hash = await sha256(JSON.stringify([keyed.method, keyed.path, keyed.body]));
  const known = await takeKey(service, keyed, hash);
  if (known !== undefined) return replay(known);
  const { db } = service;
  const mine = { scope: keyed.scope, key: keyed.key };
  try {
    const answer = JSON.stringify(await run());
    await db.updateTable("pay_idempotency").set({ status: 200, answer })
      .where("scope", "=", mine.scope).where("key", "=", mine.key).execute();
    return jsonText(answer);
  } catch (error) {
    await db.deleteFrom("pay_idempotency").where("scope", "=", mine.scope).where("key", "=", mine.key)
      .where("status", "is", null).execute();
    throw error;
  }
}

/** Undefined when the key is now ours; else the finished row of the first request. */
async function takeKey(
  { db, clock }: Pick<Service, "db" | "clock">,
  { scope, key }: Keyed,
  hash: string,
): Promise<IdempotencyRow | undefined> {
  const deadline = performance.now() + IN_FLIGHT_WAIT_MS;
  while (true) {
    const nowMs = clock.now();
    const fresh = {
      scope,
      key,
      body_hash: hash,
      status: null,
      answer: null,
      lease_until_ms: nowMs + IN_FLIGHT_LEASE_MS,
      created_ms: nowMs,
    };
    const { numInsertedOrUpdatedRows } = await db.insertInto("pay_idempotency").values(fresh)
      .onConflict((on) => on.columns(["scope", "key"]).doNothing()).executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return undefined;
    const row = await db.selectFrom("pay_idempotency").selectAll().where("scope", "=", scope).where("key", "=", key)
      .executeTakeFirst();
    // The first request failed in between: its key is free again.
    if (row === undefined) continue;
    if (row.body_hash !== hash) throw new Fault("key-reused");
    if (row.status !== null) return row;
    if (row.lease_until_ms <= nowMs && await takeOver(db, row, fresh)) return undefined;
    if (performance.now() >= deadline) throw new Fault("key-in-flight", { headers: { "retry-after": "1" } });
    await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_POLL_MS));
  }
}

/** The process that took the key is gone; what it began is found by the request key, so running again is safe. */
async function takeOver(db: Service["db"], row: IdempotencyRow, fresh: IdempotencyRow): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("pay_idempotency").set({ lease_until_ms: fresh.lease_until_ms })
    .where("scope", "=", row.scope).where("key", "=", row.key).where("status", "is", null)
    .where("lease_until_ms", "=", row.lease_until_ms).executeTakeFirst();
  return numUpdatedRows === 1n;
}

function replay({ answer, status }: IdempotencyRow): Response {
  const response = jsonText(answer ?? "null", status ?? 200);
  response.headers.set("idempotent-replayed", "true");
  return response;
}

function jsonText(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "content-type": "application/json; charset=utf-8" } });
}

/** Forgets keys older than 35 days, at most one small batch so that nobody waits behind it; answers how many. */
export async function pruneKeys({ db, clock }: Pick<Service, "db" | "clock">, batch = PRUNE_BATCH): Promise<number> {
  const old = await db.selectFrom("pay_idempotency").select(["scope", "key"])
    .where("created_ms", "<", clock.now() - IDEMPOTENCY_KEEP_MS).limit(batch).execute();
  await db.transaction().execute(async (trx) => {
    for (const { scope, key } of old) {
      await trx.deleteFrom("pay_idempotency").where("scope", "=", scope).where("key", "=", key).execute();
    }
  });
  return old.length;
}
