/** What a merchant's own tests import: a checkout that needs no network, scenarios by name, a card frame to type into, a clock. */
export { type FakeCheckout, type FakeCheckoutOptions, openFakeCheckout } from "./checkout.ts";
export { FakeClock } from "./clock.ts";
export { type FakeCard, FakeFrame } from "./fake_frame.ts";
export { type Asked, FakePayments, type FakePaymentsOptions } from "./fake_payments.ts";
export { type Scenario, type ScenarioName, SCENARIOS } from "./scenarios.ts";
