/** Everything stored about a member as a ZIP file of readable JSON, with a page that explains it. */
import { strToU8, zipSync } from "fflate";
import * as z from "zod/mini";
import type { Db } from "../../../db/open.ts";
import type { Reading } from "../../../db/replica/reading.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import {
  agreementsSchema,
  chargesSchema,
  purchaseDetailsSchema,
  type Subscription,
} from "../../../wire/billing/subscriptions.ts";
import { post, type Requester } from "../context/requester.ts";
import { subscriptionsOf } from "../context/entitlement.ts";
import { isTheirs, ownedIds } from "../context/own_reports.ts";
import { parseStored } from "../reports/report.ts";
import { exportNumberReports } from "../community/member_reports.ts";
import { listAlerts } from "../alerts/alerts.ts";

export interface ExportPorts {
  readonly reading: Reading;
  readonly subscriptions: Upstream;
}

export async function exportZip(
  uid: string,
  requester: Requester,
  ports: ExportPorts,
): Promise<Uint8Array<ArrayBuffer>> {
  const subscriptions = await subscriptionsOf(requester, ports.subscriptions);
  const files: Readonly<Record<string, unknown>> = {
    ...await ports.reading((db) => ownFiles(uid, db)),
    "subscriptions.json": subscriptions,
    "purchase-details.json": await purchasesOf(requester, ports.subscriptions),
    "agreements.json": await agreementsOf(requester, ports.subscriptions),
    "charges.json": await chargesOf(subscriptions, requester, ports.subscriptions),
  };
  const packed = Object.entries(files).map(([name, value]): [string, Uint8Array] => [
    name,
    strToU8(JSON.stringify(value, null, 2)),
  ]);
  const zip = zipSync(Object.fromEntries([["README.txt", strToU8(README)], ...packed]), { mtime: MTIME });
  return new Uint8Array(zip);
}

/** What this service stores. */
async function ownFiles(uid: string, db: Db): Promise<Readonly<Record<string, unknown>>> {
  const owned = await ownedIds(uid, db);
  const profile = await db.selectFrom("members_profiles").selectAll().where("user_id", "=", uid).executeTakeFirst();
  const reports = await db.selectFrom("members_reports").selectAll().where((eb) => isTheirs(eb, uid, owned))
    .orderBy("at_ms").execute();
  const batches = await db.selectFrom("members_batches").selectAll().where("user_id", "=", uid).orderBy("at_ms")
    .execute();
  const searches = await db.selectFrom("members_registry_searches").selectAll().where("user_id", "=", uid)
    .orderBy("at_ms").execute();
  return {
    "profile.json": profile ?? {},
    "reports.json": reports.map(parseStored),
    "lists.json": batches.map(({ body, ...row }) => ({ ...row, rows: JSON.parse(body) })),
    "numbers-i-reported.json": await exportNumberReports(uid, db),
    "numbers-i-watch.json": await listAlerts(uid, db),
    "registry-searches.json": searches,
  };
}

/** A fixed timestamp, so that the same data always gives the same file. */
const MTIME = new Date("2026-01-01T00:00:00Z");
const README = `Your data at TrustCheck

profile.json                 who you are to us, and the number you called yours
reports.json                 every look-up, exactly as it was on its day
lists.json                   lists of numbers you checked at once
numbers-i-reported.json      what you told us about numbers, your disputes, and the dates of withdrawn ones
numbers-i-watch.json         numbers you want alerts about
registry-searches.json       names you searched and the terms you accepted for it
subscriptions.json           plans, products and look-ups left
purchase-details.json        names, address and language you gave with each purchase, and where you came from if you allowed it
agreements.json              what you agreed to, with the words and prices you were shown
charges.json                 what was charged, with receipt numbers

Times ending in _ms are milliseconds since 1970, UTC. Card numbers are not here: we never had them.
Your sign-in account itself is kept by the identity service and holds your address and how you sign in; your
passkeys are listed under Profile.
`;

async function agreementsOf(requester: Requester, upstream: Upstream): Promise<unknown> {
  const found = await ask(upstream, post("/consents-of-member", requester, {}), agreementsSchema);
  return found?.agreements ?? notRead("agreements");
}

async function purchasesOf(requester: Requester, upstream: Upstream): Promise<unknown> {
  const found = await ask(upstream, post("/purchase-details-of-member", requester, {}), purchaseDetailsSchema);
  return found?.purchases ?? notRead("details");
}

async function chargesOf(
  subscriptions: readonly Subscription[],
  requester: Requester,
  upstream: Upstream,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const { subscription_id } of subscriptions) {
    const call = post(`/charges-of/${encodeURIComponent(subscription_id)}`, requester, {});
    const found = await ask(upstream, call, chargesSchema);
    all.push({ subscription_id, ...(found === undefined ? notRead("charges") : { charges: found.charges }) });
  }
  return all;
}

/** Undefined when the service refuses, or answers something else. */
async function ask<T extends z.ZodMiniType>(upstream: Upstream, call: Request, schema: T) {
  const answer = await upstream(call);
  if (answer.ok) return z.safeParse(schema, await answer.json()).data;
  await answer.body?.cancel();
  return undefined;
}

/** What the file says in place of data that could not be read. */
function notRead(what: "agreements" | "details" | "charges") {
  return { error: `These ${what} could not be read just now. Export again in a moment to have them too` };
}
