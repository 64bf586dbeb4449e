/** Fixture of members tests: a members service, over SQLite in memory by default, with a fake subscription service. */
import * as z from "zod/mini";
import { createClock, type VirtualClock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { openMigrated } from "../../../db/testing/migrated.ts";
import type { Member } from "../../../platform/id_token.ts";
import { silentLog } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { Charge, Subscription } from "../../../wire/billing/subscriptions.ts";
import { createMembers, type MembersPorts } from "../members.ts";

export const NUMBER = "+16502530000";
const START = "2026-11-21T10:00:00Z";
const spendSchema = z.object({ subscription_id: z.string(), spend_id: z.string() });

export function subscription(id: string, change: Partial<Subscription> = {}): Subscription {
  return {
    id,
    subscription_id: id,
    plan_id: "tck_weekly_3dtrial",
    status: "trial",
    email: "ada@example.com",
    user_id: "ada",
    started_at: "2026-11-01T00:00:00.000Z",
    current_period_end: "2026-12-01T00:00:00.000Z",
    next_charge: null,
    products: [],
    credits: 0,
    error: "",
    ...change,
  };
}

/** A product as the subscription service lists it, owned until 2036. */
export function product(planId: string): Subscription["products"][number] {
  return { plan_id: planId, bought_at: "2026-11-01T00:00:00.000Z", cents: 1999, until: "2036-11-01T00:00:00.000Z" };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The body as JSON, or undefined. */
  readonly body: unknown;
}
export interface CallOptions {
  /**
   * The uid whose token is sent; no token when missing. Their address is `uid@example.com`, of `uid:name` it is
   * `name@example.com`; with a `!` at the end it is not confirmed.
   */
  readonly as?: string;
  readonly body?: unknown;
  /** The bytes of a JSON body as they arrive, instead of `body`. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface MembersFixture {
  readonly db: Db;
  readonly clock: VirtualClock;
  readonly rows: Map<string, Subscription>;
  /** The charges of each subscription. */
  readonly charges: Map<string, readonly Charge[]>;
  readonly spends: Set<string>;
  /** Paths of calls to the subscription service other than reads. */
  readonly cancelled: string[];
  /** Makes the subscription service fail to cancel. */
  failCancel(): void;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export async function openMembersFixture(extra: Partial<MembersPorts> = {}): Promise<MembersFixture> {
  const { db = await openMigrated() } = extra;
  const clock = createClock(() => Date.parse(START));
  const rows = new Map([["sub-ada", subscription("sub-ada")]]);
  const charges = new Map<string, readonly Charge[]>();
  const spends = new Set<string>();
  const cancelled: string[] = [];
  let canCancel = true;
  const subscriptions = fakeSubscriptions({ rows, charges, spends, cancelled, canCancel: () => canCancel });
  const failCancel = () => {
    canCancel = false;
  };
  const verifyIdToken = (token: string) => Promise.resolve(memberOf(token));
  const members = createMembers({ db, clock, log: silentLog, subscriptions, verifyIdToken, ...extra });
  const call: MembersFixture["call"] = async (method, path, { as, body, stream, headers = {} } = {}) => {
    const sent = stream ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await members(
      new Request(`http://members${path}`, {
        method,
        headers: {
          ...(sent === undefined ? {} : { "content-type": "application/json" }),
          ...(as === undefined ? {} : { "x-id-token": `token-${as}` }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return { status: answer.status, headers: answer.headers, text, bytes, body: parseJson(text) };
  };
  return { db, clock, rows, charges, spends, cancelled, failCancel, call, close: () => db.destroy() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function memberOf(token: string): Member | undefined {
  const [, uid, name = uid, unconfirmed] = /^token-([^:!]+)(?::([^:!]+))?(!?)$/.exec(token) ?? [];
  if (uid === undefined) return undefined;
  return {
    uid,
    email: `${name}@example.com`,
    emailVerified: unconfirmed === "",
    name: "Ada",
    provider: "",
    authTimeMs: 0,
  };
}

/** Tokens are "token-<uid>"; the checkout cookie "cookie" holds every subscription. */
function fakeSubscriptions(
  { rows, charges, spends, cancelled, canCancel }:
    & Pick<MembersFixture, "rows" | "charges" | "spends" | "cancelled">
    & { readonly canCancel: () => boolean },
): Upstream {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const uid = memberOf(request.headers.get("x-id-token") ?? "")?.uid;
    const owns = (row: Subscription) => request.headers.get("x-checkout") === "cookie" || row.user_id === uid;
    if (pathname === "/credits/spend") {
      const { subscription_id, spend_id } = z.parse(spendSchema, await request.json());
      const row = rows.get(subscription_id);
      if (row === undefined) return Response.json({ error: "none" }, { status: 404 });
      if (spends.has(spend_id)) return Response.json({ credits: row.credits });
      if (row.credits < 1) return Response.json({ error: "none left" }, { status: 402 });
      spends.add(spend_id);
      rows.set(subscription_id, { ...row, credits: row.credits - 1 });
      return Response.json({ credits: row.credits - 1 });
    }
    if (pathname === "/subscriptions-of-member") {
      return Response.json({ subscriptions: [...rows.values()].filter((row) => row.user_id === uid) });
    }
    if (pathname === "/purchase-details-of-member") return Response.json({ purchases: [] });
    if (pathname === "/consents-of-member") return Response.json({ agreements: [] });
    if (pathname === "/claim-purchases") {
      const own = [...rows.values()].filter((row) => row.user_id === "");
      for (const row of own) rows.set(row.subscription_id, { ...row, user_id: uid ?? "" });
      return Response.json({ claimed: own.length });
    }
    if (pathname === "/forget-member") {
      return Response.json({ invoices: [...rows.values()].filter((row) => row.user_id === uid).length });
    }
    if (pathname.startsWith("/charges-of/")) {
      return Response.json({ charges: charges.get(pathname.replace("/charges-of/", "")) ?? [] });
    }
    if (pathname.startsWith("/cancel-subscription/")) {
      if (!canCancel()) return Response.json({ error: "busy" }, { status: 503 });
      cancelled.push(pathname.replace("/cancel-subscription/", ""));
      return Response.json({ status: "cancelled", until: "2026-12-01T00:00:00.000Z", already: false, error: "" });
    }
    const row = rows.get(pathname.replace("/subscriptions/", ""));
    return row !== undefined && owns(row) ? Response.json(row) : Response.json({ error: "none" }, { status: 404 });
  };
}
