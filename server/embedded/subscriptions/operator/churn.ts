/** When plans began and stopped to renew, by day. */
import type { Db } from "../../../db/open.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { LIVE, renews } from "../db/statuses.ts";
import type { SubscriptionStatus } from "../db/tables.ts";

export interface DayChurn {
  readonly started: number;
  readonly cancelled: number;
  readonly ended_unpaid: number;
  readonly running: number;
}

interface PlanChange {
  readonly atMs: number;
  readonly name: "started" | "cancelled" | "ended_unpaid";
}

interface Plan {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly started_ms: number;
  readonly cancelled_ms: number | null;
}

interface PlanEvent {
  readonly name: string;
  readonly at_ms: number;
}

/** The last of these is when a plan ended because its charge was not paid. */
const UNPAID = ["declined", "grace_over", "replaced"];
const NAMES = ["cancelled", "reactivate", ...UNPAID];

/**
 * One answer for each day, which begins at its time. A plan runs until it is cancelled, disputed or withdrawn from, or
 * ends unpaid; one that waits for another card still runs. Each day's `running` is that of the day before, plus what
 * started, less what was cancelled or ended unpaid.
 */
export async function readChurn(db: Db, dayMs: readonly number[]): Promise<readonly DayChurn[]> {
  const now = await db.selectFrom("subs_subscriptions").select((eb) => eb.fn.countAll().as("many"))
    .where("status", "in", LIVE).executeTakeFirstOrThrow();
  const changed = await changesSince(db, Math.min(...dayMs));
  const unchanged = Number(now.many) - changed.filter((changes) => changes.at(-1)?.name === "started").length;
  return dayMs.map((startMs) => {
    const endMs = startMs + DAY_MS;
    const of = (name: PlanChange["name"]) =>
      changed.flat().filter((each) => each.name === name && each.atMs >= startMs && each.atMs < endMs).length;
    const ran = changed.filter((changes) => changes.findLast(({ atMs }) => atMs < endMs)?.name === "started").length;
    return {
      started: of("started"),
      cancelled: of("cancelled"),
      ended_unpaid: of("ended_unpaid"),
      running: unchanged + ran,
    };
  });
}

/** The whole lives of the plans that began or changed since then. */
async function changesSince(db: Db, fromMs: number): Promise<readonly (readonly PlanChange[])[]> {
  const touched = db.selectFrom("subs_subscriptions").where((eb) => {
    const happened = eb.selectFrom("subs_events").select("subscription_id").where("name", "in", NAMES)
      .where("at_ms", ">=", fromMs);
    return eb.or([eb("started_ms", ">=", fromMs), eb("cancelled_ms", ">=", fromMs), eb("id", "in", happened)]);
  });
  const plans = await touched.select(["id", "status", "started_ms", "cancelled_ms"]).execute();
  const rows = await db.selectFrom("subs_events").select(["subscription_id", "name", "at_ms"]).where(
    "name",
    "in",
    NAMES,
  )
    .where("subscription_id", "in", touched.select("id")).orderBy("at_ms").execute();
  const events = Map.groupBy(rows, ({ subscription_id }) => subscription_id);
  return plans.map((plan) => lifeOf(plan, events.get(plan.id) ?? []));
}

function lifeOf({ status, started_ms, cancelled_ms }: Plan, events: readonly PlanEvent[]): readonly PlanChange[] {
  const changes: PlanChange[] = [{ atMs: started_ms, name: "started" }];
  for (const { name, at_ms: atMs } of events) {
    if (name === "cancelled") changes.push({ atMs, name });
    // A plan that an inquiry stopped, and that the member took up again, counts as one that ran all the time.
    if (name === "reactivate" && changes.at(-1)?.name !== "started") changes.push({ atMs, name: "started" });
  }
  if (renews(status) || changes.at(-1)?.name !== "started") return changes;
  // A withdrawal and a dispute stop a plan without an event of their own.
  if (cancelled_ms !== null) return [...changes, { atMs: cancelled_ms, name: "cancelled" }];
  const atMs = events.findLast(({ name }) => UNPAID.includes(name))?.at_ms ?? started_ms;
  return [...changes, { atMs, name: "ended_unpaid" }];
}
