/** A merchant's number or long text costs one option at most, never the form. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { frameThemeOf } from "../sdk/card_form/setup/theme.ts";
import { textsOfAll } from "../sdk/card_form/setup/texts.ts";
import { parseToForm } from "../sdk/wire/to_form.ts";
import { fitted } from "./fitted.ts";

/** What pages without types pass. */
function loose<T>(options: unknown): T {
  return options as T;
}

function setupWith({ styles = {}, appearance = {}, translations = {} }: Readonly<Record<string, unknown>>) {
  const looks = frameThemeOf(loose(styles), loose(appearance), "light");
  const texts = textsOfAll(["CARD_NUMBER", "CVV"], loose(translations));
  return { rows: [["CARD_NUMBER"], ["CVV"]], texts, looks, language: "en", direction: "ltr", cardIcon: true };
}

function received(options: Readonly<Record<string, unknown>>) {
  const message = parseToForm(fitted({ type: "configure", setup: setupWith(options) }));
  return message?.type === "configure" ? message.setup : undefined;
}

describe("options of a form in its frame", () => {
  it("a long value or name of a style is left out, and the other styles are kept", () => {
    const long = `url("data:${"A".repeat(300)}")`;
    const setup = received({
      styles: { inputFields: { CVV: { base: { backgroundImage: long, color: "red", ["x".repeat(65)]: "1" } } } },
      appearance: { fontFamily: "F".repeat(257), colorText: "#123" },
    });
    assertEquals(setup?.looks.inputs, { CVV: { base: { color: "red" } } });
    assertEquals(setup?.looks.appearance, { colorText: "#123", colorScheme: "light" });
  });
  it("a number is a text", () => {
    const setup = received({ appearance: { borderRadius: 8 }, translations: { labels: { CVV: 5 } } });
    assertEquals([setup?.looks.appearance.borderRadius, setup?.texts.CVV?.label], ["8", "5"]);
  });
  it("what is no text is left out, and only false hides the icon of the card", () => {
    const setup = received({
      appearance: { colorPrimary: null, colorText: true, colorMuted: "#123" },
      translations: { labels: { CVV: null }, placeholders: null, error: { default: { CVV: null } } },
    });
    assertEquals(setup?.looks.appearance, { colorMuted: "#123", colorScheme: "light" });
    assertEquals(setup?.texts.CVV, textsOfAll(["CVV"]).CVV);
    const old = setupWith({});
    const texts = { ...old.texts, CVV: { ...old.texts.CVV, errors: { empty: null, wrong: "Wrong" } } };
    const looks = { ...old.looks, appearance: { colorPrimary: null, colorMuted: "#123" } };
    for (const [cardIcon, isShown] of [[null, true], [0, true], [undefined, true], [false, false]] as const) {
      const message = parseToForm(fitted({ type: "configure", setup: { ...old, texts, looks, cardIcon } }));
      const setup = message?.type === "configure" ? message.setup : undefined;
      assertEquals([setup?.cardIcon, setup?.texts.CVV?.errors], [isShown, { wrong: "Wrong" }]);
      assertEquals(setup?.looks.appearance, { colorMuted: "#123" });
    }
  });
  it("a long label or error is cut", () => {
    const text = "x".repeat(500);
    const translations = { labels: { CVV: text }, placeholders: { CVV: text }, error: { default: { CVV: text } } };
    const { label, placeholder, errors } = received({ translations })?.texts.CVV ?? {};
    assertEquals([label?.length, placeholder?.length, errors?.empty?.length], [200, 200, 400]);
  });
  it("the same holds for new looks and new words of a form that is shown", () => {
    const { looks, texts, language, direction } = setupWith({
      appearance: { borderRadius: 8 },
      translations: { labels: { CVV: "x".repeat(201) } },
    });
    for (const message of [{ type: "restyle", looks }, { type: "retext", texts, language, direction }]) {
      assertEquals([parseToForm(message), parseToForm(fitted(message))?.type], [undefined, message.type]);
    }
  });
  it("every other message stays as it is, and what is no message is refused as before", () => {
    for (const message of [{ type: "lock", locked: true }, { type: "networks", networks: ["visa", "mastercard"] }]) {
      assertEquals(fitted(message), message);
    }
    const circle: Record<string, unknown> = { type: "restyle" };
    circle.looks = circle.setup = circle;
    for (const data of [null, 7, "configure", [], { type: "restyle", looks: 7 }, circle]) {
      assertEquals(parseToForm(fitted(data)), undefined);
    }
  });
});
