/**
 * The chain of the audit log: each row holds the hash of the previous row and its own, over a canonical form. Rows are
 * added and never changed.
 */
import type { Transaction } from "kysely";
import type { Database } from "../db/database.ts";
import { lockRows } from "../db/locks.ts";
import type { Db } from "../db/open.ts";
import type { Clock } from "../platform/clock.ts";
import { sha256Hex } from "../platform/crypto/secrets.ts";
import type { Log } from "../platform/log.ts";
import type { AUDITED } from "../wire/admin/audit.ts";
import type { Subject } from "../wire/admin/fields.ts";
import type { AuditRow } from "./tables.ts";

/** What the first row has as the hash of the previous row. */
export const GENESIS = "0".repeat(64);
const HEAD = "head";

export type Audited = (typeof AUDITED)[number];
/** Names and values without personal data. */
export type Facts = Readonly<Record<string, string | number>>;

export interface AuditEvent {
  readonly what: Audited;
  /** Who did it; left out for the command line and for a refused sign-in. */
  readonly operator?: { readonly id: string; readonly role: string } | undefined;
  readonly subject?: Subject | undefined;
  readonly reason?: string;
  readonly facts?: Facts;
  /** On whose timelines the row of an act stands. */
  readonly concerned?: readonly string[];
}

export interface AuditPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/** The newest row. A copy kept elsewhere proves later that no row was cut off. */
export interface Head {
  readonly n: number;
  readonly hash: string;
}

/** The text that is hashed: the fields in a fixed order, as JSON without spaces. */
export function canonical(row: Omit<AuditRow, "hash">): string {
  const { n, at_ms, operator_id, role, what, subject_kind, subject_id, reason, facts_json, before_hash } = row;
  return JSON.stringify([
    n,
    at_ms,
    operator_id,
    role,
    what,
    subject_kind,
    subject_id,
    reason,
    facts_json,
    before_hash,
  ]);
}

export function hashOf(row: Omit<AuditRow, "hash">): string {
  return sha256Hex(canonical(row));
}

/**
 * Facts that bind to a row what other tables hold beside it. They are for the verification and not shown.
 * - `concerned`: the hash of the ids in `admin_act_subjects`.
 * - `identity`: the hash of id and address in `admin_operators`, so that the row does not hold the address.
 */
const BINDINGS = ["concerned", "identity"];

export function hashOfConcerned(ids: readonly string[]): string {
  return sha256Hex(JSON.stringify(ids.toSorted()));
}

export function hashOfIdentity({ id, email }: { readonly id: string; readonly email: string }): string {
  return sha256Hex(JSON.stringify([id, email]));
}

type Fact = readonly [name: string, value: string];

export function factsOf({ facts_json }: Pick<AuditRow, "facts_json">): readonly Fact[] {
  return JSON.parse(facts_json);
}

/** The facts as operators see them. */
export function shownFacts(row: Pick<AuditRow, "facts_json">): { name: string; value: string }[] {
  return factsOf(row).filter(([name]) => !BINDINGS.includes(name)).map(([name, value]) => ({ name, value }));
}

/** Adds a row in a transaction of its own, and logs the new head. */
export async function record(ports: AuditPorts, event: AuditEvent): Promise<number> {
  const head = await ports.db.transaction().execute((trx) => append(trx, event, ports.clock.now()));
  logHead(ports.log, head);
  return head.n;
}

/** Adds a row. Log the head with {@link logHead} once the transaction is committed. */
export async function append(trx: Transaction<Database>, event: AuditEvent, nowMs: number): Promise<Head> {
  const { what, operator, subject, reason = "", facts = {}, concerned } = event;
  const bound = concerned === undefined ? facts : { ...facts, concerned: hashOfConcerned(concerned) };
  const before = await takeHead(trx);
  const row = {
    n: before.n + 1,
    at_ms: nowMs,
    operator_id: operator?.id ?? "",
    role: operator?.role ?? "",
    what,
    subject_kind: subject?.kind ?? "",
    subject_id: subject?.id ?? "",
    reason,
    facts_json: JSON.stringify(Object.entries(bound).map(([name, value]) => [name, String(value)])),
    before_hash: before.hash,
  };
  const hash = hashOf(row);
  await trx.insertInto("admin_audit").values({ ...row, hash }).execute();
  const subjects = (concerned ?? []).map((subject_id) => ({ subject_id, n: row.n }));
  if (subjects.length > 0) await trx.insertInto("admin_act_subjects").values(subjects).execute();
  await trx.updateTable("admin_audit_head").set({ n: row.n, hash }).where("id", "=", HEAD).execute();
  return { n: row.n, hash };
}

/**
 * The present head, locked until the transaction ends. A migration made it: without it the log was tampered with, and a
 * new head would start the chain again as if there had been no rows.
 */
async function takeHead(trx: Transaction<Database>): Promise<Head> {
  const [head] = await lockRows(trx, heads(trx));
  if (head === undefined) throw new Error("The head of the audit log is gone: nothing is done without a record of it");
  return head;
}

/** Groups of eight digits, which the log's filter of secrets leaves as they are. */
export function logHead(log: Log, { n, hash }: Head): void {
  log.info("audit.head", { n, hash: hash.replace(/(.{8})(?=.)/g, "$1.") });
}

export async function readHead(db: Db): Promise<Head | undefined> {
  return await heads(db).executeTakeFirst();
}

function heads(db: Db | Transaction<Database>) {
  return db.selectFrom("admin_audit_head").select(["n", "hash"]).where("id", "=", HEAD);
}
