/** The options of the drop-in, their order, and its states. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readFileSync } from "node:fs";
import type { PaymentMethodOption } from "../wire/config.ts";
import { ROW_CHROME_PX } from "../wire/frames.ts";
import { type DropinFact, reduce, startDropin } from "./dropin_state.ts";
import { layoutOf } from "../card_form/setup/layout.ts";
import type { DropinOptions, MethodOptions } from "./options.ts";
import { entriesOf, hasLogo } from "./entries.ts";
import { heightOf, methodOptions } from "./offered_options.ts";
import { Language } from "../locales/language.ts";
import type { FailedEvent } from "../events.ts";
import { failureTexts, wordsOf } from "./texts.ts";

const method = (paymentMethodCode: string, rest: Partial<PaymentMethodOption> = {}): PaymentMethodOption => ({
  paymentMethodCode,
  integrationType: "api",
  paymentInstruments: [],
  ...rest,
});
const stored = { id: "s1", paymentMethod: "card", status: "enabled", displayName: "VISA 4242", data: {} } as const;
const METHODS = [
  method("mercadoPago", { integrationType: "hpp", clientConfig: { displayName: "Mercado Pago" } }),
  method("applePay"),
  method("googlePay"),
  method("pix", { integrationType: "hpp" }),
  method("payPal"),
  method("card", { paymentInstruments: [stored] }),
  method("bankOfTheFuture"),
];

const WORDS = wordsOf({}, new Language(undefined));
const english = new Language(undefined);

describe("drop-in options", () => {
  it("S-DROPIN-02: have a fixed order, whatever the configuration's", () => {
    const ids = entriesOf(METHODS, {}, WORDS).map(({ id }) => id);
    assertEquals(ids, ["s1", "card", "payPal", "googlePay", "applePay", "mercadoPago", "pix"]);
    const reversed = entriesOf(METHODS.toReversed(), {}, WORDS).map(({ id }) => id);
    assertEquals(reversed.slice(0, 5), ids.slice(0, 5));
  });
  it("S-DROPIN-14: showStoredInstruments and showExistingCards hide stored cards", () => {
    for (const cards of [{ showStoredInstruments: false }, { showExistingCards: false }]) {
      const [first] = entriesOf(METHODS, { paymentMethodsConfiguration: { cards } }, WORDS);
      assertEquals(first?.id, "card");
    }
  });
  it("S-LABEL-05: methods have default names, and the merchant's names take precedence", () => {
    const labels = entriesOf(METHODS, {}, WORDS).map(({ label }) => label);
    assertEquals(labels, ["VISA 4242", "Card", "PayPal", "Google Pay", "Apple Pay", "Mercado Pago", "pix"]);
    const own = entriesOf(METHODS, { translations: { pix: { label: "Pix!" } } }, WORDS).at(-1);
    assertEquals(own?.label, "Pix!");
    const card = (translations: NonNullable<DropinOptions["translations"]>) =>
      entriesOf(METHODS, { translations }, WORDS)[1]?.label;
    assertEquals([
      card({ cardForm: { label: "Kredit- oder Debitkarte" } }),
      card({ cardForm: { label: "One", labels: { label: "Two" } } }),
      card({ card: { label: "Three" }, cardForm: { label: "One", labels: { label: "Two" } } }),
    ], ["Kredit- oder Debitkarte", "Two", "Three"]);
  });
  it("the labels in the guide of the drop-in are what the shopper reads", () => {
    const guide = readFileSync(new URL("../../docs/merchants/guides/drop-in.md", import.meta.url), "utf8");
    const label = /cardForm: \{ label: "([^"]+)" \}/.exec(guide)?.[1];
    const [shown] = entriesOf(METHODS, { translations: { cardForm: { label: label ?? "" } } }, WORDS).slice(1);
    assertEquals(shown?.label, label);
  });
  it("S-LABEL-01, S-LABEL-02, S-LABEL-03: results have default sentences unless translated", () => {
    const { success, fail, pending } = wordsOf({}, english);
    assertEquals([success, fail, pending], [
      "Payment successful",
      "Authorization failed, please try again.",
      "Payment pending",
    ]);
    assertEquals(wordsOf({ translations: { paymentResult: { fail: "No" } } }, english).fail, "No");
  });
});

describe("what the drop-in says about a failure", () => {
  const decline = {
    reason: "expired",
    nextStep: "check_card",
    why: "Expired.",
    text: "Expired. Check the card.",
  } as const;
  const event = { code: "AUTHORIZATION_ERROR", message: "ExpiredInstrument", result: "ExpiredInstrument", decline };
  const textsFor = (translations: NonNullable<DropinOptions["translations"]>, more: object = {}) =>
    failureTexts({ ...event, ...more } as FailedEvent, { translations }, wordsOf({ translations }, english));

  it("S-DROPIN-17: its sentence, and below it why the issuer declined, without a second instruction beside it", () => {
    assertEquals(textsFor({}), { message: "Authorization failed, please try again.", advice: "Expired." });
    assertEquals(textsFor({}, { decline: undefined }).advice, undefined);
  });
  it("a payment that another try cannot fix says that nothing was charged, and does not ask to try again", () => {
    const message = "The payment couldn't be processed. You haven't been charged.";
    for (const code of ["amount-mismatch", "execution-closed", "attempts-exhausted"]) {
      const refused = { code: "VALIDATION_FAILED", decline: undefined, message: code, serverError: { code } };
      assertEquals(textsFor({}, refused), { message });
      assertEquals(textsFor({ paymentResult: { fail: "No" } }, refused).message, "No");
    }
    const stopped = { code: "VALIDATION_FAILED", decline: undefined };
    const unknown = { code: "AUTHENTICATION_ERROR", decline: undefined, serverError: { code: "unavailable" } };
    for (const again of [stopped, unknown]) {
      assertEquals(textsFor({}, again), { message: "Authorization failed, please try again." });
    }
  });
  it("the merchant's text for the result, or for every failure, is shown alone", () => {
    assertEquals(textsFor({ errorMessages: { ExpiredInstrument: "Too old" } }), { message: "Too old" });
    // After a 3-D Secure challenge the message is a sentence, and the result has its own field.
    const afterChallenge = { message: "Authorization failed after 3DS challenge." };
    assertEquals(textsFor({ errorMessages: { ExpiredInstrument: "Too old" } }, afterChallenge), { message: "Too old" });
    assertEquals(textsFor({ paymentResult: { fail: "No" } }), { message: "No" });
    assertEquals(textsFor({ errorMessages: { Other: "x" } }).advice, "Expired.");
  });
});

describe("options of the drop-in", () => {
  it("S-CONFIG-14: paymentMethodsConfiguration.cards sets holder name, single expiry and layout of the form", () => {
    const rowsFor = (cards: MethodOptions) =>
      layoutOf(methodOptions({ paymentMethodsConfiguration: { cards } }, "card"));
    assertEquals(rowsFor({}).map((row) => row.length), [1, 3]);
    assertEquals(rowsFor({ showCardHolderName: true }).map((row) => row.length), [1, 1, 3]);
    assertEquals(rowsFor({ showSingleExpiryDateField: true }).map((row) => row.length), [1, 2]);
    const layout = [["CVV"], ["CARD_NUMBER", "EXPIRATION_DATE"]] as const;
    assertEquals(rowsFor({ layout }), layout);
  });
  it("the space reserved for an open option is as high as what it will show, so that nothing below it moves", () => {
    const heightIn = (cards: MethodOptions, ...shown: Parameters<typeof heightOf>[0]) =>
      heightOf(shown, { paymentMethodsConfiguration: { cards } });
    const rows = (padded: number, fields: number) =>
      `calc(${padded}px + ${1 + fields} * var(--payrails-control-height))`;
    assertEquals(heightIn({}, [], [method("card")]), rows(36 + 2 * ROW_CHROME_PX, 2));
    assertEquals(heightIn({ showCardHolderName: true }, [], [method("card")]), rows(36 + 3 * ROW_CHROME_PX, 3));
    const layout = [["CARD_NUMBER", "EXPIRATION_DATE", "CVV"]] as const;
    assertEquals(heightIn({ layout, showCardHolderName: true }, [], [method("card")]), rows(36 + ROW_CHROME_PX, 1));
    const asking = { showStoreInstrumentCheckbox: true };
    assertEquals(heightIn(asking, [], [method("card")]), rows(80 + 2 * ROW_CHROME_PX, 2));
    const always = { ...asking, alwaysStoreInstrument: true };
    assertEquals(heightIn(always, [], [method("card")]), rows(36 + 2 * ROW_CHROME_PX, 2));
    assertEquals(heightIn({}, [stored], [method("card")]), rows(80, 0));
    assertEquals(heightIn({ requireCvv: true }, [stored], [method("card")]), rows(80 + ROW_CHROME_PX, 1));
    assertEquals(heightIn({}, [], [method("payPal")]), rows(68, 0));
    assertEquals(heightIn({}, [], [method("googlePay")]), rows(24, 0));
  });
  it("methods have logos unless they are switched off, for all or for one", () => {
    const shown = (options: DropinOptions) => ["card", "pix"].map((code) => hasLogo(options, code));
    assertEquals(shown({}), [true, true]);
    assertEquals(shown({ paymentMethodsConfiguration: { showPaymentMethodLogo: false } }), [false, false]);
    assertEquals(shown({ paymentMethodsConfiguration: { pix: { showPaymentMethodLogo: false } } }), [true, false]);
  });
});

describe("drop-in state", () => {
  const after = (...facts: DropinFact[]) => facts.reduce(reduce, startDropin(["a", "b"], false));
  it("S-DROPIN-05: a single option is open from the start", () => assertEquals(startDropin(["a"], false).active, "a"));
  it("S-DROPIN-06: of several options none is open, unless the merchant preselects the first", () => {
    assertEquals([startDropin(["a", "b"], false).active, startDropin(["a", "b"], true).active], [undefined, "a"]);
  });
  it("S-DROPIN-04: choosing an option closes the other one, and an unknown option does not open", () => {
    assertEquals(after({ type: "option_chosen", id: "a" }, { type: "option_chosen", id: "b" }).active, "b");
    assertEquals(after({ type: "option_chosen", id: "x" }).active, undefined);
  });
  it("no other option can be opened while a payment runs", () => {
    const busy = after({ type: "option_chosen", id: "a" }, { type: "payment_started" }, {
      type: "option_chosen",
      id: "b",
    });
    assertEquals([busy.active, busy.isBusy], ["a", true]);
  });
  it("a failure keeps the option open, and disappears with the next attempt or when dismissed", () => {
    const failed = after({ type: "option_chosen", id: "a" }, { type: "payment_started" }, {
      type: "payment_ended",
      how: "failed",
    });
    assertEquals([failed.active, failed.hasFailed, failed.isBusy], ["a", true, false]);
    assertEquals(reduce(failed, { type: "failure_dismissed" }).hasFailed, false);
    assertEquals(reduce(failed, { type: "payment_started" }).hasFailed, false);
  });
  it("success and pending close the option permanently", () => {
    for (const how of ["success", "pending"] as const) {
      const state = after({ type: "option_chosen", id: "a" }, { type: "payment_ended", how });
      assertEquals([state.screen, state.active], [how, undefined]);
    }
  });
  it("a page that was closed leaves the payment pending; another way leads back to the options, a failure too", () => {
    const left = after({ type: "option_chosen", id: "a" }, { type: "payment_started" }, {
      type: "payment_ended",
      how: "left",
    });
    assertEquals([left.screen, left.isLeft, left.isBusy], ["pending", true, false]);
    const other = reduce(left, { type: "other_way_chosen" });
    assertEquals([other.screen, other.isLeft, other.active], ["options", false, undefined]);
    const again = reduce(left, { type: "payment_started" });
    assertEquals([again.isBusy, again.isLeft], [true, true]);
    const failed = reduce(again, { type: "payment_ended", how: "failed" });
    assertEquals([failed.screen, failed.isLeft, failed.hasFailed, failed.isBusy], ["options", false, true, false]);
    const paid = reduce(again, { type: "payment_ended", how: "success" });
    assertEquals([paid.screen, paid.isLeft], ["success", false]);
    const only = reduce(startDropin(["a"], false), { type: "payment_ended", how: "left" });
    assertEquals(reduce(only, { type: "other_way_chosen" }).active, "a");
    const preselected = reduce(startDropin(["a", "b"], true), { type: "payment_ended", how: "left" });
    assertEquals([preselected.active, reduce(preselected, { type: "other_way_chosen" }).active], [undefined, "a"]);
  });
  it("a removed option is no longer open", () => {
    const state = after({ type: "option_chosen", id: "a" }, { type: "options_read", ids: ["b"] });
    assertEquals([state.ids, state.active], [["b"], "b"]);
  });
});
