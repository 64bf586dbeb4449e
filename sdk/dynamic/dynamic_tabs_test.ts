/** The choice of a dynamic form on which other fields depend: radio buttons in a named group. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import type { ClientContext } from "../client_context.ts";
import type { InstrumentSchema } from "../execution/field_schema.ts";
import { PACK as AR } from "../locales/ar.ts";
import { PACK as DE } from "../locales/de.ts";
import { Language } from "../locales/language.ts";
import { DynamicForm } from "./dynamic_form.ts";
import type { DynamicElementOptions } from "./options.ts";

const SCHEMA: InstrumentSchema = {
  required: ["kind"],
  properties: {
    kind: {
      type: "string",
      title: "Kind of account",
      oneOf: [{ const: "iban", title: "IBAN" }, { const: "local", title: "Local number" }],
    },
    iban: { type: "string", title: "IBAN" },
    number: { type: "string", title: "Number" },
  },
  dependentSchemas: {
    kind: {
      oneOf: [
        { properties: { kind: { const: "iban" } }, required: ["iban"] },
        { properties: { kind: { const: "local" } }, required: ["number"] },
      ],
    },
  },
};

describe("the choices of a dynamic form", () => {
  let page: SmallPage;
  let place: SmallElement;
  beforeEach(() => {
    page = openSmallPage({ origin: "http://localhost:5565" });
    place = new SmallElement("div", () => {});
    page.body.append(place);
  });
  afterEach(() => page.close());

  function mount(options: Partial<DynamicElementOptions> = {}, language = new Language(undefined)) {
    const context = { language, initOptions: {} } as ClientContext;
    const form = new DynamicForm(SCHEMA, { paymentMethod: { paymentMethodCode: "bankAccount" }, ...options }, context);
    form.mount(asElement(place));
    return form;
  }
  const group = () => place.all().find((node) => node.getAttribute("role") === "radiogroup");
  const radios = () => group()?.all().filter(({ tagName }) => tagName === "input") ?? [];
  const tabs = () => group()?.all().filter(({ tagName }) => tagName === "label") ?? [];
  const shown = () =>
    place.all().filter(({ className }) => className === "payrails-dynamic-field")
      .map((field) => !Reflect.get(field, "hidden"));
  function choose(index: number) {
    Object.assign(radios()[index] ?? {}, { checked: true });
    radios()[index]?.fire("change");
  }

  it("is a group that its label names and its error describes; nothing is chosen, and no dependent field is asked for", () => {
    mount();
    const named = place.all().find(({ id }) => id === group()?.getAttribute("aria-labelledby"));
    const error = place.all().find(({ id }) => id === group()?.getAttribute("aria-describedby"));
    assertEquals([named?.textContent, error?.getAttribute("role")], ["Kind of account", "alert"]);
    assertEquals(radios().map((radio) => [Reflect.get(radio, "value"), Reflect.get(radio, "checked")]), [
      ["iban", false],
      ["local", false],
    ]);
    assertEquals(shown(), [true, false, false]);
  });

  it("a choice asks for its own fields, marks its tab and makes the form valid with them", () => {
    const heard: boolean[] = [];
    const tab = { base: { color: "black" }, active: { color: "blue" } };
    mount({ events: { onValidationChange: (isValid) => heard.push(isValid) }, styles: { all: { tabs: { tab } } } });
    choose(1);
    assertEquals([shown(), radios().map((radio) => Reflect.get(radio, "checked"))], [[true, false, true], [
      false,
      true,
    ]]);
    assertEquals(tabs().map(({ style }) => style.color), ["black", "blue"]);
    choose(0);
    assertEquals([shown(), tabs().map(({ style }) => style.color)], [[true, true, false], ["blue", "black"]]);
    assertEquals(heard, []);
  });

  it("left without a choice it shows the error, and its box has the style of what is not valid", () => {
    const container = { base: { color: "black" }, invalid: { color: "red" }, focus: { "outline-color": "blue" } };
    mount({ styles: { all: { tabs: { tab: {}, container } } }, translations: { errors: { required: "Choose one" } } });
    radios()[0]?.fire("focus");
    assertEquals([group()?.getAttribute("aria-invalid"), group()?.style["outline-color"]], ["false", "blue"]);
    radios()[0]?.fire("blur");
    const error = place.all().find(({ id }) => id === group()?.getAttribute("aria-describedby"));
    assertEquals([error?.textContent, group()?.getAttribute("aria-invalid"), group()?.style.color], [
      "Choose one",
      "true",
      "red",
    ]);
    choose(0);
    assertEquals([error?.textContent, group()?.style.color], ["", "black"]);
  });

  it("an error that shows, and the form's language, follow the language of the client until the form is removed", async () => {
    const packs = { de: DE, ar: AR } as const;
    const language = new Language(undefined, (code) => Promise.resolve(code === "ar" ? packs.ar : packs.de));
    const form = mount({}, language);
    await form.tokenize({}).catch(() => {});
    const error = () => place.all().find(({ id }) => id === group()?.getAttribute("aria-describedby"))?.textContent;
    const root = place.all().find(({ className }) => className === "payrails-dynamic-form");
    const looks = () => [error(), ...["lang", "dir"].map((name) => root && Reflect.get(root, name))];
    assertEquals(looks(), ["Fill in this field.", "en", "ltr"]);
    for (const [code, pack, direction] of [["de", DE, "ltr"], ["ar", AR, "rtl"]] as const) {
      language.change(code);
      await language.ready;
      assertEquals(looks(), [pack.entries.empty, code, direction]);
    }
    form.unmount();
    language.change("de");
    await language.ready;
    assertEquals(looks().slice(1), ["ar", "rtl"]);
  });
});
