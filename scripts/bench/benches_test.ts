/** Benchmarks are rarely run by hand, so the suite runs each in its smallest form. */
import { describe, it } from "@std/testing/bdd";
import { benchLookup } from "./lookup/lookup.ts";
import { benchPayments } from "./payments/payments.ts";
import { benchRenewals } from "./renewals/renewals.ts";

describe("benchmarks", () => {
  it("payments: a tenth of a second on SQLite", () => benchPayments({ lastsMs: 100, sqliteOnly: true }));
  it("look-ups: a tenth of a second", () => benchLookup({ lastsMs: 100, members: 2 }));
  it("renewals: eight of them, among 20 and among 40", async () => {
    await benchRenewals({ count: 8, sizes: [20, 40], rounds: 1 });
  });
});
