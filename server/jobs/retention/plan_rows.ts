/** Rows that are needed for as long as a plan runs, and for a while after its end. */
import type { Db } from "../../db/open.ts";
import { renews } from "../../embedded/subscriptions/subscriptions.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { BATCH } from "./expiring_rows.ts";

/** Consents are kept for three years, or one year after the plan's end, whichever is longer (Cal. ARL; TRUST T2). */
const CONSENT_MS = 3 * 366 * DAY_MS;
const AFTER_END_MS = 366 * DAY_MS;
/** A consent that nothing was bought by proves no purchase; it stays as long as a checkout that can still be paid. */
const UNUSED_CONSENT_MS = 90 * DAY_MS;
/** The cancel link of a plan that ended long ago has no further use. */
const ENDED_LINK_MS = 90 * DAY_MS;

/** A row of a walk, in the order of `created_ms` and its key. */
export interface Place {
  readonly ms: number;
  readonly key: string;
}

/** Deletes what is no longer needed of the next page after a place; returns the last row of a full page. */
type DeleteOfPage = (db: Db, nowMs: number, after: Place) => Promise<DeletedOfPage>;

export interface DeletedOfPage {
  readonly deleted: number;
  readonly last: Place | undefined;
}

/**
 * Kinds of which most old rows are still needed, since their plan runs. They are read in pages, oldest first: among a
 * million members, one statement would not end in time. Each statement finds its rows by one index, so that no guess
 * of Postgres about how many plans ended can make it slow.
 */
export const ROWS_OF_PLANS: Readonly<Record<string, DeleteOfPage>> = {
  "links of plans that ended": async (db, nowMs, after) => {
    const page = await db.selectFrom("subs_capabilities").select(["hash as key", "created_ms as ms", "subscription_id"])
      .where("created_ms", "<", nowMs - ENDED_LINK_MS).where("created_ms", ">=", after.ms)
      .where((eb) => eb.or([eb("created_ms", ">", after.ms), eb("hash", ">", after.key)]))
      .orderBy("created_ms").orderBy("hash").limit(BATCH).execute();
    const plans = await plansOf(db, page.map((link) => link.subscription_id));
    const ended = new Set(
      plans.filter((plan) => !renews(plan.status) && plan.current_period_end_ms < nowMs - ENDED_LINK_MS)
        .map(({ id }) => id),
    );
    const keys = page.filter((link) => ended.has(link.subscription_id)).map(({ key }) => key);
    if (keys.length > 0) await db.deleteFrom("subs_capabilities").where("hash", "in", keys).execute();
    return { deleted: keys.length, last: page[BATCH - 1] };
  },
  "agreements whose time is over": async (db, nowMs, after) => {
    const page = await db.selectFrom("subs_consents")
      .select(["id as key", "created_ms as ms", "used_by", "subscription_id"])
      .where("created_ms", "<", nowMs - UNUSED_CONSENT_MS).where("created_ms", ">=", after.ms)
      .where((eb) => eb.or([eb("created_ms", ">", after.ms), eb("id", ">", after.key)]))
      .orderBy("created_ms").orderBy("id").limit(BATCH).execute();
    const isOld = ({ ms }: Place) => ms < nowMs - CONSENT_MS;
    const doubtful = page.filter((consent) => consent.used_by === null || isOld(consent));
    const charges = doubtful.length === 0
      ? []
      : await db.selectFrom("subs_charges").select(["consent_id", "subscription_id"])
        .where("consent_id", "in", doubtful.map(({ key }) => key)).execute();
    // No charge names the consent to a change of a plan, such as a pause: it names the plan itself.
    const changed = doubtful.flatMap(({ key, used_by, subscription_id }) =>
      used_by === null || subscription_id === null ? [] : [{ consent_id: key, subscription_id }]
    );
    const uses = [...charges, ...changed];
    const plans = await plansOf(db, uses.map((use) => use.subscription_id));
    const running = new Set(
      plans.filter((plan) => renews(plan.status) || plan.current_period_end_ms > nowMs - AFTER_END_MS)
        .map(({ id }) => id),
    );
    const charged = new Set(charges.map(({ consent_id }) => consent_id));
    const needed = new Set(
      uses.filter((use) => running.has(use.subscription_id)).map(({ consent_id }) => consent_id),
    );
    const keys = doubtful.filter((consent) => !(isOld(consent) ? needed : charged).has(consent.key))
      .map(({ key }) => key);
    if (keys.length > 0) await db.deleteFrom("subs_consents").where("id", "in", keys).execute();
    return { deleted: keys.length, last: page[BATCH - 1] };
  },
};

async function plansOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db.selectFrom("subs_subscriptions").select(["id", "status", "current_period_end_ms"])
    .where("id", "in", [...new Set(ids)]).execute();
}
