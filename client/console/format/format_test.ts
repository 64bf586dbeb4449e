/** Amounts and times of the console. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { count, money, share, shortMoney } from "./money.ts";
import { day, distance, moment } from "./time.ts";
import { languageName } from "./words.ts";

describe("amounts of the console", () => {
  it("are in minor units of their own currency", () => {
    assertEquals([money(1999, "USD"), money(-1999, "EUR"), money(500, "JPY"), money(1234, "KWD")], [
      "$19.99",
      "-€19.99",
      "¥500",
      "KWD\u00a01.234",
    ]);
    assertEquals([shortMoney(123_456, "USD"), shortMoney(1_200, "JPY")], ["$1.2K", "¥1.2K"]);
  });

  it("counts are grouped, and a share of nothing is a dash", () => {
    assertEquals([count(1_234), share(1, 8), share(0, 5), share(0, 0)], ["1,234", "12.5%", "0.0%", "–"]);
  });
});

describe("languages of the console", () => {
  it("are names; text that is not a code stays as it is", () => {
    assertEquals(["en", "de", "pt-BR", "", "??"].map(languageName), [
      "English",
      "German",
      "Brazilian Portuguese",
      "",
      "??",
    ]);
  });
});

describe("times of the console", () => {
  const AT = "2026-11-25T14:05:09.000Z";
  const NOW = Date.parse(AT);

  it("name their zone", () => {
    assertEquals([day(AT), moment(AT), day("x"), moment("x")], ["Nov 25, 2026", "Nov 25, 2026, 14:05:09 UTC", "", ""]);
    assertEquals(moment("2026-11-25T00:00:00.000Z"), "Nov 25, 2026, 00:00:00 UTC");
  });

  it("say how far away they are, in the largest unit that fits", () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, "now"],
      [-59_999, "now"],
      [-60_000, "1 minute ago"],
      [3_599_999, "in 59 minutes"],
      [3_600_000, "in 1 hour"],
      [-86_399_999, "23 hours ago"],
      [-86_400_000, "yesterday"],
      [3 * 86_400_000, "in 3 days"],
    ];
    assertEquals(cases.map(([off]) => distance(NOW + off, NOW)), cases.map(([, text]) => text));
    assertEquals(distance("x", NOW), "");
  });
});
