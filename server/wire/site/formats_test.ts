import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { day, moment, money } from "../../i18n/format.ts";
import { dayFormat, formatLocale, moneyFormat, shortDayFormat } from "./formats.ts";

const AT_MS = Date.parse("2026-11-25T23:30:05Z");

describe("amounts and dates", () => {
  for (
    const [locale, sum, date] of [
      ["en-US", "$1,019.99", "Nov 25, 2026"],
      ["en-GB", "US$1,019.99", "25 Nov 2026"],
      ["en-CA", "US$1,019.99", "Nov 25, 2026"],
      ["de", "1.019,99\u00a0$", "25. November 2026"],
      ["es", "1019,99\u00a0US$", "25 de noviembre de 2026"],
      ["es-US", "$1,019.99", "25 de noviembre de 2026"],
    ] as const
  ) {
    it(`are written as in ${locale}: Intl decides whether $ needs its country, and no ISO code follows`, () => {
      assertEquals([moneyFormat(locale, "USD").format(1019.99), dayFormat(locale).format(AT_MS)], [sum, date]);
    });
  }

  it("a day beside a whole date has no year, and as few letters as the language allows", () => {
    const days = ["en-US", "de", "es"].map((locale) => shortDayFormat(locale).format(AT_MS));
    assertEquals(days, ["Nov 25", "25. Nov.", "25 nov"]);
  });

  it("take the reader's first locale in the language of the text, or else the language's own", () => {
    assertEquals(formatLocale("en", ["de-AT", "en-GB", "en"]), "en-GB");
    assertEquals(formatLocale("de", ["en-GB", "de-CH"]), "de-CH");
    assertEquals(["en", "es", "de"].map((language) => formatLocale(language, ["fr", "pt"])), ["en-US", "es", "de"]);
    assertEquals(formatLocale("en", ["en-US@posix", "", "en-IE"]), "en-IE");
    assertEquals(formatLocale("de", ["de-CH-u-nu-deva-va-posix"]), "de-CH");
    assertEquals(formatLocale("en"), "en-US");
  });

  it("W-PRICE-01: emails, PDFs and pages of the server write them in their language", () => {
    const inAll = (format: (language: "en" | "es" | "de") => string) => (["en", "es", "de"] as const).map(format);
    assertEquals(inAll((language) => money(1999, language)), ["$19.99", "19,99\u00a0US$", "19,99\u00a0$"]);
    assertEquals(inAll((language) => day(AT_MS, language)), [
      "Nov 25, 2026",
      "25 de noviembre de 2026",
      "25. November 2026",
    ]);
    assertEquals(inAll((language) => moment(AT_MS, language)), [
      "November 25, 2026 at 11:30:05 PM UTC",
      "25 de noviembre de 2026, 23:30:05 UTC",
      "25. November 2026 um 23:30:05 UTC",
    ]);
  });
});
