/**
 * A transaction must not decide on data that another one, begun a moment earlier, is changing: each case holds the
 * other one open until the call under test waits for it. Without the lock the call would decide on data that it read
 * too early.
 */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql, type Transaction } from "kysely";
import type { Database } from "../../server/db/database.ts";
import { type Db, openDatabase } from "../../server/db/open.ts";
import { append, GENESIS } from "../../server/audit/chain.ts";
import { verifyAudit } from "../../server/audit/verify.ts";
import { claimLookup, dayOf, type StoredReport } from "../../server/embedded/members/lookup/quota.ts";
import { UNPAID_KEEP_MS } from "../../server/embedded/payments/context/constants.ts";
import { pruneUnpaid } from "../../server/embedded/payments/executions/prune_executions.ts";
import { contextOf } from "../../server/embedded/subscriptions/build_context.ts";
import { spendCredit } from "../../server/embedded/subscriptions/credits/credits.ts";
import { refundCharge } from "../../server/embedded/subscriptions/operator/acts.ts";
import {
  addOn,
  BOB,
  buy,
  openSubscriptionsFixture,
  prepare,
  type SubscriptionsFixture,
} from "../../server/embedded/subscriptions/testing/fixture.ts";
import { onPostgres } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { start } from "../support/payments/payments_calls.ts";
import { openPaymentsFixture } from "../support/payments/payments_fixture.ts";

type Write = (trx: Transaction<Database>) => Promise<unknown>;

interface Other {
  /** Before the call. */
  readonly first: Write;
  /** Once the call waits or has ended, before the commit. */
  readonly then?: Write;
}

/** Calls while another transaction is open. Returns what the call answered, and whether it waited for the commit. */
async function callDuring<T>(
  db: Db,
  { first, then }: Other,
  call: () => Promise<T>,
): Promise<[answer: T, waited: boolean]> {
  const { answer, hasWaited } = await db.transaction().execute(async (trx) => {
    await first(trx);
    let hasEnded = false;
    const answer = call().finally(() => {
      hasEnded = true;
    });
    answer.catch(() => {});
    await eventually(async () => hasEnded || await isWaiting(db));
    const hasWaited = !hasEnded;
    await then?.(trx);
    return { answer, hasWaited };
  });
  return [await answer, hasWaited];
}

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

onPostgres("a decision that waits for another transaction", (place) => {
  const withPurchase = async (use: (h: SubscriptionsFixture, subscriptionId: string) => Promise<void>) => {
    const h = await openSubscriptionsFixture({ place: place() });
    try {
      for (const table of ["subs_checkouts", "subs_consents", "subs_charges", "subs_subscriptions"] as const) {
        await h.db.deleteFrom(table).execute();
      }
      const id = await buy(h);
      await eventually(() => h.mails.length > 0);
      await use(h, id);
    } finally {
      await h.close();
    }
  };
  const lockPlan = (trx: Transaction<Database>, id: string) =>
    sql`select 1 from subs_subscriptions where id = ${id} for update`.execute(trx);

  it("the last look-up of a day is counted once", async () => {
    const db = await openDatabase(place());
    const report: StoredReport = {
      id: "second",
      subscription_id: "sub",
      user_id: "ann",
      e164: "+16502530000",
      score: null,
      band: "",
      body: "{}",
      at_ms: Date.UTC(2026, 10, 23),
    };
    try {
      const day = dayOf(report.at_ms);
      await db.insertInto("members_allowances").values({ subscription_id: "sub", day, used: 19 }).execute();
      const other: Other = {
        // The insert before the lock would wait for a row that has changed already.
        first: (trx) => sql`select 1 from members_allowances for update`.execute(trx),
        then: (trx) => trx.updateTable("members_allowances").set({ used: 20 }).execute(),
      };
      const mayStore = () => Promise.resolve();
      const claim = await callDuring(db, other, () => claimLookup(report, { db, dailyLimit: 20, mayStore }));
      assertEquals(claim, [{ kind: "needs_credit" }, true]);
      assertEquals(await db.selectFrom("members_reports").selectAll().execute(), []);
    } finally {
      await db.destroy();
    }
  });

  it("the last credit is spent once", () =>
    withPurchase(async (h, subscriptionId) => {
      await addOn(h, subscriptionId, "tck_10_validations_otp");
      await h.db.updateTable("subs_credit_lots").set({ remaining: 1 }).execute();
      const spendLast: Write = async (trx) => {
        await lockPlan(trx, subscriptionId);
        await trx.updateTable("subs_credit_lots").set({ remaining: 0 }).execute();
      };
      const spend = () => spendCredit(contextOf(h.ports), { subscriptionId, spendId: "second" });
      assertEquals(await callDuring(h.db, { first: spendLast }, spend), [undefined, true]);
      assertEquals(await h.db.selectFrom("subs_credit_spends").selectAll().execute(), []);
    }));

  it("an add-on that was just bought in another tab is not bought again", () =>
    withPurchase(async (h, subscriptionId) => {
      const pdf = "tck_pdf_report_otp";
      assertEquals((await addOn(h, subscriptionId, pdf)).body.error, "");
      const bought = await h.db.selectFrom("subs_charges").selectAll().where("kind", "=", "addon")
        .executeTakeFirstOrThrow();
      await h.db.deleteFrom("subs_charges").where("id", "=", bought.id).execute();
      const buyFirst: Write = async (trx) => {
        await lockPlan(trx, subscriptionId);
        await trx.insertInto("subs_charges").values(bought).execute();
      };
      const [answer] = await callDuring(h.db, { first: buyFirst }, () => addOn(h, subscriptionId, pdf));
      assertEquals([answer.status, answer.body.error], [200, ""]);
      assertEquals(h.payments.operations.filter((operation) => operation === "capture 19.99").length, 1);
    }));

  it("an operator refunds a charge once", () =>
    withPurchase(async (h, subscriptionId) => {
      const { id: charge_id } = await h.db.selectFrom("subs_charges").select("id").executeTakeFirstOrThrow();
      const refundFirst: Write = async (trx) => {
        await lockPlan(trx, subscriptionId);
        await trx.updateTable("subs_charges").set({ state: "refunded" }).where("id", "=", charge_id).execute();
      };
      const refund = { chargeId: charge_id, cents: 100, left: 100, key: "act" };
      const act = () => refundCharge(contextOf(h.ports), refund);
      assertEquals(await callDuring(h.db, { first: refundFirst }, act), ["refused", true]);
      assertEquals(await h.db.selectFrom("subs_refunds").selectAll().execute(), []);
    }));

  it("a plan that another tab of the browser is just paying for is not charged again", () =>
    withPurchase(async (h) => {
      const bob = { checkout: BOB };
      const [first, second] = [
        await prepare(h, "tck_weekly_3dtrial", bob),
        await prepare(h, "tck_weekly_3dtrial", bob),
      ];
      const payFirst: Write = (trx) =>
        trx.updateTable("subs_checkouts").set({ state: "completing" })
          .where("execution_id", "=", first.executionId).execute();
      const pay = () => h.call("POST", "/subs/create-no-user", bob, second.body);
      const [{ body }] = await callDuring(h.db, { first: payFirst }, pay);
      assertEquals(body.code, "payment_unavailable");
    }));

  it("a plan that the member is just paying for on another device is not charged again", () =>
    withPurchase(async (h) => {
      const device = (checkout: string) => ({ checkout, token: "bob:bob@example.com" });
      const [here, there] = [device(BOB), device("c".repeat(64))];
      const { executionId } = await prepare(h, "tck_weekly_3dtrial", there);
      await prepare(h, "tck_weekly_3dtrial", here);
      const buyer_json = JSON.stringify({ email: "bob@example.com", userId: "bob", attribution: {}, address: {} });
      const payThere: Write = async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('purchase bob', 0))`.execute(trx);
        await trx.updateTable("subs_checkouts").set({ state: "completing", buyer_json })
          .where("execution_id", "=", executionId).execute();
      };
      const body = { plan_id: "tck_weekly_3dtrial", email: "bob@example.com", firebase_id: "bob", apple_token: "" };
      const pay = () => h.call("POST", "/subs/create", here, { ...body, attribution: {} });
      const [answer] = await callDuring(h.db, { first: payThere }, pay);
      assertEquals(answer.body.code, "in_flight");
    }));

  it("a payment that is being charged is not pruned, and pruning does not wait for it", async () => {
    const fixture = await openPaymentsFixture({ place: place() });
    try {
      const { id } = await start(fixture);
      fixture.clock.nowMs += UNPAID_KEEP_MS + 1;
      const charge: Write = (trx) =>
        trx.updateTable("pay_executions").set({ state: "captured", captured_minor: 1000 }).where("id", "=", id)
          .execute();
      assertEquals(await callDuring(fixture.db, { first: charge }, () => pruneUnpaid(fixture)), [0, false]);
      const left = await fixture.db.selectFrom("pay_executions").select("captured_minor").where("id", "=", id)
        .execute();
      assertEquals(left, [{ captured_minor: 1000 }]);
    } finally {
      await fixture.close();
    }
  });

  it("rows of the audit log that are written at the same moment form one chain", async () => {
    const db = await openDatabase(place());
    try {
      const write = (trx: Transaction<Database>) => append(trx, { what: "searched" }, 0);
      await callDuring(db, { first: write }, () => db.transaction().execute(write));
      const rows = await db.selectFrom("admin_audit").select("before_hash").orderBy("n").execute();
      assertEquals([rows.length, rows[0]?.before_hash], [2, GENESIS]);
      assertEquals((await verifyAudit(db)).broken, undefined);
    } finally {
      await db.destroy();
    }
  });
});
