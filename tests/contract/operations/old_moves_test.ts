/**
 * A charge of 40 days ago that is refunded today: whichever of books, executions and ledger lacks the refund, the next
 * hourly comparison lists it, and removes it from the list once all agree.
 */
import { after, before, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import type { Difference } from "../../../server/db/differences.ts";
import { type Ledger, ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { refundRow } from "../../../server/embedded/subscriptions/db/refund_parts.ts";
import { recordRefunds } from "../../../server/embedded/subscriptions/refunds/refunds.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { DAY_MS } from "../../../server/wire/billing/schedule.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { onBothEngines } from "../../support/engines.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const HOUR_MS = 3_600_000;
const CENTS = 100;

onBothEngines("money that moves long after its charge", (place) => {
  const clock = createClock();
  let folder = "";
  let context: Context;
  let ledger: Ledger;
  let executionId = "";
  let chargeKey = "";
  const charge = () =>
    context.db.selectFrom("subs_charges").selectAll().orderBy("created_ms").executeTakeFirstOrThrow();
  const differences = async () => {
    clock.advance(HOUR_MS);
    await runAll(context);
    const { body } = await createVisitor(context).get("/operator/differences");
    return (body.differences as readonly Difference[]).map(({ between, subject, expected, found }) => [
      between,
      subject === executionId,
      expected.refundedMinor,
      found.refundedMinor,
    ]);
  };

  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "old-moves-" });
    await prepareKeys(`${folder}/keys`, clock.now());
    const read = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
    const config = { ...read, database: place() };
    context = await createContext(config, { clock, log: silentLog, assets: fakeAssets });
    ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
    assertEquals((await createVisitor(context).buy("tck_weekly_3dtrial", "ann@mail.example")).body.error, "");
    await runAll(context);
    clock.advance(40 * DAY_MS);
    await runAll(context);
    const paid = await charge();
    executionId = paid.execution_id;
    const refund = refundRow({ charge: paid, cents: CENTS, reason: "regret", nowMs: clock.now() });
    await context.db.transaction().execute((trx) => recordRefunds(trx, [refund]));
    await runAll(context);
    assertEquals((await charge()).state, "refunded");
    const row = await context.db.selectFrom("pay_executions").select("charge_key").where("id", "=", executionId)
      .executeTakeFirstOrThrow();
    chargeKey = row.charge_key ?? "";
  });
  after(async () => {
    await context.close();
    await ledger.destroy();
    await Deno.remove(folder, { recursive: true });
  });

  const setBooks = (state: "succeeded" | "refunded") =>
    context.db.updateTable("subs_charges").set({ state }).where("execution_id", "=", executionId).execute();
  const setRefunded = async (service: number, acquirer: number) => {
    await context.db.updateTable("pay_executions").set({ refunded_minor: service }).where("id", "=", executionId)
      .execute();
    await ledger.updateTable("acq_charges").set({ refunded_minor: acquirer }).where("key", "=", chargeKey).execute();
  };
  /** As if one side did not know the refund at all: its row is gone, too. */
  const forget = async (side: "service" | "acquirer" | "books") => {
    if (side === "service") {
      const intents = context.db.selectFrom("pay_intents").selectAll().where("kind", "=", "refund");
      const rows = await intents.execute();
      await context.db.deleteFrom("pay_intents").where("kind", "=", "refund").execute();
      return () => context.db.insertInto("pay_intents").values(rows).execute();
    }
    if (side === "acquirer") {
      const rows = await ledger.selectFrom("acq_movements").selectAll().where("kind", "=", "refund").execute();
      await ledger.deleteFrom("acq_movements").where("kind", "=", "refund").execute();
      return () => ledger.insertInto("acq_movements").values(rows).execute();
    }
    const rows = await context.db.selectFrom("subs_refunds").selectAll().execute();
    await context.db.deleteFrom("subs_refunds").execute();
    return () => context.db.insertInto("subs_refunds").values(rows).execute();
  };

  it("is no difference while all agree", async () => assertEquals(await differences(), []));

  it("is found where the books miss the refund", async () => {
    const recall = await forget("books");
    await setBooks("succeeded");
    assertEquals(await differences(), [["books", true, 0, CENTS]]);
    await recall();
    await setBooks("refunded");
    assertEquals(await differences(), []);
  });

  it("is found where only the acquirer knows the refund", async () => {
    const recalls = [await forget("service"), await forget("books")];
    await setBooks("succeeded");
    await setRefunded(0, CENTS);
    assertEquals(await differences(), [["ledger", true, 0, CENTS]]);
    for (const recall of recalls) await recall();
    await setBooks("refunded");
    await setRefunded(CENTS, CENTS);
    assertEquals(await differences(), []);
  });

  it("is found where the acquirer never refunded", async () => {
    const recall = await forget("acquirer");
    await setRefunded(CENTS, 0);
    assertEquals(await differences(), [["ledger", true, CENTS, 0]]);
    await recall();
    await setRefunded(CENTS, CENTS);
    assertEquals(await differences(), []);
  });

  it("is found where only the books refunded, and stays listed after its days are over", async () => {
    const recalls = [await forget("service"), await forget("acquirer")];
    await setRefunded(0, 0);
    assertEquals(await differences(), [["books", true, CENTS, 0]]);
    clock.advance(5 * DAY_MS);
    assertEquals(await differences(), [["books", true, CENTS, 0]]);
    for (const recall of recalls) await recall();
    await setRefunded(CENTS, CENTS);
    assertEquals(await differences(), []);
  });
});
