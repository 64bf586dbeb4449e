/** Rows that expire by themselves: each kind with its period, and the statement that deletes a batch of them. */
import { type DeleteResult, sql } from "kysely";
import type { Db } from "../../db/open.ts";
import { NEVER_MS } from "../../outbox/outbox.ts";
// Without their names: for the types of their tables.
import type {} from "../../embedded/identity/identity.ts";
import type {} from "../../embedded/members/members.ts";
import type {} from "../../embedded/subscriptions/subscriptions.ts";
import { IDLE_MS, LONGEST_MS } from "../../operators/sessions.ts";
import type {} from "../../passkeys/passkeys.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";

/** A checkout cookie lives 30 days, and so do unfinished checkouts. */
const COOKIE_MS = 30 * DAY_MS;
/** The right to withdraw ends after 14 days; a late confirmation may take 7 more. */
const WITHDRAW_LINK_MS = 30 * DAY_MS;
const REQUEST_MS = 7 * DAY_MS;
/** Passkey challenges and visits to an identity provider end within ten minutes. */
const SIGN_IN_MS = 3_600_000;
/** An expired link says so for a week, and is unknown afterwards. */
const CODE_MS = 7 * DAY_MS;
/** Wrong passwords of an address, which may be that of a person without an account. A lock is over after minutes. */
const ATTEMPTS_MS = 7 * DAY_MS;
/** Each open tab replaces its token every hour. A stolen copy that is used later than this finds nothing. */
const REPLACED_TOKEN_MS = 30 * DAY_MS;
/** By then receipts are in the person's own mailbox. */
const MAIL_MS = 30 * DAY_MS;
/** A link of an alert that has ended says so for as long as its email is kept. */
const ENDED_ALERT_MS = MAIL_MS;
/** Rows of one statement. */
export const BATCH = 1_000;

/** Kinds with a configurable period. */
export interface RetentionPeriods {
  /** Days for funnel events; 0 deletes all, since the collector is off. */
  readonly funnelEventDays: number;
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
  "links of alerts that ended": (db, nowMs) =>
    db.deleteFrom("members_watch_links").where(
      "secret_hash",
      "in",
      (eb) =>
        eb.selectFrom("members_watch_links").select("secret_hash").where("ended_ms", "<", nowMs - ENDED_ALERT_MS)
          .limit(BATCH),
    ).execute(),
  "facts of a paid source whose day is over": (db, nowMs) =>
    db.deleteFrom("members_source_facts").where(
      "key",
      "in",
      (eb) => eb.selectFrom("members_source_facts").select("key").where("until_ms", "<=", nowMs).limit(BATCH),
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
  "refresh tokens that were replaced long ago": (db, nowMs) =>
    db.deleteFrom("id_refresh_tokens").where(
      "token_hash",
      "in",
      (eb) =>
        eb.selectFrom("id_refresh_tokens").select("token_hash").where("replaced_ms", "<=", nowMs - REPLACED_TOKEN_MS)
          .limit(BATCH),
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
