/** The fixture of this service's tests: a new database, a virtual clock, fake payments, a real outbox, two browsers. */
import { deepStrictEqual } from "node:assert/strict";
import * as z from "zod/mini";
import { createClock, type VirtualClock } from "../../../platform/clock.ts";
import type { DatabasePlace } from "../../../platform/database_place.ts";
import type { Db } from "../../../db/open.ts";
import { openMigrated } from "../../../db/testing/migrated.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import type { Member } from "../../../platform/id_token.ts";
import { type Log, silentLog } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import {
  cancelAnswerSchema,
  cancellationOptionsListSchema,
  cancellationOptionsSchema,
  withdrawAnswerSchema,
} from "../../../wire/billing/cancellation.ts";
import {
  type Consent,
  consentAnswerSchema,
  createAnswerSchema,
  finalizeAnswerSchema,
} from "../../../wire/billing/purchase.ts";
import {
  cardChangedSchema,
  cardOfPlanSchema,
  changeShownSchema,
  chargesSchema,
  planChangedSchema,
  purchaseDetailsSchema,
  subscriptionSchema,
  subscriptionsOfMemberSchema,
} from "../../../wire/billing/subscriptions.ts";
import { agreedText } from "./agreed_text.ts";
import { asSold, findPlan } from "../../../wire/billing/plans.ts";
import { shownFigures } from "../../../wire/billing/schedule.ts";
import { OTHER_PATHS, routeOf } from "../../../wire/site/routes.ts";
import type { SubscriptionsPorts } from "../context/context.ts";
import { createSender, type Transport } from "../../../outbox/sender.ts";
import { type DueWork, runDueWork as runWithoutSending } from "../due_work.ts";
import { writeReceipts } from "../emails/receipts.ts";
import { contextOf } from "../build_context.ts";
import { createSubscriptions } from "../subscriptions.ts";
import { createFakePayments, type FakePayments } from "./fake_payments.ts";

const [ORIGIN, BASE] = ["https://app.example", "/trustcheck"];
export const START_MS = Date.parse("2027-01-31T10:00:00Z");
/** Checkout hashes of two browsers. */
export const ANN = "a".repeat(64);
export const BOB = "b".repeat(64);

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface Credentials {
  readonly checkout?: string;
  /** A token the fake verifier knows: `uid`, `uid:email` for a verified address, `uid:email:unverified`. */
  readonly token?: string;
  readonly ip?: string;
}
export interface SubscriptionsFixture {
  readonly db: Db;
  readonly clock: VirtualClock;
  readonly payments: FakePayments;
  readonly ports: SubscriptionsPorts;
  /** What the SMTP server took. */
  readonly mails: {
    readonly kind: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly unsubscribe_url: string;
  }[];
  /** Links of these emails that open nothing; a test empties it that expects some. */
  readonly deadLinks: string[];
  readonly subscriptions: Upstream;
  /** The SMTP server refuses emails while true. */
  mailFails: boolean;
  /** The SMTP server answers after this. */
  mailHold: Promise<void> | undefined;
  call(method: "GET" | "POST", path: string, who?: Credentials, body?: unknown): Promise<Answer>;
  /** Fails while there are dead links. */
  close(): Promise<void>;
}

export interface SubscriptionsFixtureOptions {
  /** In memory when left out. */
  readonly place?: DatabasePlace;
  readonly webhookSecrets?: readonly string[];
  /** True when left out. */
  readonly hasRegistry?: boolean;
  readonly takesRawCards?: boolean;
  readonly log?: Log;
  /** Replaces the fake payments service. */
  readonly payments?: (db: Db, clock: VirtualClock) => Promise<Upstream>;
}

export async function openSubscriptionsFixture(
  options: SubscriptionsFixtureOptions = {},
): Promise<SubscriptionsFixture> {
  const db = await openMigrated(options.place);
  const clock = createClock(() => START_MS);
  const fake = createFakePayments(clock);
  const mails: SubscriptionsFixture["mails"] = [];
  const state: Pick<SubscriptionsFixture, "mailFails" | "mailHold"> = { mailFails: false, mailHold: undefined };
  const deadLinks: string[] = [];
  const transport: Transport = async ({ kind, recipient: to, subject, text, html, unsubscribe_url }) => {
    await state.mailHold;
    if (state.mailFails) throw new Error("the SMTP server is down");
    for (const link of await deadLinksIn(db, `${text} ${html} ${unsubscribe_url}`)) deadLinks.push(`${kind}: ${link}`);
    mails.push({ kind, to, subject, text, html, unsubscribe_url });
  };
  const sender = createSender({ db, clock, log: silentLog, transport });
  let woken = Promise.resolve(0);
  const ports: SubscriptionsPorts = {
    db,
    clock,
    log: options.log ?? silentLog,
    payments: await options.payments?.(db, clock) ?? fake.upstream,
    // What is due includes receipts that follow their purchase in the background.
    sender: {
      ...sender,
      async sendDue() {
        await writeReceipts(contextOf(ports));
        return await sender.sendDue();
      },
      wake() {
        woken = sender.sendDue().catch(() => 0);
      },
    },
    verifyIdToken: verify,
    settings: {
      clientId: "merchant-demo",
      clientSecret: "demo-secret",
      workflowCode: "payment-acceptance",
      publicOrigin: ORIGIN,
      base: BASE,
      hasRegistry: options.hasRegistry ?? true,
      takesRawCards: options.takesRawCards ?? false,
      webhookSecrets: options.webhookSecrets ?? [],
    },
  };
  const subscriptions = createSubscriptions(ports);
  return Object.assign(state, {
    db,
    clock,
    payments: fake,
    ports,
    mails,
    subscriptions,
    async call(method: "GET" | "POST", path: string, who: Credentials = {}, body?: unknown) {
      const answer = await send(subscriptions, { method, path, who, body });
      // Otherwise an email of this call is sent at some moment of the test, such as after years of its clock.
      if (!state.mailFails && state.mailHold === undefined) await woken;
      return answer;
    },
    deadLinks,
    async close() {
      if (!state.mailFails) await ports.sender.sendDue();
      await db.destroy();
      if (deadLinks.length > 0) throw new Error(`Links of emails that open nothing:\n${deadLinks.join("\n")}`);
    },
  });
}

/** Links of an email that open nothing: to no screen of the app and no route for emails, or with a secret not stored. */
async function deadLinksIn(db: Db, text: string): Promise<readonly string[]> {
  const links = [...new Set(text.match(/https?:[^\s"<>]+/g))];
  if (links.length === 0) return [];
  const hashOf = (link: string) => sha256Hex(/[=/]([\w-]{43})(?![\w-])/.exec(link)?.[1] ?? "");
  // One query: what the email is about may be erased while it is sent.
  const stored = await db.selectFrom("subs_capabilities").select("hash").where("hash", "in", links.map(hashOf))
    .execute();
  const alive = new Set([sha256Hex(""), ...stored.map(({ hash }) => hash)]);
  return links.filter((link) => !alive.has(hashOf(link)) || !isPlace(new URL(link)));
}

function isPlace({ origin, pathname }: URL): boolean {
  const isScreen = pathname.startsWith(`${BASE}/`) && routeOf(pathname.slice(BASE.length)) !== OTHER_PATHS;
  return origin === ORIGIN && (isScreen || /^\/api\/end-mails\/[\w-]{43}$/.test(pathname));
}

/** Does what is due, and then sends what is due, as the jobs of a server do. */
export async function runDueWork(ports: SubscriptionsPorts): Promise<DueWork> {
  const done = await runWithoutSending(ports);
  await ports.sender.sendDue();
  return done;
}

function verify(token: string): Promise<Member | undefined> {
  const [uid = "", email = "", unverified] = token.split(":");
  if (uid === "bad") return Promise.resolve(undefined);
  return Promise.resolve({
    uid,
    email,
    emailVerified: email !== "" && unverified === undefined,
    name: "",
    provider: "google.com",
    authTimeMs: 0,
  });
}

interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly who: Credentials;
  readonly body: unknown;
}

async function send(upstream: Upstream, { method, path, who, body }: TestRequest): Promise<Answer> {
  const headers = new Headers();
  if (who.checkout !== undefined) headers.set("x-checkout", who.checkout);
  if (who.token !== undefined) headers.set("x-id-token", who.token);
  if (who.ip !== undefined) headers.set("x-client-ip", who.ip);
  if (body !== undefined) headers.set("content-type", "application/json");
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await upstream(new Request(`http://embedded${path}`, init));
  const json = await answer.json();
  const [, schema] = ANSWERS.find(([pattern]) => answer.status === 200 && pattern.test(path)) ?? [];
  if (schema !== undefined) deepStrictEqual(json, z.parse(schema, json), `the schema of ${path} drops a field`);
  return { status: answer.status, body: json };
}

/** What the app reads of each answer. */
const ANSWERS: readonly (readonly [path: RegExp, z.ZodMiniType])[] = [
  [/^\/subscriptions\/[^/]+$/, subscriptionSchema],
  [/^\/subscriptions-of-member$/, subscriptionsOfMemberSchema],
  [/^\/changes-of\/[^/]+$/, planChangedSchema],
  [/^\/changes-of\/[^/]+\/preview$/, changeShownSchema],
  [/^\/charges-of\//, chargesSchema],
  [/^\/card-of\/[^/]+$/, cardOfPlanSchema],
  [/^\/card-of\/[^/]+\/change$/, cardChangedSchema],
  [/^\/purchase-details-of-member$/, purchaseDetailsSchema],
  [/^\/consents$/, consentAnswerSchema],
  [/^\/subs\/create/, createAnswerSchema],
  [/^\/subs\/finalize$/, finalizeAnswerSchema],
  [/^\/cancel-subscription\//, cancelAnswerSchema],
  [/^\/leaving\//, cancellationOptionsSchema],
  [/^\/leaving-of$/, cancellationOptionsListSchema],
  [/^\/withdraw\//, withdrawAnswerSchema],
];

export const ADDRESS = {
  first_name: "Ann",
  last_name: "Lee",
  country: "US",
  state: "CA",
  zip: "94043",
  city: "Mountain View",
  address: "",
  address2: "",
  phone: "",
} as const;

export function executionIn(session: Answer): string {
  return JSON.parse(atob(String(session.body.data))).execution.id;
}

/** As the page sends it; the text is in the language of `locale`. */
export function consentBody(fixture: SubscriptionsFixture, planId: string, more: Partial<Consent> = {}) {
  const plan = findPlan(planId);
  if (plan === undefined) throw new Error("no such plan");
  const shown = shownFigures(plan, fixture.clock.now());
  return {
    plan_id: planId,
    ...agreedText(asSold(plan, fixture.ports.settings) ?? plan, shown, more.locale),
    shown,
    ...more,
  };
}

export function createBody(planId: string, more: object) {
  return {
    plan_id: planId,
    email: "Ann@Example.com",
    attribution: { project: "TrustCheck" },
    address: ADDRESS,
    ...more,
  };
}

/** Everything before the create call: init, consent, and the shopper's authorization. */
export async function prepare(fixture: SubscriptionsFixture, planId: string, who: Credentials = { checkout: ANN }) {
  const executionId = executionIn(await fixture.call("GET", `/init/session?plan_id=${planId}`, who));
  await fixture.call("POST", "/consents", who, consentBody(fixture, planId));
  fixture.payments.shopperPays(executionId);
  const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
  return { executionId, body: createBody(planId, { instrument }) };
}

/** A whole purchase with its receipt, written and sent where emails can be. Returns the subscription's id. */
export async function buy(
  fixture: SubscriptionsFixture,
  planId = "tck_weekly_3dtrial",
  who: Credentials = { checkout: ANN },
): Promise<string> {
  const { body } = await prepare(fixture, planId, who);
  const answer = await fixture.call("POST", "/subs/create-no-user", who, body);
  if (answer.body.error !== "") throw new Error(`not bought: ${JSON.stringify(answer.body)}`);
  // Otherwise the receipt follows at some moment of the test, such as after years of its clock.
  await (fixture.mailFails || fixture.mailHold !== undefined
    ? writeReceipts(contextOf(fixture.ports))
    : fixture.ports.sender.sendDue());
  return String(answer.body.subscription_id);
}

/** Consent and click of an add-on. */
export async function addOn(
  fixture: SubscriptionsFixture,
  subscriptionId: string,
  planId: string,
  who: Credentials = { checkout: ANN },
) {
  const consent = await fixture.call(
    "POST",
    "/consents",
    who,
    consentBody(fixture, planId, { subscription_id: subscriptionId }),
  );
  const body = createBody(planId, { subscription_id: subscriptionId, consent_id: consent.body.consent_id });
  return await fixture.call("POST", "/subs/create-no-user", who, body);
}

/** The shopper's answer to the simulated issuer's challenge. */
export async function answerIssuer(
  { db, ports }: SubscriptionsFixture,
  executionId: string,
  choice: string,
): Promise<void> {
  const { action_id, code } = await db.selectFrom("pay_executions")
    .innerJoin("pay_challenges", "pay_challenges.id", "action_id").select(["action_id", "code"])
    .where("pay_executions.id", "=", executionId).executeTakeFirstOrThrow();
  const sent = await ports.payments(
    new Request(`http://frame.test/challenge/${action_id}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ choice, code: code ?? "" }),
    }),
  );
  deepStrictEqual(sent.ok, true, await sent.text());
}
