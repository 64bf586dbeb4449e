/** Renewals a second with two servers on one Postgres, beside a bare loop of the same kind of statements. */
import { createClock } from "../../server/clock.ts";
import { connectDatabase, type DatabasePlace, type Db, openDatabase } from "../../server/db/open.ts";
import type { SubscriptionsDeps } from "../../server/embedded/subscriptions/deps.ts";
import { createFakePayments } from "../../server/embedded/subscriptions/testing/fake_payments.ts";
import { runDueWork } from "../../server/jobs/renewals.ts";
import { silentLog } from "../../server/log.ts";
import { addMonths, DAY_MS } from "../../server/wire/schedule.ts";
import { findPostgres, startPostgres } from "../../tests/support/postgres.ts";

const RENEWALS = 600;
const START_MS = Date.parse("2027-01-31T10:00:00Z");
const PLAN = "tck_weekly_3dtrial";

async function seed(db: Db, count: number): Promise<void> {
  for (let at = 0; at < count; at += 100) {
    await db.insertInto("subs_subscriptions").values(
      Array.from({ length: Math.min(100, count - at) }, (_, offset) => subscription(at + offset)),
    ).execute();
  }
}

function subscription(at: number) {
  const endMs = START_MS + 3 * DAY_MS;
  return {
    id: `sub_${at}`,
    execution_id: `execution_${at}`,
    plan_id: PLAN,
    status: "trial" as const,
    email: `p${at}@example.com`,
    email_key: `p${at}@example.com`,
    checkout_hash: "",
    user_id: "",
    holder_reference: `holder_${at}`,
    payment_instrument_id: `pi_${at}`,
    attribution_json: "{}",
    address_json: "{}",
    started_ms: START_MS,
    period: 0,
    current_period_end_ms: endMs,
    next_charge_ms: endMs,
    next_charge_cents: 1999,
    remind_ms: null,
    declines: 0,
    cancelled_ms: null,
    annual_ms: addMonths(START_MS, 12),
    version: 0,
  };
}

function server(db: Db): SubscriptionsDeps {
  const clock = createClock(() => START_MS + 3 * DAY_MS);
  return {
    db,
    clock,
    log: silentLog,
    payments: createFakePayments(clock).upstream,
    mail: () => Promise.resolve(Response.json({ id: "1" })),
    verifyIdToken: () => Promise.resolve(undefined),
    settings: {
      clientId: "merchant-demo",
      clientSecret: "demo-secret",
      workflowCode: "payment-acceptance",
      publicOrigin: "https://app.example",
      base: "/trustcheck",
      hasRegistry: true,
    },
  };
}

/** Two servers with connections of their own; the bank is a stand-in that answers at once. */
async function renewals(place: DatabasePlace, count: number): Promise<number> {
  const first = await openDatabase(place);
  const second = connectDatabase(place);
  try {
    await seed(first, count);
    const startedMs = performance.now();
    const done = await Promise.all([first, second].map((db) => runDueWork(server(db))));
    const tookMs = performance.now() - startedMs;
    // Letters that a loop of their own has in hand.
    await lettersLeft(first);
    const charged = done.reduce((sum, work) => sum + work.renewals, 0);
    if (charged !== count) throw new Error(`${charged} of ${count} were charged`);
    return count * 1_000 / tookMs;
  } finally {
    await Promise.all([first.destroy(), second.destroy()]);
  }
}

async function lettersLeft(db: Db): Promise<void> {
  const waiting = () => db.selectFrom("subs_letters").select("id").where("sent_ms", "is", null).executeTakeFirst();
  do await new Promise((resolve) => setTimeout(resolve, 300)); while (await waiting() !== undefined);
}

/** What the database alone takes for the rows a renewal writes, sixteen at a time over two pools. */
async function bare(place: DatabasePlace, count: number): Promise<number> {
  const pools = [connectDatabase(place), connectDatabase(place)];
  try {
    let at = 0;
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: 16 }, async (_, runner) => {
      const db = pools[runner % 2];
      while (db !== undefined && at < count) await bareRenewal(db, at++);
    }));
    return count * 1_000 / (performance.now() - startedMs);
  } finally {
    await Promise.all(pools.map((db) => db.destroy()));
  }
}

async function bareRenewal(db: Db, at: number): Promise<void> {
  const [id, nowMs] = [`sub_${at}`, START_MS];
  const bump = (trx: Pick<Db, "updateTable">) =>
    trx.updateTable("subs_subscriptions").set((eb) => ({ version: eb("version", "+", 1) })).where("id", "=", id)
      .execute();
  const charge = { id: `bare_${at}`, subscription_id: id, charge_key: `bare:${at}`, kind: "renewal" as const };
  await db.transaction().execute(async (trx) => {
    await bump(trx);
    await trx.insertInto("subs_charges").values({
      ...charge,
      plan_id: PLAN,
      cents: 1999,
      state: "sending",
      attempt: 0,
      execution_id: "",
      consent_id: null,
      error: "",
      created_ms: nowMs,
      settled_ms: null,
    }).execute();
  });
  await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).execute();
  await db.updateTable("subs_charges").set({ execution_id: "e" }).where("id", "=", charge.id).execute();
  await db.transaction().execute(async (trx) => {
    await bump(trx);
    await trx.updateTable("subs_charges").set({ state: "succeeded" }).where("id", "=", charge.id).execute();
    const event = { id: `bare_${at}`, subscription_id: id, name: "bare", detail_json: "{}", at_ms: nowMs };
    await trx.insertInto("subs_events").values(event).execute();
    const link = { hash: `bare_${at}`, kind: "cancel" as const, subscription_id: id, created_ms: nowMs };
    await trx.insertInto("subs_capabilities").values({ ...link, expires_ms: null }).execute();
    await trx.insertInto("subs_letters").values({
      id: `bare_${at}`,
      dedupe_key: `bare_${at}`,
      subscription_id: id,
      kind: "bare",
      recipient: "",
      subject: "",
      text: "x".repeat(700),
      html: "x".repeat(1_200),
      created_ms: nowMs,
      sent_ms: nowMs,
      attempts: 0,
      next_ms: nowMs,
    }).execute();
  });
}

/** Prints both figures and their ratio, or that there is no Postgres on this machine. */
export async function benchRenewals({ count = RENEWALS } = {}): Promise<void> {
  const binaries = findPostgres();
  if (binaries === undefined) return console.log("renewals: no Postgres on this machine, nothing was measured");
  const postgres = await startPostgres(binaries);
  try {
    const place = { kind: "postgres", url: postgres.url } as const;
    const [ours, floor] = [await renewals(place, count), await bare(place, count)];
    console.log(`renewals, two servers in one process on one Postgres: ${ours.toFixed(0)}/s`);
    console.log(`bare loop of the same writes: ${floor.toFixed(0)}/s; ratio ${(ours / floor).toFixed(2)}`);
  } finally {
    await postgres.stop();
  }
}
