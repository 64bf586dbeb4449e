/** Stores member reports and disputes: one of each per member and number, changeable. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Member } from "../../../platform/id_token.ts";
import {
  type Dispute,
  DISPUTE_REASONS,
  type DisputeRequest,
  type NumberReport,
  type NumberReportRequest,
  type OwnNumberReports,
  REPORT_KINDS,
} from "../../../wire/members/member_reports.ts";
import { parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { refuseDeleted } from "../context/deleted_members.ts";
import { ownNumberOf } from "../context/own_number.ts";
import { wakeAlerts } from "../alerts/alerts.ts";
import { DISPUTE_AGAIN_MS, WITHDRAWN } from "./read_member_reports.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export interface MemberReportPorts {
  readonly db: Db;
  readonly clock: Clock;
}
/** Maximum number of own rows in a list. */
const MAX_OWN = 200;
const UNCONFIRMED = refusal("report_unconfirmed");
const OWN_NUMBER = refusal("report_own_number");
const NOT_FOUND = refusal("report_unknown");

export async function saveNumberReport(
  request: NumberReportRequest,
  member: Member,
  { db, clock }: MemberReportPorts,
): Promise<NumberReport> {
  const row = REPORT_KINDS.find((kind) => kind.id === request.kind);
  if (row === undefined || row.bad !== request.bad) fail(400, "Field kind does not go with what bad says");
  if (!member.emailVerified) fail(403, UNCONFIRMED);
  const e164 = readE164(request.phone_number);
  if (e164 === await ownNumberOf(member.uid, db)) fail(409, OWN_NUMBER);
  const report = {
    is_bad: request.bad ? 1 : 0,
    kind: request.kind,
    text: tidy(request.text ?? ""),
    at_ms: clock.now(),
  };
  const stored = await db.transaction().execute(async (trx) => {
    await refuseDeleted(member, { trx, clock });
    await trx.insertInto("members_number_reports")
      .values({ id: crypto.randomUUID(), e164, reporter_id: member.uid, ...report })
      .onConflict((oc) => oc.columns(["reporter_id", "e164"]).doUpdateSet(report)).execute();
    return await trx.selectFrom("members_number_reports").selectAll()
      .where("reporter_id", "=", member.uid).where("e164", "=", e164).executeTakeFirstOrThrow();
  });
  await wakeAlerts(e164, { db, clock });
  return viewReport(stored);
}

export async function saveDispute(
  request: DisputeRequest,
  member: Member,
  { db, clock }: MemberReportPorts,
): Promise<Dispute> {
  if (!member.emailVerified) fail(403, UNCONFIRMED);
  const e164 = readE164(request.phone_number);
  const nowMs = clock.now();
  const report = { reason: request.reason, text: tidy(request.text ?? "") };
  const stored = await db.transaction().execute(async (trx) => {
    await refuseDeleted(member, { trx, clock });
    await trx.insertInto("members_disputes")
      .values({ id: crypto.randomUUID(), e164, user_id: member.uid, ...report, at_ms: nowMs })
      .onConflict((oc) =>
        oc.columns(["user_id", "e164"]).doUpdateSet((eb) => ({
          ...report,
          at_ms: eb.case().when("members_disputes.at_ms", "<=", nowMs - DISPUTE_AGAIN_MS).then(nowMs)
            .else(eb.ref("members_disputes.at_ms")).end(),
        }))
      ).execute();
    return await trx.selectFrom("members_disputes").selectAll()
      .where("user_id", "=", member.uid).where("e164", "=", e164).executeTakeFirstOrThrow();
  });
  await wakeAlerts(e164, { db, clock });
  return viewDispute(stored);
}

/** A member's reports, newest first. */
function reportsOf(uid: string, db: Db) {
  return db.selectFrom("members_number_reports").selectAll().where("reporter_id", "=", uid).orderBy("at_ms", "desc");
}

/** A member's disputes, newest first, withdrawn ones among them. */
function disputesOf(uid: string, db: Db) {
  return db.selectFrom("members_disputes").selectAll().where("user_id", "=", uid).orderBy("at_ms", "desc");
}

export async function readOwnNumberReports(uid: string, db: Db): Promise<OwnNumberReports> {
  const reports = await reportsOf(uid, db).limit(MAX_OWN).execute();
  const disputes = await disputesOf(uid, db).where("reason", "!=", WITHDRAWN).limit(MAX_OWN).execute();
  return { reports: reports.map(viewReport), disputes: disputes.map(viewDispute) };
}

/** What {@link readOwnNumberReports} lists, without a limit, and of withdrawn disputes what is kept. */
export async function exportNumberReports(uid: string, db: Db) {
  const reports = await reportsOf(uid, db).execute();
  const disputes = await disputesOf(uid, db).execute();
  const isWithdrawn = ({ reason }: DisputeRow) => reason === WITHDRAWN;
  return {
    reports: reports.map(viewReport),
    disputes: disputes.filter((row) => !isWithdrawn(row)).map(viewDispute),
    withdrawnDisputes: disputes.filter(isWithdrawn).map(viewDispute).map(({ e164, at }) => ({ e164, at })),
  };
}

/** Withdraws a report or a dispute; another member's is reported as not found. */
export async function withdrawReport(id: string, uid: string, { db, clock }: MemberReportPorts): Promise<void> {
  const report = await db.deleteFrom("members_number_reports")
    .where("id", "=", id).where("reporter_id", "=", uid).returning("e164").executeTakeFirst();
  const gone = report ?? await db.updateTable("members_disputes").set({ reason: WITHDRAWN, text: "" })
    .where("id", "=", id).where("user_id", "=", uid).where("reason", "!=", WITHDRAWN).returning("e164")
    .executeTakeFirst();
  if (gone === undefined) fail(404, NOT_FOUND);
  await wakeAlerts(gone.e164, { db, clock });
}

function readE164(text: string): string {
  const parsed = parsePhoneNumber(text, "");
  return parsed.kind === "number" ? parsed.number.e164 : fail(422, refusal(parsed.why));
}

/** Control characters that could reverse or hide text are removed from a report. */
function tidy(text: string): string {
  return text.normalize("NFC").replace(/[\p{Cc}\p{Cf}]+/gu, " ").replace(/\p{Cs}/gu, "").trim();
}

interface ReportRow {
  readonly id: string;
  readonly e164: string;
  readonly is_bad: number;
  readonly kind: string;
  readonly text: string;
  readonly at_ms: number;
}
function viewReport({ id, e164, is_bad, kind, text, at_ms }: ReportRow): NumberReport {
  const known = REPORT_KINDS.find((row) => row.id === kind)?.id ?? "other";
  return { id, e164, bad: is_bad === 1, kind: known, text, at: new Date(at_ms).toISOString() };
}

interface DisputeRow {
  readonly id: string;
  readonly e164: string;
  readonly reason: string;
  readonly text: string;
  readonly at_ms: number;
}
function viewDispute({ id, e164, reason, text, at_ms }: DisputeRow): Dispute {
  const known = DISPUTE_REASONS.find((row) => row.id === reason)?.id ?? "other";
  return { id, e164, reason: known, text, at: new Date(at_ms).toISOString() };
}
