/** Layouts, texts, change payloads and theme of the card form. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { BRANDS } from "../card/brands.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { ELEMENT_TYPES, type FormSnapshot } from "../wire/frames.ts";
import { parseToForm } from "../wire/to_form.ts";
import { changeOf, EMPTY_FORM, fieldChangeOf, fieldErrorsOf, reduce } from "./card_form_state.ts";
import { layoutOf } from "./setup/layout.ts";
import { frameThemeOf, reservedHeightPx } from "./setup/theme.ts";
import { COMMON } from "../locales/english.ts";
import { networkOf } from "./network.ts";
import { textsOf, textsOfAll } from "./setup/texts.ts";

const sizes = (options: Parameters<typeof layoutOf>[0]) => layoutOf(options).map((row) => row.length);

describe("layout", () => {
  it("S-FORM-10, S-FORM-03: without holder name and with separate expiry the rows have 1 and 3 items", () => {
    assertEquals(sizes({}), [1, 3]);
    assertEquals(layoutOf({}), [["CARD_NUMBER"], ["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]]);
  });
  it("S-FORM-11: with a single expiry the rows have 1 and 2 items", () => {
    assertEquals(sizes({ showSingleExpiryDateField: true }), [1, 2]);
  });
  it("S-FORM-12: the holder name adds a row of one after the number", () => {
    assertEquals(sizes({ showCardHolderName: true }), [1, 1, 3]);
    assertEquals(sizes({ showCardHolderName: true, showSingleExpiryDateField: true }), [1, 1, 2]);
    assertEquals(layoutOf({ showCardHolderName: true })[1], ["CARDHOLDER_NAME"]);
  });
  it("S-FORM-05, S-FORM-13: a custom layout gives each row its own length", () => {
    const layout = [["CARDHOLDER_NAME", "CARD_NUMBER"], ["EXPIRATION_DATE"], ["CVV"]] as const;
    assertEquals(sizes({ layout }), [2, 1, 1]);
  });
  const refused = (layout: unknown) => assertThrows(() => layoutOf({ layout: asLayout(layout) }), SdkError).code;
  it("S-FORM-06: an unknown field type is refused with its name", () => {
    assertEquals(refused([["CARD_NUMBER", "IBAN"]]), "payrails:client:layout_unknown_type");
    assertEquals(refused([["CARD_NUMBER", "toString"]]), "payrails:client:layout_unknown_type");
  });
  it("S-FORM-06: what is no list of rows is refused like an unknown field type", () => {
    for (const layout of [["CARD_NUMBER", "CVV"], "CARD_NUMBER", {}, 7, [null], [["CARD_NUMBER"], undefined]]) {
      assertEquals(refused(layout), "payrails:client:layout_unknown_type", JSON.stringify(layout));
    }
  });
  it("S-FORM-07: a field type named twice is refused", () => {
    assertEquals(refused([["CARD_NUMBER"], ["CVV", "CARD_NUMBER"]]), "payrails:client:layout_duplicate");
  });
  it("S-FORM-14: number and expiry are required, security code and name may be left out", () => {
    assertEquals(refused([["EXPIRATION_DATE"]]), "payrails:client:layout_incomplete");
    assertEquals(refused([["CARD_NUMBER", "EXPIRATION_MONTH"]]), "payrails:client:layout_incomplete");
    assertEquals(sizes({ layout: [["CARD_NUMBER", "EXPIRATION_DATE"]] }), [2]);
  });
});

function asLayout(value: unknown): NonNullable<Parameters<typeof layoutOf>[0]["layout"]> {
  return value as NonNullable<Parameters<typeof layoutOf>[0]["layout"]>;
}

function asAppearance(value: unknown): Parameters<typeof reservedHeightPx>[1] {
  return value as Parameters<typeof reservedHeightPx>[1];
}

describe("texts", () => {
  it("S-LABEL-09: default placeholders", () => {
    const placeholders = [
      "CARDHOLDER_NAME",
      "CARD_NUMBER",
      "EXPIRATION_MONTH",
      "EXPIRATION_YEAR",
      "EXPIRATION_DATE",
      "CVV",
    ] as const;
    assertEquals(placeholders.map((type) => textsOf(type).placeholder), [
      "Card holder",
      "1234 1234 1234 1234",
      "MM",
      "YY",
      "MM/YY",
      "CVC",
    ]);
  });
  it("S-LABEL-08: the checkbox reads Save instrument for future payments", () => {
    assertEquals(COMMON.save, "Save instrument for future payments");
  });
  it("every error fits one line of a phone, so that it moves nothing", () => {
    const sentences = ELEMENT_TYPES.flatMap((type) => Object.values(textsOf(type).errors));
    assertEquals(sentences.filter((sentence) => sentence.length > 47), []);
  });
  it("the merchant's texts take precedence, one sentence for every fault of a field", () => {
    const texts = textsOf("CVV", { labels: { CVV: "Code" }, error: { default: { CVV: "Look at the back." } } });
    assertEquals([texts.label, texts.placeholder, texts.errors.empty, texts.errors.too_long], [
      "Code",
      "CVC",
      "Look at the back.",
      "Look at the back.",
    ]);
  });
});

describe("what the page knows", () => {
  const flags = { isEmpty: false, isComplete: true, isValid: true, isFocused: true };
  const form: FormSnapshot = {
    isValid: true,
    brand: "AMEX",
    bin: "378282",
    fields: { CARD_NUMBER: flags, CVV: flags },
  };
  const state = reduce(EMPTY_FORM, { type: "form_changed", form });

  it("every brand of the table has its network, and the page does not load the table", () => {
    for (const { brand, network } of Object.values(BRANDS)) assertEquals(networkOf(brand), network ?? "", brand);
  });
  it("S-FORM-16: the change payload has isValid, cardNetwork and bin", () => {
    assertEquals(changeOf(state), { isValid: true, cardNetwork: "amex", bin: "378282" });
  });
  it("the change payload has the networks of a co-badged card, and of no other", () => {
    const cardSchemes = [{ code: "visa", name: "Visa", selected: false }];
    assertEquals(changeOf(state, { isValid: true, billingAddress: undefined, cardSchemes }).cardSchemes, cardSchemes);
    assertEquals("cardSchemes" in changeOf(state, { isValid: true, billingAddress: undefined }), false);
  });
  it("S-ELEM-02: a field's state has eight properties; only a number has a value, its first digits", () => {
    assertEquals(fieldChangeOf(state, "CARD_NUMBER"), {
      ...flags,
      isRequired: true,
      value: "378282",
      elementType: "CARD_NUMBER",
      name: "CARD_NUMBER",
    });
    assertEquals(fieldChangeOf(state, "CVV").value, "");
  });
  it("a reloaded frame starts with empty state", () => {
    assertEquals(reduce(state, { type: "frame_opened" }), EMPTY_FORM);
  });
  it("field errors have the names merchants read; the first one of a kind counts", () => {
    assertEquals(fieldErrorsOf({ EXPIRATION_MONTH: "empty", EXPIRATION_YEAR: "past", CVV: "empty" }, (type) => type), {
      expiry: "EXPIRATION_MONTH",
      cvv: "CVV",
    });
  });
});

describe("theme", () => {
  it("the whole set-up of a form passes the protocol's parser", () => {
    const theme = frameThemeOf(
      { base: { color: "red" }, inputFields: { CVV: { focus: { opacity: 1 } } }, labels: { all: { color: "#123" } } },
      { colorPrimary: "#0b6e63" },
      "dark",
    );
    assertEquals(theme.inputs, { all: { base: { color: "red" } }, CVV: { focus: { opacity: "1" } } });
    const setup = {
      rows: layoutOf({ showCardHolderName: true }),
      texts: textsOfAll(ELEMENT_TYPES),
      looks: theme,
      language: "en",
      direction: "ltr",
      cardIcon: true,
    };
    assert(parseToForm({ type: "configure", setup }) !== undefined);
  });
  it("the height of the form is known before it loads", () => {
    assertEquals([reservedHeightPx(2, {}), reservedHeightPx(2, { controlHeight: "40px" })], [196, 180]);
    // A page without types.
    assertEquals(reservedHeightPx(2, asAppearance({ controlHeight: 40 })), 196);
  });
});
