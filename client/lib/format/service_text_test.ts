import { assertEquals } from "@std/assert";
import { afterEach, describe, it } from "@std/testing/bdd";
import { provideServiceTexts, sentenceCodeIn, serviceText } from "./service_text.ts";

describe("what services say", () => {
  afterEach(() => provideServiceTexts({}));

  const WORDS = {
    found_no_network: "Netz: nicht bekannt",
    found_network: "Bereich vergeben an {carrier}",
    found_reports: { by: "all", one: "{bad} von {all} Mitglied", other: "{bad} von {all} Mitgliedern" },
  };

  it("stays in English while no words are loaded, without a code, and for a code without words", () => {
    assertEquals(serviceText({ code: "found_no_network" }, "Carrier: unknown"), "Carrier: unknown");
    provideServiceTexts(WORDS);
    for (const code of [undefined, "", "no_such_code", "constructor", "__proto__"]) {
      assertEquals(serviceText({ code }, "Carrier: unknown"), "Carrier: unknown");
    }
  });

  it("is put into words by its code, whatever the English sentence says", () => {
    provideServiceTexts(WORDS);
    assertEquals(serviceText({ code: "found_no_network" }, "Reworded in English"), "Netz: nicht bekannt");
  });

  it("keeps the values as they are: a name may look like a placeholder or one of our sentences", () => {
    provideServiceTexts(WORDS);
    const say = (carrier: string) => serviceText({ code: "found_network", params: { carrier } }, "");
    assertEquals(say("T-Mobile (US) $1 {x}"), "Bereich vergeben an T-Mobile (US) $1 {x}");
    assertEquals(say("Carrier: unknown"), "Bereich vergeben an Carrier: unknown");
  });

  it("takes the plural form of its number", () => {
    provideServiceTexts(WORDS);
    const say = (all: number) => serviceText({ code: "found_reports", params: { bad: 1, all } }, "");
    assertEquals([say(1), say(2)], ["1 von 1 Mitglied", "1 von 2 Mitgliedern"]);
  });

  it("of an unchecked answer has a code and plain values, or none", () => {
    assertEquals(sentenceCodeIn({ error: "x", code: "a", params: { count: 1 } }), { code: "a", params: { count: 1 } });
    for (const body of [null, "text", 1, {}, { code: 1, params: { a: {} } }, { code: [], params: "x" }]) {
      const { code, params } = sentenceCodeIn(body);
      assertEquals([code, params], [undefined, undefined]);
    }
  });
});
