import { assertEquals } from "@std/assert";
import { afterEach, describe, it } from "@std/testing/bdd";
import { provideServiceTexts, serviceText } from "./service_text.ts";

describe("sentences of services", () => {
  afterEach(() => provideServiceTexts({}));

  it("stay in English while no translations are loaded", () =>
    assertEquals(serviceText("Network: not known"), "Network: not known"));

  const WORDS = {
    "Network: not known": "Netz: nicht bekannt",
    "In use, {country}": "Vergeben, {country}",
    "{score} of 100: {band}": "{score} von 100: {band}",
    "high risk": "hohes Risiko",
    "Range given to {carrier}": "Bereich vergeben an {carrier}",
  };
  const cases: readonly (readonly [string, string])[] = [
    ["", ""],
    ["Network: not known", "Netz: nicht bekannt"],
    ["92 of 100: high risk", "92 von 100: hohes Risiko"],
    ["Range given to T-Mobile (US) $1 {x}", "Bereich vergeben an T-Mobile (US) $1 {x}"],
    ["In use, Germany", "Vergeben, Germany"],
    ["In use, Nowhere", "Vergeben, Nowhere"],
    ["Something new", "Something new"],
    ["constructor", "constructor"],
  ];
  for (const [text, words] of cases) {
    it(`${text || "nothing"}: ${words || "nothing"}`, () => {
      provideServiceTexts(WORDS);
      assertEquals(serviceText(text), words);
    });
  }
});
