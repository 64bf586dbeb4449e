/** The profile and report services: free checks for visitors, reports and history for members. */
import { Hono } from "hono";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../db/open.ts";
import { createSharedLimits, type Limit } from "../../db/rate_limits.ts";
import { type Reading, readingFrom } from "../../db/replica/reading.ts";
import { errorAnswer, fail, parseBody } from "../../platform/http/answer.ts";
import type { VerifyIdToken } from "../../platform/id_token.ts";
import type { Log } from "../../platform/log.ts";
import { type EmbeddedUpstream, type Upstream, upstreamOf } from "../../platform/http/upstream.ts";
import {
  type CheckRequest,
  checkRequestSchema,
  CLAIMED_COUNTRY_HEADER,
  NUMBER_COUNTRY_HEADER,
  reportRequestSchema,
} from "../../wire/members/report.ts";
import { countryOfHeaders, identify, identifyMember, readSubscription } from "./context/requester.ts";
import { bulkRoutes } from "./api/bulk_routes.ts";
import { answerCheck, checkLines } from "./lookup/check.ts";
import { documentRoutes } from "./api/document_routes.ts";
import { guideRoutes } from "./api/guide_routes.ts";
import { historyRoutes } from "./api/history_routes.ts";
import { embeddedSource } from "./lookup/sources/embedded.ts";
import { createKeptFacts } from "./lookup/sources/kept_facts.ts";
import type { Recall } from "./lookup/sources/remote.ts";
import type { LookupPorts, LookupQuestion } from "./lookup/lookup.ts";
import type { LookupSource } from "./lookup/sources/source.ts";
import { createReportReader } from "./community/read_member_reports.ts";
import { phoneData } from "./numbering/phone_data.ts";
import { privacyRoutes, type RemoveAccount } from "./api/privacy_routes.ts";
import { isDeleted } from "./context/deleted_members.ts";
import { readProfile, saveProfile } from "./profile/profile.ts";
import { createLicensedRegistry } from "./registry/licensed.ts";
import { registryRoutes } from "./api/registry_routes.ts";
import { createSampleRegistry } from "./registry/sample.ts";
import type { RegistrySource } from "./registry/source.ts";
import { makeReport } from "./reports/report.ts";
import { ipqsSource } from "./lookup/sources/ipqs.ts";
import { type TwilioKeys, twilioSource } from "./lookup/sources/twilio.ts";
import { memberReportRoutes } from "./api/member_report_routes.ts";
import { alertRoutes } from "./api/alert_routes.ts";
import { type AlertWorkPorts, runAlerts } from "./alerts/due_work.ts";
import type { AlertsPorts } from "./alerts/alerts.ts";
import { refusal } from "../../wire/site/refusal.ts";

/** What the profile and report services need. */
export interface MembersPorts {
  readonly db: Db;
  /** History and exports; `db` when left out. */
  readonly reading?: Reading;
  readonly clock: Clock;
  readonly log: Log;
  readonly subscriptions: Upstream;
  readonly verifyIdToken: VerifyIdToken;
  /** Origin printed on reports for /verify; a local one by default. */
  readonly publicOrigin?: string;
  /** Source of registry entries; the sample by default. */
  readonly registry?: RegistryPlace;
  /** Look-up source; our own data by default. */
  readonly lookupSource?: LookupPlace;
  /** Deletes the sign-in account of a member; left out where another server keeps it, which the client asks then. */
  readonly removeAccount?: RemoveAccount | undefined;
}

/** Source of facts about numbers: our own data, or a paid service with our own data as the fallback. */
export type LookupPlace =
  | { readonly kind: "embedded" }
  | { readonly kind: "ipqs"; readonly key: string }
  | { readonly kind: "twilio" } & TwilioKeys;

/**
 * Calls to a paid source that visitors cause together. Above it our own data answers their free checks; members' look-ups
 * are paid for and have no such limit.
 */
export const FREE_BILLS: Limit = { name: "free_checks_billed", points: 500, windowMs: 3_600_000 };

function openSource(place: LookupPlace = { kind: "embedded" }, recall: Recall): LookupSource {
  const fallback = embeddedSource(phoneData());
  switch (place.kind) {
    case "embedded":
      return fallback;
    case "ipqs":
      return ipqsSource({ key: place.key, fallback, recall });
    case "twilio":
      return twilioSource({ accountSid: place.accountSid, authToken: place.authToken, fallback, recall });
  }
}

/** `sample`: sample entries; `none` where those would be sold for real money. */
export type RegistryPlace = "sample" | "none" | { readonly url: string; readonly key: string };

function openRegistry(place: RegistryPlace = "sample"): RegistrySource | undefined {
  if (place === "none") return undefined;
  return place === "sample" ? createSampleRegistry() : createLicensedRegistry(place);
}

const NOT_FOUND = refusal("subscription_not_yours");

function alertsPorts({ db, clock }: Pick<MembersPorts, "db" | "clock">): AlertsPorts {
  const source = embeddedSource(phoneData());
  return { db, clock, lookup: { source, reportsOn: createReportReader(db, clock) } };
}

/** Job: alerts about changed numbers. */
export function createAlertWork(
  ports: Pick<MembersPorts, "db" | "clock"> & Pick<AlertWorkPorts, "sender" | "publicOrigin" | "base">,
): (stopping?: AbortSignal) => Promise<number> {
  const { sender, publicOrigin, base } = ports;
  const alertPorts = { ...alertsPorts(ports), sender, publicOrigin, base };
  return (stopping) => runAlerts(alertPorts, stopping);
}

/** The free check as a direct call, which saves an internal request under load. */
export type EmbeddedCheck = (question: LookupQuestion) => Promise<string>;

/** The country of the body reads the number; the visitor's own, in a header as with reports, judges calls from abroad. */
export function questionOf({ phone_number, country = "" }: CheckRequest, headers: Headers): LookupQuestion {
  return { text: phone_number, country, askerCountry: countryOfHeaders(headers) || country };
}

function openLookups(
  { db, clock, lookupSource }: Pick<MembersPorts, "db" | "clock" | "lookupSource">,
): { readonly lookup: LookupPorts; readonly freeLookup: LookupPorts } {
  const kept = createKeptFacts({ db, clock });
  const limits = createSharedLimits({ db, clock });
  const reportsOn = createReportReader(db, clock);
  return {
    lookup: { source: openSource(lookupSource, kept()), reportsOn },
    freeLookup: {
      source: openSource(lookupSource, kept(async () => await limits.take(FREE_BILLS, "") === 0)),
      reportsOn,
    },
  };
}

/** Undefined with a paid source, whose steps are streamed as they complete. */
export function createEmbeddedCheck(
  ports: Pick<MembersPorts, "db" | "clock" | "log" | "lookupSource">,
): EmbeddedCheck | undefined {
  const { freeLookup } = openLookups(ports);
  return freeLookup.source.isAtHand === true ? (question) => checkLines(question, freeLookup, ports) : undefined;
}

/**
 * Opens the service. A failure has the body `{error}` with a sentence a person can read: 400 for an invalid body, 401
 * without sign-in, 404 for what the requester does not own.
 */
export function createMembers(ports: MembersPorts): EmbeddedUpstream {
  const { db, clock, log, subscriptions, removeAccount, reading = readingFrom(db) } = ports;
  const verifyIdToken: VerifyIdToken = async (token) => {
    const member = await ports.verifyIdToken(token);
    return member !== undefined && await isDeleted(member, ports) ? undefined : member;
  };
  const { lookup, freeLookup } = openLookups(ports);
  const app = new Hono();
  app.post("/report/check", async (c) => {
    const body = await parseBody(c, checkRequestSchema);
    return await answerCheck(questionOf(body, c.req.raw.headers), freeLookup, { log });
  });
  app.post("/report", async (c) => {
    const requester = await identify(c.req.raw, verifyIdToken);
    const request = await parseBody(c, reportRequestSchema);
    const { headers } = c.req.raw;
    const input = {
      request,
      requester,
      country: countryOfHeaders(headers),
      named: countryOfHeaders(headers, CLAIMED_COUNTRY_HEADER),
      numberCountry: countryOfHeaders(headers, NUMBER_COUNTRY_HEADER),
    };
    return c.json(await makeReport(input, { db, clock, subscriptions, lookup }));
  });
  app.get("/profile", async (c) => {
    const member = await identifyMember(c.req.raw, verifyIdToken, refusal("sign_in_for_profile"));
    const subscriptionId = c.req.query("subscription_id") ?? "";
    if (subscriptionId !== "") {
      const requester = await identify(c.req.raw, verifyIdToken);
      const subscription = await readSubscription(subscriptionId, requester, subscriptions);
      if (subscription?.user_id !== member.uid) fail(404, NOT_FOUND);
    }
    await saveProfile(member, subscriptionId, { db, clock });
    return c.json(await readProfile(member.uid, db));
  });
  const deletion = { verifyDeleted: ports.verifyIdToken, removeAccount };
  app.route("/", privacyRoutes({ db, reading, clock, log, subscriptions, verifyIdToken, ...deletion }));
  app.route("/", memberReportRoutes({ db, clock, verifyIdToken }));
  app.route("/", alertRoutes({ ...alertsPorts(ports), verifyIdToken }));
  app.route("/", bulkRoutes({ db, clock, log, subscriptions, verifyIdToken, lookup }));
  app.route("/", historyRoutes({ reading, verifyIdToken }));
  const { publicOrigin = "http://localhost:8000" } = ports;
  app.route("/", registryRoutes({ db, clock, subscriptions, verifyIdToken, registry: openRegistry(ports.registry) }));
  app.route("/", guideRoutes({ clock, subscriptions, verifyIdToken }));
  app.route("/", documentRoutes({ db, clock, subscriptions, verifyIdToken, publicOrigin }));
  app.notFound((c) => c.json({ error: "There is nothing at this address", requestId: crypto.randomUUID() }, 404));
  app.onError((error) => {
    const requestId = crypto.randomUUID();
    const answer = errorAnswer(error, requestId);
    if (answer.status >= 500) log.error("members.failed", { requestId, error });
    return answer;
  });
  return upstreamOf(app);
}

export { NDJSON } from "./lookup/check.ts";
export { parsePhoneNumber } from "./numbering/parse_phone_number.ts";
