/**
 * Checks a list of numbers one after another: each new number costs a credit, each row is sent as soon as it is done.
 */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import {
  type Batch,
  type Batches,
  type BatchEvent,
  type BatchRow,
  batchRowSchema,
} from "../../../wire/members/batch.ts";
import type { ReportBody } from "../../../wire/members/report.ts";
import * as z from "zod/mini";
import type { Line } from "./bulk_input.ts";
import { refuseDeletedRequester } from "../context/deleted_members.ts";
import type { Requester } from "../context/requester.ts";
import { lookUp, type LookupPorts } from "../lookup/lookup.ts";
import { LIST_TURNS, takeTurn } from "../lookup/turns.ts";
import { hasFreeRepeat, isPayable } from "../lookup/quota.ts";
import { parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { claimBefore, countLookup, type Payer } from "../reports/report.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export interface BulkCheckPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly subscriptions: Upstream;
  readonly lookup: LookupPorts;
}
export interface BulkCheckRequest {
  readonly lines: readonly Line[];
  readonly name: string;
  /** The country of national numbers, or empty. */
  readonly country: string;
  /** Where the member is, or empty. */
  readonly askerCountry: string;
  readonly ownNumber: string;
  readonly uid: string;
  readonly subscriptionId: string;
  /** All plans of the member, the one that the list names first. */
  readonly planIds: readonly string[];
  readonly requester: Requester;
  readonly credits: number;
}
const NO_CREDIT = refusal("list_row_not_checked");
const NOT_FOUND = refusal("list_unknown");
const MAX_BULK_CHECKS = 50;
/** Lists kept for each member; the reports of a list that goes stay in the history. */
export const KEPT_BULK_CHECKS = 200;

/** Throws 429 while another list of the subscription asks a source that bills each call; returns what ends the turn. */
export function takeListTurn(subscriptionId: string, ports: BulkCheckPorts): Promise<() => Promise<void>> {
  return takeTurn(LIST_TURNS, subscriptionId, ports);
}

export interface ListToPay {
  readonly lines: readonly Line[];
  readonly country: string;
  readonly planIds: readonly string[];
  readonly credits: number;
}

/** False when nothing pays for any line: there is no credit, and no number was checked within the last 24 hours. */
export async function paysForAnyLine(list: ListToPay, { db, clock }: BulkCheckPorts): Promise<boolean> {
  if (list.credits > 0) return true;
  const e164s = list.lines.flatMap(({ text }) => {
    const parsed = parsePhoneNumber(text.slice(0, MAX_TEXT_CHARS), list.country);
    return parsed.kind === "number" ? [parsed.number.e164] : [];
  });
  return await repeatingPlan(e164s, list.planIds, { db, clock }) !== undefined;
}

/** The plan under which one of the numbers was paid for within the last 24 hours: its repeat is free there. */
async function repeatingPlan(
  e164s: readonly string[],
  planIds: readonly string[],
  { db, clock }: Pick<BulkCheckPorts, "db" | "clock">,
): Promise<string | undefined> {
  for (const subscription_id of planIds) {
    if (await hasFreeRepeat(db, { e164s, subscription_id, at_ms: clock.now() })) return subscription_id;
  }
  return undefined;
}

/** A bulk check uses credits only, never the daily quota (docs/decisions/members/plans-and-entitlements.md). */
export async function runBulkCheck(
  request: BulkCheckRequest,
  ports: BulkCheckPorts,
  send: (event: BatchEvent) => void,
): Promise<void> {
  const rows: BatchRow[] = [];
  let spent = 0;
  let { credits } = request;
  for (const line of request.lines) {
    const payer = { subscriptionId: request.subscriptionId, requester: request.requester, dailyLimit: 0, credits };
    const checked = await checkLine(line, { request, payer, ports });
    if (checked.row.state === "checked") spent += 1;
    credits = checked.credits;
    rows.push(checked.row);
    send({ type: "row", done: rows.length, of: request.lines.length, row: checked.row });
  }
  const id = crypto.randomUUID();
  const { uid: user_id, subscriptionId: subscription_id, name, requester } = request;
  const { db, clock } = ports;
  await db.transaction().execute(async (trx) => {
    await refuseDeletedRequester(requester, { trx, clock });
    await trx.insertInto("members_batches")
      .values({ id, user_id, subscription_id, name, body: JSON.stringify(rows), at_ms: clock.now() }).execute();
  });
  await deleteOldest(user_id, db);
  send({ type: "done", batch_id: id, spent, credits });
}

/** What a member keeps is read as a whole for an export. */
async function deleteOldest(uid: string, db: Db): Promise<void> {
  await db.deleteFrom("members_batches").where("user_id", "=", uid)
    .where("id", "not in", (eb) =>
      eb.selectFrom("members_batches").select("id").where("user_id", "=", uid)
        .orderBy("at_ms", "desc").orderBy("id").limit(KEPT_BULK_CHECKS))
    .execute();
}

interface LineContext {
  readonly request: BulkCheckRequest;
  readonly payer: Payer;
  readonly ports: BulkCheckPorts;
}

interface CheckedLine {
  readonly row: BatchRow;
  readonly credits: number;
}

/** Asks no source, which may bill each call, for a row that nothing pays. */
async function checkLine(
  { line, text: sent }: Line,
  { request, payer: named, ports }: LineContext,
): Promise<CheckedLine> {
  const text = sent.slice(0, MAX_TEXT_CHARS);
  const bare = { ...EMPTY_ROW, line, text };
  const { country, askerCountry, ownNumber } = request;
  const { credits } = named;
  const parsed = parsePhoneNumber(text, country);
  if (parsed.kind === "unreadable") return { row: { ...bare, state: "unreadable", ...refusal(parsed.why) }, credits };
  const { e164, international: number } = parsed.number;
  const unpaid: CheckedLine = { row: { ...bare, state: "no_credit", e164, number, ...NO_CREDIT }, credits: 0 };
  // The list before may have named another plan.
  const subscriptionId = await repeatingPlan([e164], request.planIds, ports) ?? named.subscriptionId;
  const payer = { ...named, subscriptionId };
  const asked = { subscription_id: payer.subscriptionId, e164, at_ms: ports.clock.now() };
  if (!await isPayable(asked, { db: ports.db, dailyLimit: payer.dailyLimit, credits })) return unpaid;
  const claimedCountry = await claimBefore(asked, ports.db);
  const outcome = await lookUp({ text, country, askerCountry, ownNumber, claimedCountry }, ports.lookup);
  if (outcome.kind === "failed") return { row: { ...bare, state: "unreadable", ...refusal(outcome.why) }, credits };
  const counted = await countLookup(outcome.looked, payer, ports);
  if (counted.kind === "unpaid") return unpaid;
  const state = counted.kind === "made" ? "checked" : "repeated";
  return { row: { ...bare, ...describeRow(counted.body), state }, credits: counted.left.credits };
}

const MAX_TEXT_CHARS = 64;
const EMPTY_ROW: Omit<BatchRow, "line" | "text" | "state"> = {
  e164: "",
  report_id: "",
  country: "",
  place: "",
  line_type: "",
  carrier: "",
  score: null,
  band: "none",
  reasons: [],
  error: "",
};

function describeRow({ id, facts, score }: ReportBody) {
  const { phone, e164 } = facts;
  return {
    e164,
    number: phone.phoneNumberInternational,
    report_id: id,
    country: phone.countryName,
    country_code: phone.countryCode,
    place: phone.location,
    line_type: phone.lineType,
    carrier: phone.carrier,
    score: score.value,
    band: score.band,
    reasons: score.reasons.map((reason) => reason.title),
  };
}

export async function listBulkChecks(uid: string, db: Db): Promise<Batches> {
  const rows = await db.selectFrom("members_batches").selectAll().where("user_id", "=", uid)
    .orderBy("at_ms", "desc").limit(MAX_BULK_CHECKS).execute();
  const batches = rows.map((row) => ({
    id: row.id,
    name: row.name,
    at: new Date(row.at_ms).toISOString(),
    rows: countRows(row.body),
  }));
  return { batches };
}

export async function readBulkCheck(id: string, uid: string, db: Db): Promise<Batch> {
  const row = await db.selectFrom("members_batches").selectAll()
    .where("id", "=", id).where("user_id", "=", uid).executeTakeFirst() ?? fail(404, NOT_FOUND);
  return { id, name: row.name, at: new Date(row.at_ms).toISOString(), rows: parseRows(row.body) };
}

function countRows(body: string): number {
  const rows: unknown = JSON.parse(body);
  return Array.isArray(rows) ? rows.length : 0;
}

function parseRows(body: string): BatchRow[] {
  return z.parse(z.array(batchRowSchema), JSON.parse(body));
}
