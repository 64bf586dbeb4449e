/** Cancel by e-mail and activation mail: one answer for everybody, the work is done after it left. */
import { findPlan, type Plan } from "../../wire/plans.ts";
import type { SubscriptionRow } from "./caller.ts";
import {
  ACTIVATION_LINK_MS,
  REQUEST_MAILS_PER_HOUR,
  REQUEST_WINDOW_MS,
  REQUESTS_PER_NETWORK_PER_HOUR,
} from "./constants.ts";
import type { Parts, SubscriptionsDeps } from "./deps.ts";
import { newId, newSecret, sha256Hex } from "./ids.ts";
import { cancelLink, deliverLetters, letterRow } from "./letter_queue.ts";
import { activationLetter, cancelRequestLetter } from "./letters.ts";
import type { SubscriptionsTables } from "./tables.ts";

type RequestRow = SubscriptionsTables["subs_requests"];
type Capability = SubscriptionsTables["subs_capabilities"];

export interface MailRequest {
  readonly kind: RequestRow["kind"];
  readonly email: string;
  readonly network: string;
}

const BATCH = 50;

/** Stores the request; known and unknown addresses cost the same and look the same. */
export async function takeRequest(parts: Parts, { kind, email, network }: MailRequest): Promise<void> {
  await parts.db.insertInto("subs_requests").values({
    id: newId("request"),
    kind,
    email_key: email.toLowerCase(),
    ip_network: network,
    at_ms: parts.clock.now(),
    done_ms: null,
    mailed: 0,
  }).execute();
  parts.later("work on requests", workOnRequests(parts));
}

/** Works on every request that waits; one after the other, since each counts the mails of those before it. */
export async function workOnRequests(parts: Parts): Promise<number> {
  return await parts.inTurn("requests", () => workOnWaiting(parts));
}

async function workOnWaiting(deps: SubscriptionsDeps): Promise<number> {
  const { db, clock } = deps;
  let done = 0;
  while (true) {
    const waiting = await db.selectFrom("subs_requests").selectAll().where("done_ms", "is", null).orderBy("at_ms")
      .limit(BATCH).execute();
    if (waiting.length === 0) break;
    for (const request of waiting) {
      const { numUpdatedRows } = await db.updateTable("subs_requests").set({ done_ms: clock.now() })
        .where("id", "=", request.id).where("done_ms", "is", null).executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      if (await isWithinLimits(deps, request)) await writeLetter(deps, request);
      done += 1;
    }
  }
  await deliverLetters(deps);
  return done;
}

async function isWithinLimits({ db }: SubscriptionsDeps, request: RequestRow): Promise<boolean> {
  const since = request.at_ms - REQUEST_WINDOW_MS;
  const count = (eb: { readonly many: number | string | bigint } | undefined) => Number(eb?.many ?? 0);
  const mails = await db.selectFrom("subs_requests").select((eb) => eb.fn.countAll().as("many"))
    .where("email_key", "=", request.email_key).where("kind", "=", request.kind).where("mailed", "=", 1)
    .where("at_ms", ">", since).executeTakeFirst();
  if (count(mails) >= REQUEST_MAILS_PER_HOUR) return false;
  if (request.ip_network === "") return true;
  const fromNetwork = await db.selectFrom("subs_requests").select((eb) => eb.fn.countAll().as("many"))
    .where("ip_network", "=", request.ip_network).where("at_ms", ">", since).where("done_ms", "is not", null)
    .executeTakeFirst();
  return count(fromNetwork) <= REQUESTS_PER_NETWORK_PER_HOUR;
}

interface Linked {
  readonly plan: Plan;
  readonly url: string;
  readonly row: Capability;
}

async function writeLetter(deps: SubscriptionsDeps, request: RequestRow): Promise<void> {
  const { db, clock } = deps;
  const all = await db.selectFrom("subs_subscriptions").selectAll().where("email_key", "=", request.email_key)
    .orderBy("started_ms", "desc").execute();
  const [newest] = all;
  if (newest === undefined) return;
  const chosen = request.kind === "cancel" ? all.filter((row) => row.next_charge_ms !== null) : [newest];
  const links = await Promise.all(chosen.map((row) => linkFor(deps, request.kind, row)));
  const letter = request.kind === "cancel" ? cancelRequestLetter(links) : activationLetter(links);
  const nowMs = clock.now();
  const kind = request.kind === "cancel" ? "cancel-request" : "activation";
  const about = { key: request.id, subscriptionId: newest.id, kind, to: newest.email, nowMs };
  await db.transaction().execute(async (trx) => {
    // The newest activation link replaces the older ones (SECURITY, send-activation).
    if (request.kind === "activate") {
      await trx.deleteFrom("subs_capabilities").where("subscription_id", "=", newest.id).where("kind", "=", "activate")
        .execute();
    }
    if (links.length > 0) await trx.insertInto("subs_capabilities").values(links.map(({ row }) => row)).execute();
    await trx.insertInto("subs_letters").values(letterRow(letter, about)).execute();
    await trx.updateTable("subs_requests").set({ mailed: 1 }).where("id", "=", request.id).execute();
  });
}

async function linkFor(deps: SubscriptionsDeps, kind: RequestRow["kind"], row: SubscriptionRow): Promise<Linked> {
  const plan = findPlan(row.plan_id);
  if (plan === undefined) throw new Error(`A subscription names an unknown plan: ${row.plan_id}`);
  return { plan, ...(kind === "cancel" ? await cancelLink(deps, row.id) : await activationLink(deps, row.id)) };
}

async function activationLink({ clock, settings }: SubscriptionsDeps, id: string) {
  const secret = newSecret();
  const nowMs = clock.now();
  const row = {
    hash: await sha256Hex(secret),
    kind: "activate" as const,
    subscription_id: id,
    created_ms: nowMs,
    expires_ms: nowMs + ACTIVATION_LINK_MS,
  };
  const query = new URLSearchParams({ t: secret, vSubscriptionId: id });
  return { url: `${settings.publicOrigin}${settings.base}/activate?${query}`, row };
}
