/** Benchmarks are rarely run by hand, so the suite runs each in its smallest form. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { findPostgres, type RunningPostgres, startPostgres } from "../../tests/support/postgres.ts";
import { skip } from "../../tests/support/suite/skip.ts";
import { benchLookup } from "./lookup/lookup.ts";
import { baselineOf } from "./payments/baseline.ts";
import { benchPayments } from "./payments/payments.ts";
import { statementsOfPurchase } from "./purchase/statements.ts";
import { benchRenewals } from "./renewals/renewals.ts";

/** Before the answers of one purchase; what the background writes afterwards delays no buyer. */
const MOST_STATEMENTS = 45;

describe("benchmarks", () => {
  it("payments: a tenth of a second on SQLite", () => benchPayments({ lastsMs: 100, sqliteOnly: true }));
  it("look-ups: a tenth of a second", () => benchLookup({ lastsMs: 100, members: 2 }));
  const purchase = "purchase: sends at most as many statements as its table says";
  const baseline = "payments: the baseline of Postgres repeats every statement of a payment, the acquirer's too";
  const renewals = "renewals: eight of them, among 20 and among 40";
  const bin = findPostgres();
  if (bin === undefined) {
    for (const title of [purchase, baseline, renewals]) skip(title, "no initdb was found on this machine");
    return;
  }
  let postgres: RunningPostgres;
  before(async () => {
    postgres = await startPostgres(bin);
  });
  after(() => postgres.stop());
  it(purchase, async () => {
    const dir = await Deno.makeTempDir({ prefix: "bench-purchase-" });
    try {
      const steps = await statementsOfPurchase(postgres.url, dir);
      const { receipt, ...answered } = steps;
      const sum = Object.values(answered).reduce((all, statements) => all + statements.length, 0);
      assert(sum <= MOST_STATEMENTS, `${sum} statements before the answers of a purchase`);
      assert(receipt.length > 0, "the receipt is written");
      const table = await Deno.readTextFile(new URL("../../docs/development/purchase-statements.md", import.meta.url));
      let step = "";
      const told = new Map<string, number>();
      for (const [, name = "", count] of table.matchAll(/^\| (\w*) *\| (\d+) +\|/gm)) {
        step = name || step;
        told.set(step, (told.get(step) ?? 0) + Number(count));
      }
      const sent = Object.entries(steps).map(([name, statements]): [string, number] => [name, statements.length]);
      assertEquals(sent, [...told]);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
  it(baseline, async () => {
    const dir = await Deno.makeTempDir({ prefix: "bench-payments-" });
    try {
      const { statements } = await baselineOf({ kind: "postgres", url: postgres.url }, { dir, lastsMs: 100 });
      assert(statements > 0);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
  it(renewals, async () => {
    await benchRenewals({ count: 8, sizes: [20, 40], rounds: 1, servers: 1 });
  });
});
