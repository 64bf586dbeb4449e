/**
 * Test helpers for merchants, in jsdom, happy-dom and browsers: a checkout without a network, payment scenarios by
 * name, a shopper who pays, a card frame to type into, and a clock.
 *
 * ```ts
 * const checkout = openFakeCheckout({ scenario: "decline", stopsClock: true });
 * const client = Payrails.init(checkout.init);
 * // Mount the card form and the button, then:
 * await checkout.pay({ number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123" });
 * checkout.close();
 * ```
 */
export type { DeclineResult } from "../wire/declines.ts";
export { type FakeCheckout, type FakeCheckoutOptions, openFakeCheckout } from "./checkout.ts";
export { STORED_CARD } from "./methods/fake_methods.ts";
export type { FakeWallets } from "./methods/fake_wallets.ts";
export type { PaymentByOptions } from "./methods/pay_by_method.ts";
export { FakeClock } from "./clock.ts";
export { type FakeCard, FakeFrame } from "./fake_frame.ts";
export { type FakeAnswer, FakePayments, type FakePaymentsOptions, type RecordedRequest } from "./fake_payments.ts";
export { DECLINE_RESULTS, type Scenario, type ScenarioName, SCENARIOS } from "./scenarios.ts";
export type { PaymentEnd } from "./shopper.ts";
