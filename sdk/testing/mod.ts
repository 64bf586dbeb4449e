/**
 * Test helpers for merchants: a checkout without a network, payment scenarios by name, a card frame to type into, and a
 * clock.
 *
 * ```ts
 * const checkout = openFakeCheckout({ scenario: "decline" });
 * const client = Payrails.init(checkout.init);
 * // mount, then: checkout.frame.type({ number: "4242424242424242", expiry: "12/30", cvv: "123" });
 * checkout.close();
 * ```
 */
export { type FakeCheckout, type FakeCheckoutOptions, openFakeCheckout } from "./checkout.ts";
export { FakeClock } from "./clock.ts";
export { type FakeCard, FakeFrame } from "./fake_frame.ts";
export { FakePayments, type FakePaymentsOptions, type RecordedRequest } from "./fake_payments.ts";
export { type Scenario, type ScenarioName, SCENARIOS } from "./scenarios.ts";
