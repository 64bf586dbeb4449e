/** Every piece of advice opens with what to do: its first sentence is a demand, in each language of the app. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { ADVICE_ROWS } from "../../client/features/quiz/advice/advice_rows.ts";
import { splitAdvice } from "../../client/features/quiz/advice/split_advice.ts";
import { URGENT_ROWS } from "../../client/features/quiz/advice/urgent.ts";
import { ADVICE_SENTENCES } from "../../server/embedded/members/scoring/advice.ts";
import { CATALOGUES } from "../../server/i18n/catalogues.ts";

/** The first word of a demand, or the one after its "no". A new verb is added here once it has been read. */
const VERBS = {
  en:
    /^(?:Don't )?(?:answer|ask|block|call|change|check|close|compare|disconnect|expect|find|get|hand|hang|install|keep|let|lock|look|open|pay|place|rely|reply|report|rush|say|search|send|share|stay|take|tell|track|trust|treat|try|turn|use|write)\b/i,
  es:
    /^(?:No )?(?:abre|anota|bloquea|busca|cambia|cierra|compara|comparta|compartas|comprueba|contestes|cuelga|cuéntaselo|deja|denuncia|des|desconecta|desconfía|devuelvas|di|entregues|envíes|espera|instala|intenta|intentes|llama|llames|mantén|pagues|pide|prepárate|pregunta|pregúntate|rechaza|respondas|revisa|saca|sigue|te fíes|ten|toma|tómate|usa|uses)(?!\p{L})/iu,
  // An imperative with its "Sie".
  de: /^\p{Lu}\p{Ll}+n(?: und \p{Ll}+n)? Sie\b/u,
} as const;

describe("advice", () => {
  const texts = [
    ...ADVICE_ROWS.map(({ text }) => text),
    ...URGENT_ROWS.map(({ title }) => title),
    ...Object.values(ADVICE_SENTENCES),
  ];

  for (const language of ["en", "es", "de"] as const) {
    it(`opens with a verb in ${language}`, () => {
      assert(texts.length > 60, String(texts.length));
      const said = texts.map((text) => splitAdvice(language === "en" ? text : CATALOGUES[language][text] ?? "").first);
      assertEquals(said.filter((first) => !VERBS[language].test(first)), []);
    });
  }

  it("splits after the first whole sentence, not at an abbreviation", () => {
    for (const language of ["es", "de"] as const) {
      const firsts = texts.map((text) => splitAdvice(CATALOGUES[language][text] ?? "").first);
      assertEquals(firsts.filter((first) => first.length < 15), []);
    }
  });
});
