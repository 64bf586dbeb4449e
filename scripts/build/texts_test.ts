/** A text without translation, a translation without text, or a lost slot stops the build. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../server/wire/site/languages.ts";
import { loadTexts, problems, textsIn, translated } from "./texts.ts";

const SOURCE = `x = t("Pay {sum}", { sum }) + rich(\n  'Say "{word}"', {});\nat("no"); format("no"); // about (t)`;
const catalogue = (rows: Readonly<Record<string, string>>) => new Map(Object.entries(rows));

describe("texts of the client", () => {
  it("are found in both quotes, and in no other call", () => {
    assertEquals(textsIn(SOURCE, "client/x.ts"), ["Pay {sum}", 'Say "{word}"']);
  });

  it("are replaced by translations with any characters", () => {
    const words = catalogue({ "Pay {sum}": '{sum} "zahlen"\\', 'Say "{word}"': "Sag {word}" });
    const code = translated(SOURCE, "client/x.ts", words);
    assertEquals(code.includes(`t(${JSON.stringify('{sum} "zahlen"\\')}, { sum })`), true);
    assertEquals(code.includes(`rich(\n  "Sag {word}", {})`), true);
  });

  it("report the line of a text that is not a literal", () => {
    assertThrows(() => textsIn("a;\nb = t(`Pay ${sum}`);", "client/x.ts"), Error, "client/x.ts:2");
  });

  const used = new Set(["Pay {sum}"]);
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ["all is well", { "Pay {sum}": "{sum} zahlen" }, 0],
    ["no words", {}, 1],
    ["words that nothing uses", { "Pay {sum}": "{sum} zahlen", "Old": "Alt" }, 1],
    ["a lost slot", { "Pay {sum}": "Zahlen" }, 1],
    ["a slot too many", { "Pay {sum}": "{sum} {jetzt} zahlen" }, 1],
    ["empty words", { "Pay {sum}": " " }, 1],
  ];
  for (const [name, own, count] of cases) {
    it(`${name}: ${count} complaints`, () => assertEquals(problems(used, catalogue(own), "de").length, count));
  }

  it("a server text without translation stops the build, and so does an unused translation", async () => {
    const root = await Deno.makeTempDir();
    for (const folder of ["client", "server/i18n/de"]) await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    await Deno.writeTextFile(`${root}/server/mail.ts`, 't("Your receipt")');
    await Deno.writeTextFile(`${root}/server/i18n/de/emails_and_pages.json`, '{ "Old": "Alt" }');
    const error = await assertRejects(() => loadTexts(root, ["de"]), Error);
    assertStringIncludes(error.message, "de has no words for: Sign in to continue");
    assertStringIncludes(error.message, "de has no words for: Your receipt");
    assertStringIncludes(error.message, "de has no words for: Weekly");
    assertStringIncludes(error.message, "de has words that nothing uses: Old");
    await Deno.writeTextFile(`${root}/server/i18n/de/app.json`, '{ "Old": "Alt" }');
    await assertRejects(() => loadTexts(root, ["de"]), Error, "says again what another file says: Old");
    await Deno.remove(root, { recursive: true });
  });

  it("app and server have all translations", async () => {
    const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
    const loaded = await loadTexts(root, LANGUAGES.map(({ code }) => code).filter((code) => code !== DEFAULT_LANGUAGE));
    assertEquals([...loaded.keys()], ["es", "de"]);
  });

  it("service sentences become a module per language, by code, with each plural form separate", () => {
    const services = {
      "Location: unknown": "Ort: nicht bekannt",
      "{all} member reports, {bad} negative": "{bad} von {all} Mitgliedern",
      "Not a real number": "Diese Nummer gibt es nicht",
      "Owner's name": "Wem sie gehört",
    };
    const code = translated("", "client/i18n/service_texts.ts", catalogue(services));
    const rows = JSON.parse(/^export const SERVICE_TEXTS = (.*);$/.exec(code)?.[1] ?? "{}");
    assertEquals([rows.found_no_place, rows.rule_INVALID_title, rows.field_name], [
      "Ort: nicht bekannt",
      "Diese Nummer gibt es nicht",
      "Wem sie gehört",
    ]);
    assertEquals(rows.found_reports.other, "{bad} von {all} Mitgliedern");
  });
});
