/**
 * Reads disputes from the payments service: by webhook, by a job for webhooks that did not arrive, and before each
 * renewal, so that no disputed card is charged when a webhook is late or has no address.
 */
import { sql } from "kysely";
import type { SubscriptionContext } from "../context/context.ts";
import type { Dispute } from "../payments_client/listed_dispute.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { forEachRow } from "../db/for_each_row.ts";
import { isOfSamePerson } from "../db/same_person.ts";
import { applyDispute } from "./apply_dispute.ts";
import type { ComparedTime } from "../../../db/differences.ts";

const DAY_MS = 86_400_000;
/** How often the job reads them, and how far before the last reading it looks for new ones. */
const DISPUTES_EVERY_MS = 600_000;
const NEW_WITHIN_MS = 3 * DAY_MS;
/** After a start, for what a stopped server or a restored backup missed. */
const NEW_AFTER_START_MS = 35 * DAY_MS;
const OVER = ["won", "lost", "accepted", "expired", "closed"] as const;

/** After a read that failed, such as while the payments service is away. */
const RETRY_MS = 60_000;

interface Reads {
  /** When they were read last; undefined until a first read has succeeded. */
  readonly readMs: number | undefined;
  readonly nextMs: number;
}
/** Keyed by database, since every run of a job has its own context. */
const READS = new WeakMap<SubscriptionContext["db"], Reads>();

/**
 * Returns the number of disputes that changed. Runs at most every ten minutes, unless forced, and again after a minute
 * when the list could not be read. A dispute that fails delays no other.
 */
export async function syncDisputes(context: SubscriptionContext, isForced = false): Promise<number> {
  const nowMs = context.clock.now();
  const { readMs, nextMs } = READS.get(context.db) ?? { readMs: undefined, nextMs: 0 };
  if (!isForced && nowMs < nextMs) return 0;
  READS.set(context.db, { readMs, nextMs: nowMs + RETRY_MS });
  const fromMs = readMs === undefined ? nowMs - NEW_AFTER_START_MS : readMs - NEW_WITHIN_MS;
  const found = await listDisputes(context, { by: "creation", fromMs, toMs: nowMs + 1 });
  const seen = new Set(found.map(({ id }) => id));
  const open = (await openDisputes(context.db).execute()).filter(({ id }) => !seen.has(id));
  const changed = await forEachRow(context, {
    job: "subscriptions-disputes",
    rows: [...found, ...open],
    idOf: ({ id }) => id,
    work: async (each) => await applyDispute(context, "state" in each ? each : await context.api.dispute(each.id)),
  });
  READS.set(context.db, { readMs: nowMs, nextMs: nowMs + DISPUTES_EVERY_MS });
  return changed;
}

/** Apart from its execution, so that a test reads its plan. */
export function openDisputes(db: SubscriptionContext["db"]) {
  // Literals rather than parameters: the partial index serves only literals.
  return db.selectFrom("subs_disputes").select("id").where("state", "not in", OVER.map((state) => sql.lit(state)));
}

/** Every dispute opened or changed in this time. A provider without the call has none. */
export async function listDisputes({ api }: Pick<SubscriptionContext, "api">, time: ComparedTime): Promise<Dispute[]> {
  const found: Dispute[] = [];
  let cursor: string | undefined;
  do {
    const at = cursor;
    const page = await unlessRefused(() => api.disputes({ ...time, cursor: at }), { disputes: [], next: undefined });
    found.push(...page.disputes);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

/** For each plan the holders of its person, since reported fraud about one plan stops them all. One statement. */
export async function holdersOfMembers(
  db: SubscriptionContext["db"],
  subscriptionIds: readonly string[],
): Promise<readonly string[][]> {
  const rows = await db.selectFrom("subs_subscriptions as own")
    .innerJoin("subs_subscriptions as other", (join) => join.on(isOfSamePerson()))
    .select(["own.id", "other.holder_reference"]).distinct().where("own.id", "in", subscriptionIds).execute();
  const byId = Map.groupBy(rows, ({ id }) => id);
  return subscriptionIds.map((id) => (byId.get(id) ?? []).map(({ holder_reference }) => holder_reference));
}

/** A provider without the call has no disputes. Throws when the payments service does not answer. */
export async function syncDisputesOf(context: SubscriptionContext, holders: readonly string[]): Promise<void> {
  for (const holder of holders) {
    const disputes = await unlessRefused(() => context.api.disputesOf(holder), []);
    for (const dispute of disputes) await applyBeforeCharge(context, dispute);
  }
}

async function applyBeforeCharge(context: SubscriptionContext, dispute: Dispute): Promise<void> {
  try {
    await applyDispute(context, dispute);
  } catch (error) {
    // Only the evidence was not taken: the job sends it again.
    if (!(error instanceof PaymentsError)) throw error;
  }
}

/** A provider without the call refuses it. */
async function unlessRefused<T>(read: () => Promise<T>, none: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PaymentsError && error.isFinal) return none;
    throw error;
  }
}

/** For a webhook that names a dispute. */
export async function readDispute(context: SubscriptionContext, id: string): Promise<void> {
  await applyDispute(context, await context.api.dispute(id));
}
