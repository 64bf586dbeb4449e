/** One effect per idempotency key: the first request runs, repeats get its answer (SECURITY R5, R6). */
import { databaseNow } from "../../../db/database_clock.ts";
import {
  IDEMPOTENCY_KEEP_MS,
  IN_FLIGHT_POLL_MS,
  IN_FLIGHT_WAIT_MS,
  MAX_KEY_CHARS,
  PRUNE_BATCH,
  TAKEN_OVER_LEASE_MS,
} from "../context/constants.ts";
import { type Claim, KeyClaim, KeyTaken } from "./claim.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, IdempotencyRow } from "../db/tables.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

export interface KeyedRequest {
  /** The merchant's client, or the execution and the path. */
  readonly scope: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Completes a stored answer that omits what is stored elsewhere. When absent, the answer is stored whole. */
  readonly restore?: (kept: unknown) => Promise<unknown>;
}

/** Sent with every answer that an earlier request produced. */
export const REPLAYED = { "idempotent-replayed": "true" } as const;

type IdempotencyPorts = Pick<PaymentContext, "db" | "clock" | "inFlight">;

/** The value of the header, or 400. */
export function readKey(header: string | undefined): string {
  if (header === undefined || header.length > MAX_KEY_CHARS || !/^[\x21-\x7e]+$/.test(header)) {
    throw new ApiError("key-missing");
  }
  return header;
}

/** Identifies the request in the rows it writes, so that a repeat finds them after a crash. */
export function requestKeyOf({ scope, key, path }: KeyedRequest): string {
  return `${scope} ${path} ${key}`;
}

/** Ends the lease of a request whose process died, so that its repeat looks up the outcome instead of waiting. */
export async function releaseKey({ db }: Pick<PaymentContext, "db">, requestKey: string): Promise<void> {
  const [, scope = "", key = ""] = /^(.*) \S+ (\S+)$/.exec(requestKey) ?? [];
  await endLease(db, { scope, key });
}

async function endLease(db: PaymentContext["db"], { scope, key }: Pick<KeyedRequest, "scope" | "key">): Promise<void> {
  await db.updateTable("pay_idempotency").set({ lease_until_ms: 0 }).where("scope", "=", scope).where("key", "=", key)
    .where("status", "is", null).execute();
}

/**
 * Runs the work once per key. `run` may write its claim and its answer in its own transactions, so that a crash leaves
 * either nothing or rows a repeat finds. Only successes are remembered: a refused request can be corrected and sent
 * again with the same key.
 */
export function runOnce(
  context: IdempotencyPorts,
  keyed: KeyedRequest,
  run: (claim: Claim) => Promise<unknown>,
): Promise<Response> {
  return runKeyed(context, keyed, async ({ db }, { scope, key }) => {
    const known = await db.selectFrom("pay_idempotency").selectAll().select(databaseNow(db).as("database_ms"))
      .where("scope", "=", scope).where("key", "=", key).executeTakeFirst();
    return { known, run };
  });
}

export interface KeyedExecution extends KeyedRequest {
  readonly executionId: string;
  /** Throws for an execution that is not the caller's. */
  readonly check?: (row: ExecutionRow) => void;
}

/**
 * {@link runOnce} for a request about an execution, which is read in one statement with the key. Throws the uniform 404
 * when there is none.
 */
export function runOnceFor(
  context: IdempotencyPorts,
  keyed: KeyedExecution,
  run: (claim: Claim, row: ExecutionRow) => Promise<unknown>,
): Promise<Response> {
  return runKeyed(context, keyed, async ({ db }, { scope, key }) => {
    const found = await db.selectFrom("pay_executions as e").leftJoin(
      "pay_idempotency as k",
      (join) => join.on("k.scope", "=", scope).on("k.key", "=", key),
    )
      .selectAll("e").select([
        "k.body_hash as key_body_hash",
        "k.status as key_status",
        "k.answer as key_answer",
        "k.lease_until_ms as key_lease_until_ms",
        databaseNow(db).as("database_ms"),
      ]).where("e.id", "=", keyed.executionId).executeTakeFirst();
    if (found === undefined) throw new ApiError("not-found");
    const { key_body_hash, key_status, key_answer, key_lease_until_ms, database_ms, ...row } = found;
    keyed.check?.(row);
    const known = key_body_hash === null || key_lease_until_ms === null ? undefined : {
      scope,
      key,
      body_hash: key_body_hash,
      status: key_status,
      answer: key_answer,
      lease_until_ms: key_lease_until_ms,
      database_ms,
    };
    return { known, run: (claim) => run(claim, row) };
  });
}

type KnownKey = Omit<IdempotencyRow, "created_ms"> & { readonly database_ms: number };

/** What an earlier request left under the key, and the work of the first one. */
type ReadKeyed = (context: IdempotencyPorts, request: KeyedRequest) => Promise<{
  readonly known: KnownKey | undefined;
  readonly run: (claim: Claim) => Promise<unknown>;
}>;

async function runKeyed(context: IdempotencyPorts, keyed: KeyedRequest, read: ReadKeyed): Promise<Response> {
  const { inFlight, clock } = context;
  const hash = sha256Hex(JSON.stringify([keyed.method, keyed.path, keyed.body]));
  const id = `${keyed.scope} ${keyed.key}`;
  const until = clock.now() + IN_FLIGHT_WAIT_MS;
  while (true) {
    const first = inFlight.get(id);
    if (first !== undefined && first.hash !== hash) throw new ApiError("key-reused");
    const answered = first === undefined ? await runFirst(context, { ...keyed, hash, id }, read) : undefined;
    if (answered !== undefined) return answered;
    if (clock.now() >= until) throw new ApiError("key-in-flight", { headers: { "retry-after": "1" } });
    await pauseUntil(first?.ended);
  }
}

async function pauseUntil(ended: Promise<void> | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, IN_FLIGHT_POLL_MS);
  await Promise.race([promise, ended ?? promise]);
  clearTimeout(timer);
}

interface HashedRequest extends KeyedRequest {
  readonly hash: string;
  readonly id: string;
}

/** The first request of this process runs; those that arrive meanwhile wait for it. */
async function runFirst(context: IdempotencyPorts, request: HashedRequest, read: ReadKeyed) {
  const { promise, resolve } = Promise.withResolvers<void>();
  context.inFlight.set(request.id, { hash: request.hash, ended: promise });
  try {
    return await runOrReplay(context, request, read);
  } finally {
    context.inFlight.delete(request.id);
    resolve();
  }
}

/** Undefined while another process has the key. */
async function runOrReplay(
  context: IdempotencyPorts,
  request: HashedRequest,
  read: ReadKeyed,
): Promise<Response | undefined> {
  const { db, clock } = context;
  const { scope, key, hash } = request;
  const { known: row, run } = await read(context, request);
  if (row !== undefined) {
    if (row.body_hash !== hash) throw new ApiError("key-reused");
    if (row.status !== null) return await replay(row, request.restore);
    if (row.lease_until_ms > row.database_ms || !await takeOver(db, row)) return undefined;
  }
  const claim = new KeyClaim({ scope, key, hash, nowMs: clock.now() }, row !== undefined);
  try {
    const answer = await run(claim);
    if (await claim.end(db, answer)) return jsonText(JSON.stringify(answer));
    // The process that has claimed the key since did the same work. Until it answers, this one's answer is as good.
    const { known } = await read(context, request);
    return known === undefined || known.status === null
      ? jsonText(JSON.stringify(answer))
      : await replay(known, request.restore);
  } catch (error) {
    if (error instanceof KeyTaken) return undefined;
    // Rows already begun stay for a repeat to find. Without any, the request left nothing.
    if (claim.isWritten) await endLease(db, { scope, key });
    throw error;
  }
}

/** The process that claimed the key is gone. The repeat finds its rows by the request key, so running again is safe. */
async function takeOver(db: PaymentContext["db"], row: KnownKey): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("pay_idempotency")
    .set({ lease_until_ms: databaseNow(db, TAKEN_OVER_LEASE_MS) })
    .where("scope", "=", row.scope).where("key", "=", row.key).where("status", "is", null)
    .where("lease_until_ms", "=", row.lease_until_ms).executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function replay({ answer, status }: KnownKey, restore: KeyedRequest["restore"]): Promise<Response> {
  const kept = answer ?? "null";
  const text = restore === undefined ? kept : JSON.stringify(await restore(JSON.parse(kept)));
  const response = jsonText(text, status ?? 200);
  for (const [name, value] of Object.entries(REPLAYED)) response.headers.set(name, value);
  return response;
}

function jsonText(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "content-type": "application/json; charset=utf-8" } });
}

/** Deletes one small batch of expired keys, so that no request waits long, and returns how many. */
export async function pruneKeys(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const old = await db.selectFrom("pay_idempotency").select(["scope", "key"])
    .where("created_ms", "<", clock.now() - IDEMPOTENCY_KEEP_MS).limit(batch).execute();
  await db.transaction().execute(async (trx) => {
    for (const { scope, key } of old) {
      await trx.deleteFrom("pay_idempotency").where("scope", "=", scope).where("key", "=", key).execute();
    }
  });
  return old.length;
}
