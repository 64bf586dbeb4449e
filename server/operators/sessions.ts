/** Sessions of operators: a random cookie, stored as its hash, that ends half an hour after the last call. */
import type { Selectable } from "kysely";
import type { Db } from "../db/open.ts";
import type { Clock } from "../platform/clock.ts";
import { findOperator } from "./operators.ts";
import type { OperatorRow, OperatorTables } from "./tables.ts";
import { newSecret, SECRET_PATTERN, sha256Hex } from "../platform/crypto/secrets.ts";

/** A session ends this long after its last call. */
export const IDLE_MS = 30 * 60_000;
/** A session ends this long after its sign-in, however busy it is. */
export const LONGEST_MS = 8 * 3_600_000;
/** The time of the last call is written once a minute. */
const SEEN_STEP_MS = 60_000;

export interface SessionPorts {
  readonly db: Db;
  readonly clock: Clock;
}

export type Way = "passkey" | "oidc";

export interface Session {
  readonly hash: string;
  readonly operator: OperatorRow;
  readonly way: Way;
  readonly endsMs: number;
}

/** The cookie of a new session. */
export async function openSession({ db, clock }: SessionPorts, operatorId: string, way: Way): Promise<string> {
  const nowMs = clock.now();
  const secret = newSecret();
  await db.insertInto("admin_sessions").values({
    hash: sha256Hex(secret),
    operator_id: operatorId,
    way,
    created_ms: nowMs,
    seen_ms: nowMs,
  }).execute();
  await db.updateTable("admin_operators").set({ seen_ms: nowMs }).where("id", "=", operatorId).execute();
  return secret;
}

/** The session of a cookie; undefined when it has ended or its operator was disabled. Each call prolongs it. */
export async function readSession(ports: SessionPorts, secret: string): Promise<Session | undefined> {
  const found = await find(ports, secret);
  if (found === undefined) return undefined;
  const nowMs = ports.clock.now();
  if (nowMs - found.row.seen_ms >= SEEN_STEP_MS) {
    await ports.db.updateTable("admin_sessions").set({ seen_ms: nowMs }).where("hash", "=", found.row.hash).execute();
  }
  return sessionOf(found, nowMs);
}

/** The same for a page that asks whether the session is over: asking does not prolong it. */
export async function peekSession(ports: SessionPorts, secret: string): Promise<Session | undefined> {
  const found = await find(ports, secret);
  return found === undefined ? undefined : sessionOf(found, found.row.seen_ms);
}

interface Found {
  readonly row: Selectable<OperatorTables["admin_sessions"]>;
  readonly operator: OperatorRow;
}

async function find({ db, clock }: SessionPorts, secret: string): Promise<Found | undefined> {
  if (!SECRET_PATTERN.test(secret)) return undefined;
  const nowMs = clock.now();
  const row = await db.selectFrom("admin_sessions").selectAll().where("hash", "=", sha256Hex(secret))
    .where("seen_ms", ">", nowMs - IDLE_MS).where("created_ms", ">", nowMs - LONGEST_MS).executeTakeFirst();
  const operator = row === undefined ? undefined : await findOperator(db, row.operator_id);
  return row === undefined || operator === undefined ? undefined : { row, operator };
}

function sessionOf({ row, operator }: Found, seenMs: number): Session {
  return { hash: row.hash, operator, way: row.way, endsMs: Math.min(seenMs + IDLE_MS, row.created_ms + LONGEST_MS) };
}

export async function endSession({ db }: Pick<SessionPorts, "db">, hash: string): Promise<void> {
  await db.deleteFrom("admin_sessions").where("hash", "=", hash).execute();
}
