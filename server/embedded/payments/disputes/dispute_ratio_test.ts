/** The dispute ratio of a month by the networks' rules, and the warning. */
import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { pay, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { createLog } from "../../../platform/log.ts";
import { createDisputeRatios, createRatioWarning, disputeRatios } from "./dispute_ratio.ts";

const DAY_MS = 86_400_000;

onBothEngines("the dispute ratio", (place) => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture({ place: place() });
    // One database serves all tests of an engine.
    for (const table of ["pay_disputes", "pay_executions", "pay_feeds"] as const) {
      await fixture.db.deleteFrom(table).execute();
    }
    await fixture.ledger.deleteFrom("acq_charges").execute();
    await fixture.ledger.deleteFrom("acq_disputes").execute();
  });
  afterEach(() => fixture.close());

  const ports = () => ({ ...fixture, clientIds: fixture.settings.clients.map(({ id }) => id) });
  const sell = async (card: string, count: number) => {
    for (let at = 0; at < count; at++) await pay(fixture, await start(fixture), card);
  };
  const ratios = async () =>
    Object.fromEntries(
      (await disputeRatios(ports())).map(({ network, disputes, sales, ratio }) =>
        [network, [disputes, sales, Math.round(ratio * 1_000) / 1_000]] as const
      ),
    );
  const warnings = () =>
    fixture.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "dispute.ratio-high");

  it("O-DISPUTE-10: counts early warnings and chargebacks of Visa, and chargebacks of Mastercard over the month before", async () => {
    await sell("5555555555554444", 4);
    fixture.clock.nowMs += 15 * DAY_MS;
    await sell("4242424242424242", 3);
    await sell("4000000000000259", 1);
    await sell("4000000000005423", 1);
    await sell("4000000000001976", 1);
    await sell("5200000000000015", 1);
    fixture.clock.nowMs += 60_000;
    await fixture.work();
    assertEquals(await ratios(), {
      visa: [2, 6, 0.333],
      mastercard: [1, 4, 0.25],
      amex: [0, 0, 0],
      discover: [0, 0, 0],
      other: [0, 0, 0],
      all: [2, 7, 0.286],
    });
    assertEquals(warnings(), []);
  });

  /** What this many servers write when they start now with these settings and run the job at the same moment. */
  const warnElsewhere = async (servers: number, settings: Partial<typeof fixture.settings> = {}) => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const jobs = Array.from(
      { length: servers },
      () => createRatioWarning({ ...fixture, log, settings: { ...fixture.settings, ...settings } }),
    );
    await Promise.all(jobs.map((job) => job()));
    return lines.map((line) => JSON.parse(line).network).toSorted().join(" ");
  };

  it("O-DISPUTE-11: warns once a month and network, from three disputes and the threshold, whichever server is first", async () => {
    await sell("4242424242424242", 3);
    await sell("4000000000000259", 2);
    fixture.clock.nowMs += 60_000;
    await fixture.work();
    assertEquals(warnings(), []);
    await sell("4000000000000259", 1);
    fixture.clock.nowMs += 3_600_000;
    await fixture.work();
    await fixture.work();
    fixture.clock.nowMs += 3_600_000;
    await fixture.work();
    const shown = warnings().map((
      { network, month, disputes, sales, threshold },
    ) => [network, month, disputes, sales, threshold]);
    assertEquals(shown, [["visa", "2026-11", 3, 6, 0.0075], ["all", "2026-11", 3, 6, 0.0075]]);
    assertEquals(await warnElsewhere(2), "", "after a restart too");
    // The ratio is 0.5: the settings name another threshold, at which it warns.
    await fixture.db.deleteFrom("pay_feeds").where("name", "like", "dispute ratio %").execute();
    assertEquals(await warnElsewhere(2, { disputeWarningRatio: 0.501 }), "");
    assertEquals(await warnElsewhere(4, { disputeWarningRatio: 0.5 }), "all visa");
    fixture.clock.nowMs = Date.UTC(2026, 11, 5);
    await sell("4000000000000259", 3);
    fixture.clock.nowMs += 3_600_000;
    await fixture.work();
    assertEquals(warnings().slice(2).map(({ network, month }) => [network, month]), [
      ["visa", "2026-12"],
      ["all", "2026-12"],
    ]);
  });

  it("warns with the next run when the database failed in between", async () => {
    await sell("4000000000000259", 3);
    fixture.clock.nowMs += 60_000;
    await fixture.work();
    let isAway = true;
    const db = fixture.db.withPlugin({
      transformQuery({ node }) {
        if (isAway && JSON.stringify(node).includes('"pay_feeds"')) throw new Error("away");
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await fixture.db.deleteFrom("pay_feeds").where("name", "like", "dispute ratio %").execute();
    const networks: unknown[] = [];
    const log = createLog((line) => networks.push(JSON.parse(line).network));
    const warn = createRatioWarning({ ...fixture, db, log });
    await assertRejects(() => warn(), Error, "away");
    isAway = false;
    await warn();
    assertEquals(networks, ["visa", "all"]);
  });

  it("a month's sales are counted in statements over a day at most, once for all who read meanwhile", async () => {
    await sell("5555555555554444", 2);
    fixture.clock.nowMs = Date.UTC(2026, 11, 6, 12);
    await sell("4242424242424242", 1);
    fixture.clock.nowMs += 1;
    const spansMs: number[] = [];
    const db = fixture.db.withPlugin({
      transformQuery({ node }) {
        const text = JSON.stringify(node);
        const times = [...text.matchAll(/"value":(1\d{12})\b/g)].map(([, ms]) => Number(ms));
        if (text.includes('"pay_executions"')) spansMs.push(Math.max(...times) - Math.min(...times));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const read = createDisputeRatios({ ...ports(), db });
    const sales = (await Promise.all([read(), read()])).map(([visa, mastercard]) => [visa?.sales, mastercard?.sales]);
    assertEquals(sales, [[1, 2], [1, 2]]);
    assertEquals(Math.max(...spansMs), DAY_MS);
    assertEquals(spansMs.length, 30 + 6 + 2, "each day once, and for each reader what came since");
  });

  it("a dispute and a sale count at once, and the sales of the month are counted again once an hour", async () => {
    await sell("4242424242424242", 1);
    fixture.clock.nowMs += 1;
    const read = createDisputeRatios(ports());
    const visa = async () => {
      const [found] = await read();
      return [found?.network, found?.disputes, found?.sales];
    };
    assertEquals(await visa(), ["visa", 0, 1]);
    await sell("4000000000000259", 1);
    fixture.clock.nowMs += 60_000;
    await fixture.work();
    assertEquals(await visa(), ["visa", 1, 2]);
    // A capture of what was authorized before the full count.
    const early = { nowMs: fixture.clock.nowMs };
    await fixture.db.updateTable("pay_executions").set({ captured_minor: 0 }).execute();
    assertEquals(await visa(), ["visa", 1, 1]);
    fixture.clock.nowMs = early.nowMs + 3_600_000;
    assertEquals(await visa(), ["visa", 1, 0]);
  });

  it("a new month begins with its own disputes and sales within the hour", async () => {
    fixture.clock.nowMs = Date.UTC(2026, 11, 31, 23, 50);
    await sell("5555555555554444", 2);
    const read = createDisputeRatios(ports());
    const facts = async () => (await read()).slice(0, 2).map(({ network, sales }) => [network, sales]);
    await sell("4242424242424242", 1);
    assertEquals(await facts(), [["visa", 1], ["mastercard", 0]]);
    fixture.clock.nowMs = Date.UTC(2027, 0, 1, 0, 1);
    assertEquals(await facts(), [["visa", 0], ["mastercard", 2]]);
  });
});
