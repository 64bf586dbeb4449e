/** When the pay button is enabled, which callbacks it asks, and what it reports. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { callbacksOf } from "../emitter/callbacks.ts";
import { Emitter } from "../emitter/emitter.ts";
import type { PaymentEvents } from "../events.ts";
import type { Outcome } from "../payment/outcome.ts";
import { type ButtonFact, type ButtonSettings, isEnabled, reduce, startButton } from "./button_state.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import { forwardLog } from "../log/log.ts";
import { askGate } from "../payment/merchant_callbacks.ts";
import { reportOutcome } from "../payment/report_outcome.ts";

const enabledAfter = (settings: ButtonSettings, ...facts: ButtonFact[]) =>
  isEnabled(facts.reduce(reduce, startButton(settings)));
const valid: ButtonFact = { type: "form_changed", isValid: true };
const invalid: ButtonFact = { type: "form_changed", isValid: false };

describe("button states", () => {
  it("S-BUTTON-10: it starts disabled unless disabledByDefault is exactly false", () => {
    assertEquals(
      [{}, { disabledByDefault: true }, { disabledByDefault: false }].map((settings) => enabledAfter(settings)),
      [
        false,
        false,
        true,
      ],
    );
  });
  it("S-BUTTON-05: disabledByDefault and disablePaymentButton are its options", () => {
    assertEquals(enabledAfter({ disabledByDefault: false, disablePaymentButton: true }), false);
    assertEquals(enabledAfter({ disabledByDefault: true, disablePaymentButton: false }), true);
  });
  it("S-BUTTON-11: a valid form enables it, unless disablePaymentButton is set", () => {
    assertEquals([enabledAfter({}, valid), enabledAfter({}, valid, invalid)], [true, false]);
    assertEquals(enabledAfter({ disablePaymentButton: true }, valid), false);
  });
  it("the page enables what the option disabled; then the form decides", () => {
    const enabled = { type: "page_enabled" } as const;
    assertEquals(enabledAfter({ disablePaymentButton: true }, enabled), false);
    assertEquals(enabledAfter({ disablePaymentButton: true }, enabled, valid), true);
    assertEquals(enabledAfter({ disablePaymentButton: false }, { type: "page_disabled" }), false);
    assertEquals(enabledAfter({ disablePaymentButton: false }, { type: "page_disabled" }, enabled), true);
  });
  it("S-BUTTON-12: a chosen stored card enables it", () => {
    assertEquals(enabledAfter({}, { type: "stored_card_chosen", isChosen: true }), true);
    assertEquals(
      enabledAfter({}, { type: "stored_card_chosen", isChosen: true }, { type: "stored_card_chosen", isChosen: false }),
      false,
    );
  });
  it("S-BUTTON-13: it is disabled while paying and enabled again afterwards", () => {
    assertEquals(enabledAfter({}, valid, { type: "payment_started" }), false);
    assertEquals(enabledAfter({ disabledByDefault: false }, { type: "payment_started" }), false);
    assertEquals(enabledAfter({}, valid, { type: "payment_started" }, { type: "payment_ended" }), true);
  });
  it("S-BUTTON-13: after a success it stays disabled, whatever it pays with, until another card is chosen or typed", () => {
    const chosen: ButtonFact = { type: "stored_card_chosen", isChosen: true };
    const paid: ButtonFact[] = [{ type: "payment_started" }, { type: "paid" }, { type: "payment_ended" }];
    for (const settings of [{}, { disabledByDefault: false }, { disablePaymentButton: false }]) {
      assertEquals(enabledAfter(settings, chosen, ...paid), false);
      assertEquals(enabledAfter(settings, chosen, ...paid, invalid), false);
      assertEquals(enabledAfter(settings, valid, ...paid, invalid), false);
      assertEquals([chosen, valid].map((fact) => enabledAfter(settings, chosen, ...paid, fact)), [true, true]);
    }
  });
  it("an option that is neither true nor false counts as left out", () => {
    for (const disablePaymentButton of [null, undefined, 0, ""]) {
      const settings = asSettings({ disablePaymentButton });
      assertEquals([enabledAfter(settings), enabledAfter(settings, valid)], [false, true]);
    }
  });

  function asSettings(value: unknown): ButtonSettings {
    return value as ButtonSettings;
  }
});

describe("callbacks that can stop a payment", () => {
  async function ask(events: PaymentEvents, gate: "clicked" | "request" = "clicked") {
    const logged: string[] = [];
    const stop = forwardLog(({ code }) => code !== undefined && logged.push(code), "ERROR");
    const attempt = { executionId: "e1", paymentMethodCode: "card", action: "AUTHORIZE", bin: "42424242" } as const;
    const refusal = await askGate(new Emitter(callbacksOf(() => events)), gate, attempt);
    stop();
    return { refusal: refusal?.message, logged };
  }

  it("S-BUTTON-08: the callback receives the bin", async () => {
    const seen: unknown[] = [];
    const { refusal } = await ask({
      onPaymentButtonClicked: (event) => (seen.push(event), true),
      onButtonClicked: (...args) => (seen.push(args), Promise.resolve(true)),
    });
    assertEquals([refusal, seen], [undefined, [["AUTHORIZE", { bin: "42424242" }], { bin: "42424242" }]]);
  });
  it("S-BUTTON-15: false stops the payment with its own sentence, even as a promise", async () => {
    for (const answer of [false, Promise.resolve(false)]) {
      const { refusal } = await ask({ onPaymentButtonClicked: () => answer });
      assertEquals(refusal, "Callback passed to onPaymentButtonClicked resolved to false");
    }
  });
  it("S-BUTTON-16, SECURITY S13: a callback that throws stops the payment with its own sentence, even as a promise", async () => {
    const sentence = "Callback passed to onPaymentButtonClicked threw an error";
    assertEquals((await ask({ onPaymentButtonClicked: () => Promise.reject(new Error("x")) })).refusal, sentence);
    assertEquals(
      (await ask({
        onPaymentButtonClicked: () => {
          throw new Error("x");
        },
      })).refusal,
      sentence,
    );
  });
  it("S-EVENT-03: a callback that throws or resolves to false is logged as callback failed", async () => {
    assertEquals((await ask({ onRequestStart: () => false }, "request")).logged, ["payrails:client:callback_failed"]);
    assertEquals((await ask({ onRequestStart: () => Promise.reject(new Error("x")) }, "request")).logged, [
      "payrails:client:callback_failed",
    ]);
  });
  it("only exactly true continues; without a callback the payment continues", async () => {
    assertEquals((await ask({})).refusal, undefined);
    for (const answer of [1, "true", {}, null]) {
      const { refusal } = await ask({ onButtonClicked: asGate(() => answer) });
      assertEquals(refusal, "Callback passed to onButtonClicked resolved to false", String(answer));
    }
  });

  function asGate(call: () => unknown) {
    return call as () => boolean;
  }
});

describe("reports", () => {
  const names = [
    "onSuccess",
    "onAuthorizeSuccess",
    "onFailed",
    "onAuthorizeFailed",
    "onPending",
    "onAuthorizePending",
  ] as const;
  function report(outcome: Outcome) {
    const calls: (readonly [string, unknown])[] = [];
    const events = Object.fromEntries(
      names.map((name) => [name, (...args: unknown[]) => calls.push([name, args.at(-1)])]),
    );
    const attempt = { executionId: "e1", paymentMethodCode: "card", action: "AUTHORIZE" } as const;
    reportOutcome(new Emitter(callbacksOf(() => events)), outcome, { ...attempt, paymentInstrumentId: undefined });
    return calls;
  }
  const links = { self: "s", execution: "s" };
  const execution = { id: "e1", status: [], links, paymentInstrumentId: "i1" };

  it("a success is reported under the current and the deprecated name, once each, with execution and instrument", () => {
    const event = { executionId: "e1", paymentMethodCode: "card", paymentInstrumentId: "i1", execution };
    assertEquals(report({ type: "success", execution }), [["onSuccess", event], ["onAuthorizeSuccess", event]]);
  });
  it("a failure has code and message", () => {
    const calls = report({ type: "failed", code: "AUTHORIZATION_ERROR", message: "GenericRejection" });
    const event = { code: "AUTHORIZATION_ERROR", message: "GenericRejection", executionId: "e1" };
    assertEquals(calls, [["onFailed", event], ["onAuthorizeFailed", event]]);
  });
  it("pending has its reason", () => {
    const event = { executionId: "e1", paymentMethodCode: "card", reason: "unconfirmed" };
    assertEquals(report({ type: "pending", reason: "unconfirmed" }), [["onPending", event], [
      "onAuthorizePending",
      event,
    ]]);
  });
  it("an invalid form reports nothing", () => {
    assertEquals(report({ type: "not_started", reason: "form_invalid" }), []);
  });
  it("an exception in a merchant's callback is reported to the page and breaks nothing", async () => {
    const before = globalThis.reportError;
    const reported: unknown[] = [];
    globalThis.reportError = (error) => void reported.push(error);
    const bugs = [new Error("shop bug"), new Error("late shop bug")];
    invokeCallback(() => {
      throw bugs[0];
    });
    invokeCallback(() => Promise.reject(bugs[1]));
    await new Promise((resolve) => setTimeout(resolve, 5));
    globalThis.reportError = before;
    assertEquals(reported, bugs);
  });
});
