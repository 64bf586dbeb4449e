/**
 * POST /report: the full report on one number, counted against the plan or paid with one credit. Facts about the number
 * come from `numbering/report_facts.ts`, their shape from `server/wire/members/report.ts`.
 */
import * as z from "zod/mini";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { fail, statusBehind } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type Report, type ReportBody, reportBodySchema, type ReportRequest } from "../../../wire/members/report.ts";
import {
  type AskedReport,
  claimLookup,
  dailyLookups,
  dayOf,
  findRepeats,
  isPayable,
  MAX_REPORTS,
  type MayStore,
  reportId,
  type StoredReport,
  storeOnce,
} from "../lookup/quota.ts";
import { refuseDeletedRequester } from "../context/deleted_members.ts";
import { isPaidUp, post, readSubscription, type Requester, uidOf } from "../context/requester.ts";
import { lookUp, type LookupPorts, type LookupResult } from "../lookup/lookup.ts";
import { refuseManyRepeats, REPORT_TURNS, takeTurn } from "../lookup/turns.ts";
import { asTyped, parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { ownNumberOf } from "../context/own_number.ts";
import { adviceOn } from "../scoring/advice.ts";
import { confidenceOf, unknownsOf } from "../scoring/unknowns.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export interface ReportPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly subscriptions: Upstream;
  readonly lookup: LookupPorts;
}
export interface ReportInput {
  readonly request: ReportRequest;
  readonly requester: Requester;
  /** The requester's country as the app server determined it, or empty. */
  readonly country: string;
  /** Where the caller said to be, or empty. */
  readonly named: string;
  /** The country beside the number, or empty. */
  readonly numberCountry: string;
}

const NOT_YOURS = refusal("subscription_not_yours");
const NO_CREDIT = refusal("lookups_used");
const ENDED = refusal("lookups_ended");
const PAUSED = refusal("lookups_paused");
const spentSchema = z.object({ credits: z.int() });

/** Authorizes, looks up, counts, stores and responds; a number that cannot be parsed costs nothing. */
export async function makeReport(
  { request, requester, country, named, numberCountry }: ReportInput,
  ports: ReportPorts,
): Promise<Report> {
  if (request.user_id !== uidOf(requester)) fail(403, NOT_YOURS);
  const subscription = await readSubscription(request.subscription_id, requester, ports.subscriptions);
  if (subscription === undefined) fail(403, NOT_YOURS);
  const nowMs = ports.clock.now();
  const isActive = isPaidUp(subscription, nowMs);
  const unpaid = isActive ? NO_CREDIT : subscription.status === "paused" ? PAUSED : ENDED;
  const typed = asTyped(request.phone_number, { numberCountry, country });
  const parsed = parsePhoneNumber(typed.text, typed.country);
  if (parsed.kind === "unreadable") fail(422, refusal(parsed.why));
  const asked = { subscription_id: subscription.subscription_id, e164: parsed.number.e164, at_ms: nowMs };
  const paying = { db: ports.db, dailyLimit: dailyLookups(isActive), credits: subscription.credits };
  if (!await isPayable(asked, paying)) fail(402, unpaid);
  if (await findRepeats(ports.db, asked) !== undefined) await refuseManyRepeats(asked.subscription_id, ports);
  const ownNumber = await readOwnNumber(ports.db, requester);
  const giveBack = await takeTurn(REPORT_TURNS, subscription.subscription_id, ports);
  try {
    const claimedCountry = named === "" ? await claimBefore(asked, ports.db) : named;
    const outcome = await lookUp({ ...typed, askerCountry: country, ownNumber, claimedCountry }, ports.lookup);
    if (outcome.kind === "failed") fail(422, refusal(outcome.why));
    const counted = await countLookup(outcome.looked, {
      subscriptionId: subscription.subscription_id,
      requester,
      dailyLimit: paying.dailyLimit,
      credits: paying.credits,
    }, ports);
    if (counted.kind === "unpaid") fail(402, unpaid);
    return { ...counted.body, left: counted.left, error: "" };
  } finally {
    await giveBack();
  }
}

export interface Payer {
  readonly subscriptionId: string;
  readonly requester: Requester;
  /** Daily look-ups of the plan; with 0 each one costs a credit. */
  readonly dailyLimit: number;
  /** Credits as last read, for the response when none is spent. */
  readonly credits: number;
}
/** `repeated`: made within 24 hours, so it was free. `unpaid`: nothing was stored. */
export type CountedLookup = { readonly kind: "unpaid" } | {
  readonly kind: "made" | "repeated";
  readonly body: ReportBody;
  readonly left: Report["left"];
};

/**
 * Counts one look-up against the quota or the credits and stores it. The same number within 24 hours is free: the same
 * report or, when members have reported or disputed the number since or the caller named another country, a new one.
 */
export async function countLookup(
  looked: LookupResult,
  { subscriptionId, requester, dailyLimit, credits }: Payer,
  ports: Pick<ReportPorts, "db" | "clock" | "subscriptions">,
): Promise<CountedLookup> {
  const { row, body } = describe(looked, { subscriptionId, requester, nowMs: ports.clock.now() });
  const { db, clock } = ports;
  // A source may take its time, and the account be deleted meanwhile.
  const mayStore: MayStore = (trx) => refuseDeletedRequester(requester, { trx, clock });
  const claimed = await claimLookup(row, { db, dailyLimit, mayStore });
  switch (claimed.kind) {
    case "stored":
      return { kind: "made", body, left: { today: claimed.leftToday, credits } };
    case "repeated": {
      const left = { today: claimed.leftToday, credits };
      const earlier = claimed.earlier.map(parseStored);
      const last = earlier.find(({ claimedCountry }) => claimedCountry === body.claimedCountry) ??
        parseStored(claimed.earlier[0]);
      const isNews = toldBy(last) !== toldBy(body);
      if (!isNews || earlier.length >= MAX_REPORTS) return { kind: "repeated", body: last, left };
      const id = reportId(row, `after ${last.id} ${toldBy(body)}`);
      const changed = { ...body, id };
      await storeOnce({ ...row, id, body: JSON.stringify(changed) }, { db, mayStore });
      return { kind: "repeated", body: changed, left };
    }
    case "needs_credit": {
      const left = await spendCredit(row, requester, ports);
      if (left === undefined) return { kind: "unpaid" };
      await storeOnce(row, { db, mayStore });
      return { kind: "made", body, left: { today: 0, credits: left } };
    }
  }
}

/** What a later report may tell differently; that a score ages by a point within the day is no news. */
function toldBy({ score, memberReports: { count, bad, disputed = false }, claimedCountry = "" }: ReportBody): string {
  return [score.band, count, bad, disputed, claimedCountry].join(" ");
}

/** The country that the caller named, as in the newest report on this number; empty for none. */
export async function claimBefore(asked: AskedReport, db: Db): Promise<string> {
  const [newest] = await findRepeats(db, asked) ?? [];
  return newest === undefined ? "" : parseStored(newest).claimedCountry ?? "";
}

/**
 * The row's id identifies the look-up, so a repeated or simultaneous request spends one credit. Undefined: no credit
 * left.
 */
async function spendCredit(
  row: StoredReport,
  requester: Requester,
  ports: Pick<ReportPorts, "subscriptions">,
): Promise<number | undefined> {
  const spend = { subscription_id: row.subscription_id, spend_id: row.id };
  const answer = await ports.subscriptions(post("/credits/spend", requester, spend));
  if (!answer.ok) {
    await answer.body?.cancel();
    if (answer.status >= 500) fail(statusBehind(answer), refusal("lookups_down"));
    return undefined;
  }
  return z.parse(spentSchema, await answer.json()).credits;
}

export async function readOwnNumber(db: Db, requester: Requester): Promise<string> {
  return requester.kind === "member" ? await ownNumberOf(requester.member.uid, db) : "";
}

function describe(
  { known, facts, score, claimedCountry }: LookupResult,
  { subscriptionId, requester, nowMs }: {
    readonly subscriptionId: string;
    readonly requester: Requester;
    readonly nowMs: number;
  },
): { readonly row: StoredReport; readonly body: ReportBody } {
  const id = reportId({ subscription_id: subscriptionId, e164: facts.e164 }, dayOf(nowMs));
  const body: ReportBody = {
    id,
    created_at: new Date(nowMs).toISOString(),
    facts,
    score,
    confidence: confidenceOf(known),
    unknowns: unknownsOf(known),
    advice: [...adviceOn(score)],
    memberReports: {
      count: known.reports.reporters,
      bad: known.reports.bad,
      disputed: known.reports.isDisputed ?? false,
    },
    ...(claimedCountry === "" ? {} : { claimedCountry }),
  };
  const row: StoredReport = {
    id,
    subscription_id: subscriptionId,
    user_id: uidOf(requester),
    e164: facts.e164,
    score: score.value,
    band: score.band,
    body: JSON.stringify(body),
    at_ms: nowMs,
  };
  return { row, body };
}

export function parseStored(row: Pick<StoredReport, "body">): ReportBody {
  return z.parse(reportBodySchema, JSON.parse(row.body));
}
