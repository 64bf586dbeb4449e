/** Deletes rows past their retention period, hourly and in batches, by a table of kinds and periods. */
import { type DeleteResult, sql } from "kysely";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../db/open.ts";
import { NEVER_MS } from "../outbox/sender.ts";
import { LIVE } from "../embedded/subscriptions/subscriptions.ts";
// Without a name: for the types of their tables.
import type {} from "../embedded/identity/identity.ts";
import { IDLE_MS, LONGEST_MS } from "../operators/sessions.ts";
import type {} from "../passkeys/passkeys.ts";
import { DAY_MS } from "../wire/billing/schedule.ts";

const HOUR_MS = 3_600_000;
/** A checkout cookie lives 30 days, and so do unfinished checkouts. */
const COOKIE_MS = 30 * DAY_MS;
/** The right to withdraw ends after 14 days; a late confirmation may take 7 more. */
const WITHDRAW_LINK_MS = 30 * DAY_MS;
/** Consents are kept for three years, or one year after the plan's end, whichever is longer (Cal. ARL; TRUST T2). */
const CONSENT_MS = 3 * 366 * DAY_MS;
const AFTER_END_MS = 366 * DAY_MS;
const REQUEST_MS = 7 * DAY_MS;
/** The cancel link of a plan that ended long ago has no further use. */
const ENDED_LINK_MS = 90 * DAY_MS;
/** Passkey challenges and trips to an identity provider end within ten minutes. */
const SIGN_IN_MS = HOUR_MS;
/** A link that ran out says so for a week, and is unknown afterwards. */
const CODE_MS = 7 * DAY_MS;
/** Wrong passwords of an address, which may be that of a person without an account. A lock is over after minutes. */
const ATTEMPTS_MS = 7 * DAY_MS;
/** By then receipts are in the person's own mailbox. */
const MAIL_MS = 30 * DAY_MS;
export const BATCH = 1_000;
/** Between two pages of a walk, in which buyers go first. */
const PAUSE_MS = 20;
const RETRY_MS = 60_000;

/** Kinds with a configurable period. */
export interface RetentionPeriods {
  /** Days for funnel events; 0 deletes all, since the collector is off. */
  readonly funnelEventDays: number;
}

/** A row of a walk, in the order of `created_ms` and its key. */
interface Place {
  readonly ms: number;
  readonly key: string;
}

/** Deletes what is no longer needed of the next page after a place; answers the last row of a full page. */
type DeleteOfPage = (db: Db, nowMs: number, after: Place) => Promise<DeletedOfPage>;

interface DeletedOfPage {
  readonly deleted: number;
  readonly last: Place | undefined;
}

type DeleteExpired = (db: Db, nowMs: number, periods: RetentionPeriods) => Promise<readonly DeleteResult[]>;

export const EXPIRING_ROWS: Readonly<Record<string, DeleteExpired>> = {
  "events of the funnel whose days are over": (db, nowMs, { funnelEventDays }) =>
    db.deleteFrom("funnel_events").where(
      "id",
      "in",
      (eb) =>
        eb.selectFrom("funnel_events").select("id").where("created_ms", "<", nowMs - funnelEventDays * DAY_MS)
          .limit(BATCH),
    ).execute(),
  "limits whose window is over": (db, nowMs) =>
    db.deleteFrom("app_limits").where(
      "key",
      "in",
      (eb) => eb.selectFrom("app_limits").select("key").where("since_ms", "<", nowMs - DAY_MS).limit(BATCH),
    ).execute(),
  "checkouts that were given up": (db, nowMs) =>
    db.deleteFrom("subs_checkouts").where(
      "execution_id",
      "in",
      (eb) =>
        eb.selectFrom("subs_checkouts").select("execution_id").where("state", "in", ["cancelled", "voided"])
          .where("cancel_ms", "is", null).where("changed_ms", "<", nowMs - COOKIE_MS).limit(BATCH),
    ).execute(),
  "requests by mail that were answered": (db, nowMs) =>
    db.deleteFrom("subs_requests").where(
      "id",
      "in",
      (eb) => eb.selectFrom("subs_requests").select("id").where("done_ms", "<", nowMs - REQUEST_MS).limit(BATCH),
    ).execute(),
  "links that ran out": (db, nowMs) =>
    db.deleteFrom("subs_capabilities").where(
      "hash",
      "in",
      (eb) => eb.selectFrom("subs_capabilities").select("hash").where("expires_ms", "<", nowMs).limit(BATCH),
    ).execute(),
  "links to withdraw when the time is over": (db, nowMs) =>
    db.deleteFrom("subs_capabilities").where(
      "hash",
      "in",
      (eb) =>
        // A literal rather than a parameter: the partial index serves only that.
        eb.selectFrom("subs_capabilities").select("hash").where("kind", "=", sql.lit("withdraw"))
          .where("created_ms", "<", nowMs - WITHDRAW_LINK_MS).orderBy("created_ms").limit(BATCH),
    ).execute(),
  "mails that went out long ago": (db, nowMs) =>
    db.deleteFrom("mail_outbox").where(
      "id",
      "in",
      (eb) => eb.selectFrom("mail_outbox").select("id").where("sent_ms", "<", nowMs - MAIL_MS).limit(BATCH),
    ).execute(),
  "mails that no server took": (db, nowMs) =>
    db.deleteFrom("mail_outbox").where(
      "id",
      "in",
      (eb) =>
        eb.selectFrom("mail_outbox").select("id").where("sent_ms", "is", null).where("next_ms", "=", NEVER_MS)
          .where("created_ms", "<", nowMs - MAIL_MS).limit(BATCH),
    ).execute(),
  "codes of emails that ran out": (db, nowMs) =>
    db.deleteFrom("id_codes").where(
      "code_hash",
      "in",
      (eb) => eb.selectFrom("id_codes").select("code_hash").where("expires_ms", "<=", nowMs - CODE_MS).limit(BATCH),
    ).execute(),
  "wrong passwords of a week ago": (db, nowMs) =>
    db.deleteFrom("id_attempts").where(
      "email",
      "in",
      (eb) =>
        eb.selectFrom("id_attempts").select("email").where("changed_ms", "<=", nowMs - ATTEMPTS_MS)
          .where("locked_until_ms", "<=", nowMs).limit(BATCH),
    ).execute(),
  "codes of text messages that ran out": (db, nowMs) =>
    db.deleteFrom("id_phone_sessions").where(
      "session_hash",
      "in",
      (eb) =>
        eb.selectFrom("id_phone_sessions").select("session_hash").where("created_ms", "<=", nowMs - DAY_MS).limit(
          BATCH,
        ),
    ).execute(),
  "second factors that were not given": (db, nowMs) =>
    db.deleteFrom("id_pending").where(
      "pending_hash",
      "in",
      (eb) => eb.selectFrom("id_pending").select("pending_hash").where("created_ms", "<=", nowMs - DAY_MS).limit(BATCH),
    ).execute(),
  "challenges of members that ran out": (db, nowMs) =>
    db.deleteFrom("passkey_challenges").where(
      "challenge",
      "in",
      (eb) =>
        eb.selectFrom("passkey_challenges").select("challenge").where("created_ms", "<=", nowMs - SIGN_IN_MS).limit(
          BATCH,
        ),
    ).execute(),
  // They name customers, and may hold the text and files of a dispute. A confirm may still run when its preview ends.
  "previews of operators that ran out": (db, nowMs) =>
    db.deleteFrom("admin_previews").where(
      "hash",
      "in",
      (eb) =>
        eb.selectFrom("admin_previews").select("hash").where("expires_ms", "<=", nowMs).where("lease_ms", "<=", nowMs)
          .limit(BATCH),
    ).execute(),
  "sessions of operators that ended": (db, nowMs) =>
    db.deleteFrom("admin_sessions").where(
      "hash",
      "in",
      (sessions) =>
        sessions.selectFrom("admin_sessions").select("hash").where((eb) =>
          eb.or([eb("created_ms", "<=", nowMs - LONGEST_MS), eb("seen_ms", "<=", nowMs - IDLE_MS)])
        ).limit(BATCH),
    ).execute(),
  "challenges of operators that ran out": (db, nowMs) =>
    db.deleteFrom("admin_challenges").where(
      "challenge",
      "in",
      (eb) =>
        eb.selectFrom("admin_challenges").select("challenge").where("created_ms", "<=", nowMs - SIGN_IN_MS)
          .limit(BATCH),
    ).execute(),
  "sign-ins of operators that were given up": (db, nowMs) =>
    db.deleteFrom("admin_oidc_flows").where(
      "state_hash",
      "in",
      (eb) =>
        eb.selectFrom("admin_oidc_flows").select("state_hash").where("created_ms", "<=", nowMs - SIGN_IN_MS)
          .limit(BATCH),
    ).execute(),
  "enrolment links of operators that ran out": (db, nowMs) =>
    db.deleteFrom("admin_enrolments").where(
      "hash",
      "in",
      (eb) => eb.selectFrom("admin_enrolments").select("hash").where("expires_ms", "<=", nowMs).limit(BATCH),
    ).execute(),
};

/**
 * Kinds of which most old rows are still needed, since their plan runs. They are read in pages, oldest first: among a
 * million members, one statement would not end in time. Each statement finds its rows by one index, so that no guess
 * of Postgres about how many plans ended can make it slow.
 */
const WALKED_ROWS: Readonly<Record<string, DeleteOfPage>> = {
  "links of plans that ended": async (db, nowMs, after) => {
    const page = await db.selectFrom("subs_capabilities").select(["hash as key", "created_ms as ms", "subscription_id"])
      .where("created_ms", "<", nowMs - ENDED_LINK_MS).where("created_ms", ">=", after.ms)
      .where((eb) => eb.or([eb("created_ms", ">", after.ms), eb("hash", ">", after.key)]))
      .orderBy("created_ms").orderBy("hash").limit(BATCH).execute();
    const plans = await plansOf(db, page.map((link) => link.subscription_id));
    const ended = new Set(
      plans.filter((plan) => plan.next_charge_ms === null && plan.current_period_end_ms < nowMs - ENDED_LINK_MS)
        .map(({ id }) => id),
    );
    const keys = page.filter((link) => ended.has(link.subscription_id)).map(({ key }) => key);
    if (keys.length > 0) await db.deleteFrom("subs_capabilities").where("hash", "in", keys).execute();
    return { deleted: keys.length, last: page[BATCH - 1] };
  },
  "agreements whose time is over": async (db, nowMs, after) => {
    const page = await db.selectFrom("subs_consents").select(["id as key", "created_ms as ms"])
      .where("created_ms", "<", nowMs - CONSENT_MS).where("created_ms", ">=", after.ms)
      .where((eb) => eb.or([eb("created_ms", ">", after.ms), eb("id", ">", after.key)]))
      .orderBy("created_ms").orderBy("id").limit(BATCH).execute();
    const charges = page.length === 0
      ? []
      : await db.selectFrom("subs_charges").select(["consent_id", "subscription_id"])
        .where("consent_id", "in", page.map(({ key }) => key)).execute();
    const plans = await plansOf(db, charges.map((charge) => charge.subscription_id));
    const running = new Set(
      plans.filter((plan) => isLive(plan.status) || plan.current_period_end_ms > nowMs - AFTER_END_MS)
        .map(({ id }) => id),
    );
    const needed = new Set(
      charges.filter((charge) => running.has(charge.subscription_id)).map(({ consent_id }) => consent_id),
    );
    const keys = page.filter(({ key }) => !needed.has(key)).map(({ key }) => key);
    if (keys.length > 0) await db.deleteFrom("subs_consents").where("id", "in", keys).execute();
    return { deleted: keys.length, last: page[BATCH - 1] };
  },
};

const isLive = (status: string) => LIVE.some((live) => live === status);

async function plansOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db.selectFrom("subs_subscriptions").select(["id", "status", "next_charge_ms", "current_period_end_ms"])
    .where("id", "in", [...new Set(ids)]).execute();
}

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly keeping: RetentionPeriods;
}

/**
 * A job that runs hourly, and at its next turn while more than one batch is left; rows of plans that may still run are
 * read once a day. A kind that fails keeps no other one, and all are tried again after a minute.
 */
export function createDataRetention({ db, clock, keeping: periods }: Ports) {
  let nextMs = 0;
  let nextWalkMs = 0;
  return async (stopping?: AbortSignal): Promise<number> => {
    const nowMs = clock.now();
    if (nowMs < nextMs) return 0;
    let forgotten = 0;
    let hasMore = false;
    const failed = new Map<string, unknown>();
    const attempt = async (kind: string, forget: () => Promise<number>) => {
      if (stopping?.aborted) return 0;
      try {
        const count = await forget();
        forgotten += count;
        return count;
      } catch (error) {
        failed.set(kind, error);
        return 0;
      }
    };
    for (const [kind, forget] of Object.entries(EXPIRING_ROWS)) {
      const count = await attempt(kind, async () => countOf(await forget(db, nowMs, periods)));
      hasMore ||= count >= BATCH;
    }
    if (nowMs >= nextWalkMs) {
      for (const [kind, forgetPage] of Object.entries(WALKED_ROWS)) {
        await attempt(kind, () => walk(stopping, (after) => forgetPage(db, nowMs, after)));
      }
      if (failed.size === 0) nextWalkMs = nowMs + DAY_MS;
    }
    nextMs = failed.size > 0 ? nowMs + RETRY_MS : hasMore ? 0 : nowMs + HOUR_MS;
    const [first] = failed;
    if (first !== undefined) throw new Error(`Not deleted: ${[...failed.keys()].join(", ")}`, { cause: first[1] });
    return forgotten;
  };
}

function countOf(results: readonly DeleteResult[]): number {
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

async function walk(
  stopping: AbortSignal | undefined,
  forgetPage: (after: Place) => Promise<DeletedOfPage>,
): Promise<number> {
  let count = 0;
  for (let after: Place | undefined = { ms: 0, key: "" }; after !== undefined && stopping?.aborted !== true;) {
    const { deleted, last }: DeletedOfPage = await forgetPage(after);
    count += deleted;
    after = last;
    if (after !== undefined) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return count;
}
