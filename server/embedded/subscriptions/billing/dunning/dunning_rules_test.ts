/** What follows each reason of a decline, as one table, and the limits of the networks. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { RESULTS_BY_REASON } from "../../../../../sdk/wire/declines.ts";
import { DAY_MS } from "../../../../wire/billing/schedule.ts";
import type { EarlierDecline } from "../../context/dunning_policy.ts";
import { DUNNING_RULES, dunningReasonOf } from "./dunning_rules.ts";
import { dunningByReason } from "./dunning_schedule.ts";

const HOUR_MS = 3_600_000;
const ALL = Object.values(RESULTS_BY_REASON).flat();

/** Every attempt at one period, in milliseconds since the first, and how it ends. */
function lifeOf(result: string, length: "7d" | "1m" | "3m", firstMs: number) {
  const attempts = [0];
  const quiet: boolean[] = [];
  const earlier: EarlierDecline[] = [];
  while (earlier.length < 50) {
    const nowMs = firstMs + (attempts.at(-1) ?? 0);
    const step = dunningByReason({ result, firstMs, nowMs, earlier, plan: { length } });
    if (step.kind !== "retry") {
      return { attempts, quiet, end: step.kind, needs: step.kind === "wait" ? step.needs : "" };
    }
    earlier.push({ result, atMs: nowMs, retryMs: step.atMs });
    attempts.push(step.atMs - firstMs);
    quiet.push(step.isQuiet);
  }
  throw new Error(`${result} is retried for ever`);
}

// A Saturday, so that the next Friday is six days away.
const SATURDAY = Date.parse("2027-02-06T09:00:00Z");
const days = (attempts: readonly number[]) => attempts.map((ms) => ms / DAY_MS);

describe("dunning by reason", () => {
  it("O-DUNNING-01: has exactly one rule with a source for each of the 27 results", () => {
    const listed = Object.values(DUNNING_RULES).flatMap(({ results }) => [...results]);
    assertEquals(listed.toSorted(), [...ALL].toSorted());
    for (const [reason, { results, source }] of Object.entries(DUNNING_RULES)) {
      assert(source.length > 20, reason);
      for (const result of results) assertEquals(dunningReasonOf(result), reason);
    }
    assertEquals([dunningReasonOf("a new result"), dunningReasonOf("")], ["unknown", "unknown"]);
  });

  for (
    const [result, needs] of [
      ["BlockedInstrument", "new_card"],
      ["InvalidInstrument", "new_card"],
      ["FraudRisk", "new_card"],
      ["InstrumentNotAllowed", "new_card"],
      ["PaymentMethodNotSupported", "new_card"],
      ["PayerCanceled", "new_card"],
      ["NetworkTransactionReferenceRejected", "new_card"],
      ["ExpiredInstrument", "new_card"],
      ["PayerAuthenticationRequired", "approve"],
      ["PayerAuthenticationFailed", "approve"],
    ] as const
  ) {
    it(`O-DUNNING-02: ${result}: never charged again, the member is asked within five days: ${needs}`, () => {
      assertEquals(lifeOf(result, "1m", SATURDAY), { attempts: [0], quiet: [], end: "wait", needs });
      const untilMs = SATURDAY + 5 * DAY_MS;
      const earlier = [{ result, atMs: SATURDAY, untilMs }];
      const another = { result, firstMs: SATURDAY, earlier, plan: { length: "1m" } } as const;
      assertEquals(dunningByReason({ ...another, nowMs: untilMs - 1 }), { kind: "wait", untilMs, needs });
      assertEquals(dunningByReason({ ...another, nowMs: untilMs }), { kind: "end" });
    });
  }

  it("O-DUNNING-03: no funds: on the 1st, the 15th and Fridays at noon, and once at the end of two weeks", () => {
    const { attempts, quiet, end } = lifeOf("InsufficientBalance", "1m", SATURDAY);
    const dates = attempts.slice(1).map((ms) => new Date(SATURDAY + ms).toISOString().slice(0, 16));
    assertEquals(dates, ["2027-02-12T12:00", "2027-02-15T12:00", "2027-02-19T12:00", "2027-02-20T09:00"]);
    assertEquals([quiet, end], [[false, false, false, false], "end"]);
    const firstMs = Date.parse("2027-02-22T09:00:00Z");
    const overTheFirst = lifeOf("InsufficientBalance", "1m", firstMs).attempts.slice(1);
    assertEquals(overTheFirst.map((ms) => new Date(firstMs + ms).toISOString().slice(0, 16)), [
      "2027-02-26T12:00",
      "2027-03-01T12:00",
      "2027-03-05T12:00",
      "2027-03-08T09:00",
    ]);
  });

  it("no funds on a weekly plan: the pay days before the next period, and the day before it", () => {
    const { attempts } = lifeOf("InsufficientBalance", "7d", SATURDAY);
    assertEquals(attempts.slice(1).map((ms) => new Date(SATURDAY + ms).toISOString().slice(0, 10)), ["2027-02-12"]);
    const friday = Date.parse("2027-02-05T09:00:00Z");
    const eve = lifeOf("InsufficientBalance", "7d", friday).attempts;
    assertEquals(eve.map((ms) => new Date(friday + ms).toISOString().slice(0, 10)), ["2027-02-05", "2027-02-11"]);
  });

  it("O-DUNNING-04: a limit and an unknown reason: after 1, 3 and 5 days", () => {
    for (const result of ["LimitExceeded", "GenericRejection", "Unknown", "a new result"]) {
      assertEquals(days(lifeOf(result, "7d", SATURDAY).attempts), [0, 1, 3, 5], result);
    }
  });

  it("O-DUNNING-05: a bank that is down: within the hour, then backing off over four days; the first three without an email", () => {
    for (const result of ["ProviderTimeout", "ProviderConnectionError", "InternalServerError", "ParamsError"]) {
      const { attempts, quiet, end } = lifeOf(result, "7d", SATURDAY);
      assertEquals(attempts.map((ms) => ms / HOUR_MS), [0, 1, 4, 10, 22, 46, 94], result);
      assertEquals([quiet, end], [[true, true, true, false, false, false], "end"]);
    }
  });

  it("O-DUNNING-06: stays within the rules of the networks, and ends before the next period, whatever the reason and the day", () => {
    for (const result of ALL) {
      for (const length of ["7d", "1m", "3m"] as const) {
        for (let day = 0; day < 40; day++) {
          const { attempts } = lifeOf(result, length, SATURDAY + day * DAY_MS);
          assert(attempts.length <= 8, result);
          assert(attempts.filter((ms) => ms < DAY_MS).length <= 10, result);
          assert((attempts.at(-1) ?? 0) <= (length === "7d" ? 6 : 14) * DAY_MS, `${result} ${length} ${day}`);
          assertEquals(attempts, attempts.toSorted((a, b) => a - b));
        }
      }
    }
  });

  it("O-DUNNING-07: reasons that change count against one limit", () => {
    const mixed = { firstMs: SATURDAY, nowMs: SATURDAY + DAY_MS, plan: { length: "1m" } } as const;
    const at = (declines: number) => {
      const earlier = Array.from({ length: declines }, () => ({ result: "InsufficientBalance", atMs: SATURDAY }));
      return dunningByReason({ ...mixed, result: "ProviderTimeout", earlier }).kind;
    };
    assertEquals([at(6), at(7)], ["retry", "end"]);
  });

  const noon = Date.parse("2027-02-12T12:00:00Z");
  const onPayDay = {
    firstMs: SATURDAY,
    nowMs: noon,
    earlier: [{ result: "InsufficientBalance", atMs: SATURDAY, retryMs: noon }],
    plan: { length: "1m" },
  } as const;

  it("a reason that comes first on a pay day has all its retries from then", () => {
    for (
      const [result, hours] of [
        ["ProviderConnectionError", 1],
        ["ProviderTimeout", 1],
        ["GenericRejection", 24],
        ["LimitExceeded", 24],
      ] as const
    ) {
      const step = dunningByReason({ ...onPayDay, result });
      assertEquals(step.kind === "retry" && step.atMs, noon + hours * HOUR_MS, result);
    }
    const outage = { result: "ProviderTimeout", atMs: noon, retryMs: noon + HOUR_MS };
    const after = {
      ...onPayDay,
      nowMs: noon + HOUR_MS,
      earlier: [...onPayDay.earlier, outage],
    };
    const again = dunningByReason({ ...after, result: "ProviderTimeout" });
    assertEquals(again.kind === "retry" && again.atMs, noon + 4 * HOUR_MS);
    const reached = dunningByReason({ ...after, result: "InsufficientBalance" });
    assertEquals(reached.kind === "retry" && reached.atMs, Date.parse("2027-02-15T12:00:00Z"));
  });

  it("O-DUNNING-08: a card that a retry finds expired or blocked leaves five days from then, and none of the next period", () => {
    for (const result of ["ExpiredInstrument", "BlockedInstrument"]) {
      const wait = { kind: "wait", untilMs: noon + 5 * DAY_MS, needs: "new_card" } as const;
      assertEquals(dunningByReason({ ...onPayDay, result }), wait);
      const weekly = { ...onPayDay, result, plan: { length: "7d" }, nowMs: SATURDAY + 5 * DAY_MS } as const;
      assertEquals(dunningByReason(weekly), { ...wait, untilMs: SATURDAY + 6 * DAY_MS });
    }
  });

  it("a member's own attempt that is declined takes away no planned retry and no day of grace", () => {
    const own = { firstMs: SATURDAY, plan: { length: "1m" } } as const;
    const lastMs = SATURDAY + 14 * DAY_MS;
    const planned = [{ result: "InsufficientBalance", atMs: SATURDAY, retryMs: lastMs }];
    const beforeLast = { ...own, result: "LimitExceeded", nowMs: lastMs - DAY_MS / 2, earlier: planned };
    assertEquals(dunningByReason(beforeLast), { kind: "retry", atMs: lastMs, isQuiet: false });
    const untilMs = lastMs + 5 * DAY_MS;
    const waits = [{ result: "BlockedInstrument", atMs: lastMs, untilMs }];
    for (const result of ["LimitExceeded", "ProviderTimeout"]) {
      const inGrace = { ...own, result, nowMs: untilMs - 1, earlier: waits };
      assertEquals(dunningByReason(inGrace), { kind: "wait", untilMs, needs: "new_card" });
      assertEquals(dunningByReason({ ...inGrace, nowMs: untilMs }), { kind: "end" });
    }
  });
});
