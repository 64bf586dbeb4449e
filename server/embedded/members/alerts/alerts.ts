/** Creates, lists and ends a member's alerts. */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { lockName } from "../../../db/locks.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Member } from "../../../platform/id_token.ts";
import type { Language } from "../../../wire/site/languages.ts";
import type { Watch } from "../../../wire/members/alerts.ts";
import { lookUp, type LookupPorts } from "../lookup/lookup.ts";
import { asWritten } from "../numbering/parse_phone_number.ts";
import { refuseDeleted } from "../context/deleted_members.ts";
import { ownNumberOf } from "../context/own_number.ts";
import { isTheirs, ownedIds } from "../context/own_reports.ts";
import { bandOf } from "../scoring/score.ts";
import type { MembersTables } from "../db/tables.ts";
import { CHECK_EVERY_MS, MAX_ALERTS } from "./constants.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

export interface AlertsPorts {
  readonly db: Db;
  readonly clock: Clock;
  /** Uses our own data even where look-ups go to a paid service, so that alerts cause no charges there. */
  readonly lookup: LookupPorts;
}
export type AlertRow = Selectable<MembersTables["members_watches"]>;

const UNCONFIRMED = refusal("alert_unconfirmed");
const TOO_MANY = refusal("alert_limit", { count: MAX_ALERTS });
const NOT_FOUND = refusal("alert_unknown");

/** The values that an alert compares. */
export interface NumberRating {
  readonly score: number;
  readonly reporters: number;
}

export interface RatedNumber {
  readonly text: string;
  /** For a number in national format; empty for none. */
  readonly country: string;
  /** The member's country, or empty. */
  readonly askerCountry: string;
  readonly uid: string;
}

/**
 * The number's current state, as the member's own report shows it, or why it cannot be looked up. Where a caller claimed
 * to be is left out: it belongs to one call.
 */
export async function ratingOf(
  { uid, ...number }: RatedNumber,
  { db, lookup }: AlertsPorts,
): Promise<NumberRating & { readonly e164: string } | { readonly why: SentenceCode }> {
  const outcome = await lookUp({ ...number, ownNumber: await ownNumberOf(uid, db) }, lookup);
  if (outcome.kind === "failed") return { why: outcome.why };
  const { known, score } = outcome.looked;
  return { e164: known.number.e164, score: score.value ?? 0, reporters: known.reports.reporters };
}

export interface AlertRequest {
  readonly phoneNumber: string;
  /** For a number in national format; empty for none. */
  readonly country: string;
  readonly askerCountry: string;
  /** Language of the alert emails. */
  readonly language: Language;
}

export async function startAlert(
  { phoneNumber, country, askerCountry, language }: AlertRequest,
  member: Member,
  ports: AlertsPorts,
): Promise<Watch> {
  const { db, clock } = ports;
  if (!member.emailVerified || member.email === "") fail(403, UNCONFIRMED);
  const standing = await ratingOf({ text: phoneNumber, country, askerCountry, uid: member.uid }, ports);
  if ("why" in standing) return fail(422, refusal(standing.why));
  const nowMs = clock.now();
  const row = await db.transaction().execute(async (trx) => {
    await refuseDeleted(member, { trx, clock });
    // Requests that arrive together are counted one after another.
    await lockName(trx, `alerts ${member.uid}`);
    const own = await trx.selectFrom("members_watches").select("e164").where("user_id", "=", member.uid).execute();
    const isWatched = own.some(({ e164 }) => e164 === standing.e164);
    if (!isWatched && own.length >= MAX_ALERTS) fail(409, TOO_MANY);
    await trx.insertInto("members_watches").values({
      id: crypto.randomUUID(),
      user_id: member.uid,
      email: member.email,
      language,
      ...standing,
      created_ms: nowMs,
      due_ms: nowMs + CHECK_EVERY_MS,
      mailed_ms: 0,
      before_score: null,
      asker_country: askerCountry,
    }).onConflict((oc) => oc.columns(["user_id", "e164"]).doUpdateSet({ language })).execute();
    await readdressAlerts(member, trx);
    return await trx.selectFrom("members_watches").selectAll()
      .where("user_id", "=", member.uid).where("e164", "=", standing.e164).executeTakeFirstOrThrow();
  });
  return describe(row, await latestReports(member.uid, [row.e164], db));
}

/** Sends the member's alerts to their address of now. One that is not confirmed may be another person's. */
export async function readdressAlerts(
  { uid, email, emailVerified }: Member,
  db: Db | Transaction<Database>,
): Promise<void> {
  if (!emailVerified || email === "") return;
  await db.updateTable("members_watches").set({ email }).where("user_id", "=", uid).where("email", "!=", email)
    .execute();
}

export async function listAlerts(uid: string, db: Db): Promise<readonly Watch[]> {
  const rows = await db.selectFrom("members_watches").selectAll().where("user_id", "=", uid)
    .orderBy("created_ms").execute();
  const reports = await latestReports(uid, rows.map(({ e164 }) => e164), db);
  return rows.map((row) => describe(row, reports));
}

/** The id of the member's latest report on each number that has one, also of one bought before sign-in. */
async function latestReports(uid: string, numbers: readonly string[], db: Db): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const owned = await ownedIds(uid, db);
  const rows = await db.selectFrom("members_reports").select(["e164", "id"])
    .where((eb) => isTheirs(eb, uid, owned))
    .where("e164", "in", numbers).orderBy("at_ms").execute();
  return new Map(rows.map(({ e164, id }) => [e164, id]));
}

/** Another member's alert is reported as not found. */
export async function endAlert(id: string, uid: string, ports: Pick<AlertsPorts, "db" | "clock">): Promise<void> {
  const row = await ports.db.selectFrom("members_watches").select("id").where("id", "=", id).where("user_id", "=", uid)
    .executeTakeFirst();
  if (row === undefined) fail(404, NOT_FOUND);
  await removeAlert(id, ports);
}

/** Its links stay for a while, since a person and their email program may both use one. */
export async function removeAlert(id: string, { db, clock }: Pick<AlertsPorts, "db" | "clock">): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("members_watches").where("id", "=", id).execute();
    await trx.updateTable("members_watch_links").set({ ended_ms: clock.now() }).where("watch_id", "=", id)
      .where("ended_ms", "is", null).execute();
  });
}

/** Makes the alerts of a number due after a member report about it. */
export async function wakeAlerts(e164: string, { db, clock }: Pick<AlertsPorts, "db" | "clock">): Promise<void> {
  await db.updateTable("members_watches").set({ due_ms: clock.now() }).where("e164", "=", e164)
    .where("due_ms", ">", clock.now()).execute();
}

function describe(
  { id, e164, email, score, created_ms, mailed_ms, before_score }: AlertRow,
  reports: ReadonlyMap<string, string>,
): Watch {
  return {
    id,
    e164,
    ...asWritten(e164),
    score,
    band: bandOf(score),
    email,
    since: new Date(created_ms).toISOString(),
    changed: mailed_ms === 0 ? "" : new Date(mailed_ms).toISOString(),
    before: before_score,
    report_id: reports.get(e164) ?? "",
  };
}
