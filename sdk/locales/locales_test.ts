/** Every language has all texts of English, in its own words and short enough for their place. */
import { readdir, readFile } from "node:fs/promises";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { install } from "@sinonjs/fake-timers";
import { compareApprovedText } from "../../tests/support/approved.ts";
import { BRITISH } from "../../tests/support/docs/british.ts";
import { REFUSED } from "../collect/finish.ts";
import { FIELDS, FORM } from "../card_form/setup/texts.ts";
import { EXTRAS } from "../card_form/extras/extras_view.ts";
import { SCHEMES } from "../card_form/scheme_choice.ts";
import { ENGLISH as DROPIN } from "../dropin/texts.ts";
import { FAULT_TEXTS } from "../elements/columns.ts";
import { CARD_LIST } from "../instruments/card_list.ts";
import { DECLINES } from "../payment/after_authorize/decline_texts.ts";
import { CANCELLED_TEXT } from "../payment/cancelled.ts";
import { POPUP } from "../three_ds/popup_view.ts";
import { PACKS } from "./all.ts";
import { COMMON } from "./english.ts";
import { Language } from "./language.ts";
import type { Pack } from "./pack.ts";

const { empty, incomplete, too_long, wrong, mismatch } = FAULT_TEXTS;
const ENGLISH: Pack = {
  common: COMMON,
  fields: FIELDS,
  entries: { empty, incomplete, too_long, wrong, mismatch },
  collect: { refused: REFUSED },
  form: FORM,
  extras: EXTRAS,
  schemes: SCHEMES,
  dropin: DROPIN,
  popup: POPUP,
  cardList: CARD_LIST,
  declines: DECLINES,
};
const LANGUAGES = Object.entries(PACKS);
/** Longest sentence that fits one line beside a field on a phone 320 px wide. */
const LINE_CHARS = 48;
/** The same beside two other fields on a phone 390 px wide. */
const COLUMN_CHARS = 17;
/** The same beside one other field on a phone 320 px wide. */
const HALF_CHARS = 20;

type Text = readonly [path: string, text: string];

function textsIn(part: object, path = ""): Text[] {
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as const] : textsIn(value, `${path}${key}.`)
  );
}

const english = textsIn(ENGLISH);
/** The same in every language: patterns and names. */
const SAME = /placeholder$|^common\.pay$|^dropin\.card$/;

describe("languages", () => {
  it("English says what was approved", () =>
    compareApprovedText("sdk/english", english.map(([path, text]) => `${path}: ${text}\n`).join("")));

  it("English is spelled as in the US", () =>
    assertEquals([...english.map(([, text]) => text), CANCELLED_TEXT].filter((text) => BRITISH.test(text)), []));

  it("there are six besides English", () => assertEquals(Object.keys(PACKS), ["ar", "de", "es", "fr", "it", "pt"]));

  for (const [code, pack] of LANGUAGES) {
    const texts = textsIn(pack);
    it(`${code} has every text of English and no other`, () => {
      assertEquals(texts.map(([path]) => path).sort(), english.map(([path]) => path).sort());
      assertEquals(texts.filter(([, text]) => text.trim() === "" || text !== text.trim()), []);
    });
    it(`${code} leaves nothing in English`, () => {
      const left = texts.filter(([path, text]) =>
        !SAME.test(path) && english.some(([known, same]) => known === path && same === text)
      );
      assertEquals(left, []);
    });
    it(`${code} fits: a sentence below a field takes one line`, () => {
      assertEquals(texts.filter(([path, text]) => /\.errors\.|^entries\./.test(path) && text.length > LINE_CHARS), []);
    });
  }

  it("what an empty card form says below expiry and code fits their columns, in every language", () => {
    const columns = [
      [/^fields\.(EXPIRATION_(MONTH|YEAR)|CVV)\.errors\.empty$/, 21, COLUMN_CHARS],
      [/^fields\.EXPIRATION_DATE\.errors\.empty$/, 7, HALF_CHARS],
    ] as const;
    const all = [english, ...LANGUAGES.map(([, pack]) => textsIn(pack))].flat();
    for (const [narrow, count, chars] of columns) {
      const said = all.filter(([path]) => narrow.test(path));
      assertEquals([said.length, said.filter(([, { length }]) => length > chars)], [count, []]);
    }
  });

  it("English remains when a language has not loaded after 4 s", async () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const language = new Language("de", () => new Promise(() => {}));
      await clock.tickAsync(3_999);
      let isReady = false;
      void language.ready.then(() => isReady = true);
      await clock.tickAsync(0);
      assert(!isReady);
      await clock.tickAsync(1);
      await language.ready;
      assertEquals([language.common, language.pack], [COMMON, undefined]);
    } finally {
      clock.uninstall();
    }
  });

  it("every text is used: each key occurs outside the packs", async () => {
    const sources = await sourcesOf(new URL("..", import.meta.url));
    const keys = new Set(english.flatMap(([path]) => path.split(".")));
    const isUsed = (key: string) => new RegExp(`\\b${key}\\b`).test(sources);
    assertEquals([...keys].filter((key) => !isUsed(key)), []);
  });
});

async function sourcesOf(folder: URL): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /(?<!_test)\.ts$/.test(name) && !name.startsWith("locales"));
  return (await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")))).join("\n");
}

describe("the language of a client", () => {
  async function spoken(locale: string | undefined) {
    const language = new Language(locale);
    await language.ready;
    return [language.common.pay, language.tag, language.isRightToLeft];
  }

  const CHOICES: readonly (readonly [asked: string | undefined, pay: string, tag: string | undefined, rtl: boolean])[] =
    [
      [undefined, "Pay", undefined, false],
      ["en-GB", "Pay", "en-GB", false],
      ["fr", "Payer", "fr", false],
      ["fr-CH", "Payer", "fr-CH", false],
      ["de_AT", "Bezahlen", "de-AT", false],
      ["PT-br", "Pagar", "PT-br", false],
      ["ar-EG", "ادفع", "ar-EG", true],
      ["zh-Hant", "Pay", undefined, false],
      ["", "Pay", undefined, false],
    ];
  for (const [asked, ...expected] of CHOICES) {
    it(`${asked ?? "none"} selects ${expected[1] ?? "English"}`, async () => {
      assertEquals(await spoken(asked), expected);
    });
  }

  it("changes later: listeners are called when the new texts have loaded, and until then the old ones stay", async () => {
    const language = new Language("de");
    await language.ready;
    const heard: string[] = [];
    const stop = language.listen(() => heard.push(language.common.pay));
    language.change("ar");
    assertEquals(language.common.pay, "Bezahlen");
    // A language that is chosen while another one loads takes its place, whichever loads first.
    language.change("fr-CH");
    await language.ready;
    assertEquals([heard, language.tag, language.isRightToLeft], [["Payer"], "fr-CH", false]);
    language.change(undefined);
    await language.ready;
    assertEquals([heard.at(-1), language.tag, language.pack], ["Pay", undefined, undefined]);
    stop();
    language.change("es");
    await language.ready;
    assertEquals([heard.length, language.common.pay], [2, "Pagar"]);
  });

  it("marks its elements with language and direction, and those of a page without a locale not at all", async () => {
    const root = { lang: "", dir: "" };
    const mark = (language: Language) => language.mark(root as unknown as HTMLElement);
    const language = new Language(undefined);
    mark(language);
    assertEquals(root, { lang: "", dir: "" });
    language.change("ar-EG");
    await language.ready;
    mark(language);
    assertEquals(root, { lang: "ar-EG", dir: "rtl" });
    language.change(undefined);
    await language.ready;
    mark(language);
    assertEquals(root, { lang: "en", dir: "ltr" });
  });

  it("is English for a locale that is no text, which a page without types may pass", async () => {
    for (const locale of [5, null, {}, ["de"]]) {
      const language = new Language(locale as unknown as string);
      await language.ready;
      assertEquals(
        [language.tag, language.common.pay],
        Array.isArray(locale) ? ["de", "Bezahlen"] : [undefined, "Pay"],
      );
    }
  });

  it("is English, read from left to right, until its texts have loaded", () => {
    const language = new Language("ar");
    assertEquals([language.common.pay, language.isRightToLeft], ["Pay", false]);
    assert(language.of("dropin", DROPIN) === DROPIN);
  });
});
