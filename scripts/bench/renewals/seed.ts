/** Subscriptions by the thousand or by the million, made by the database itself: some are due, the rest is the past. */
import { sql } from "kysely";
import { isPostgres } from "../../../server/db/engine.ts";
import type { Db } from "../../../server/db/open.ts";
import { addMonths, DAY_MS } from "../../../server/wire/billing/schedule.ts";

export const START_MS = Date.parse("2027-01-31T10:00:00Z");
export const DUE_MS = START_MS + 3 * DAY_MS;
export const PLAN = "tck_weekly_3dtrial";

export interface Seeds {
  readonly subscriptions: number;
  /** So many are due at DUE_MS, as many again a round later. */
  readonly due: number;
  readonly rounds: number;
}
/** From one round to the next. */
export const ROUND_MS = 3_600_000;

/** Each with its first charge, event, receipt and the two links of it. */
export async function seed(db: Db, { subscriptions, due, rounds }: Seeds): Promise<void> {
  const numbers = sql`generate_series(1, ${sql.lit(subscriptions)}) as at`;
  const endMs = sql`case when at <= ${sql.lit(due * rounds)}
    then ${sql.lit(DUE_MS)}::bigint + (at - 1) / ${sql.lit(due)} * ${sql.lit(ROUND_MS)}
    else ${sql.lit(DUE_MS)}::bigint + 86400000 + at * 7 end`;
  await sql`insert into subs_subscriptions (id, execution_id, plan_id, status, email, email_key, checkout_hash, user_id,
      holder_reference, payment_instrument_id, attribution_json, address_json, started_ms, period,
      current_period_end_ms, next_charge_ms, next_charge_cents, declines, annual_ms, version)
    select 'sub_' || md5(at::text), 'execution_' || md5(at::text), ${
    sql.lit(PLAN)
  }, 'trial', 'p' || at || '@mail.example',
      'p' || at || '@mail.example', md5(at::text) || md5((-at)::text), '', 'holder_' || md5(at::text),
      'pi_' || md5(at::text), '{}', '{}', ${sql.lit(START_MS)}, 0, ${endMs}, ${endMs}, 1999, 0,
      ${sql.lit(addMonths(START_MS, 12))}, 0 from ${numbers}`.execute(db);
  await sql`insert into subs_charges (id, subscription_id, charge_key, kind, plan_id, cents, state, attempt, execution_id,
      error, created_ms, settled_ms)
    select 'charge_' || md5(at::text), 'sub_' || md5(at::text), 'period:0', 'first', ${sql.lit(PLAN)}, 100, 'succeeded',
      0, 'execution_' || md5(at::text), '', ${sql.lit(START_MS)}, ${sql.lit(START_MS)} from ${numbers}`.execute(db);
  await sql`insert into subs_events (id, subscription_id, name, detail_json, at_ms)
    select 'event_' || md5(at::text), 'sub_' || md5(at::text), 'enrolled', '{}', ${sql.lit(START_MS)}
    from ${numbers}`.execute(db);
  await sql`insert into subs_capabilities (hash, kind, subscription_id, created_ms)
    select md5(kind || at) || md5(at::text), kind, 'sub_' || md5(at::text), ${sql.lit(START_MS)}
    from ${numbers}, (values ('cancel'), ('withdraw')) as kinds (kind)`.execute(db);
  await sql`insert into subs_letters (id, dedupe_key, subscription_id, kind, recipient, subject, text, html, created_ms,
      sent_ms, attempts, next_ms)
    select 'letter_' || md5(at::text), 'enrolment:' || at, 'sub_' || md5(at::text), 'enrolment', '', '', '', '',
      ${sql.lit(START_MS)}, ${sql.lit(START_MS)}, 1, ${sql.lit(START_MS)} from ${numbers}`.execute(db);
  if (!isPostgres(db)) throw new TypeError("These seeds are for Postgres");
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
}
