/** Decides as the simulated issuer does: by test card, by who is present, and by the day. */
import { detectBrand, networkOf } from "../../../../../sdk/card/detect.ts";
import type { AuthorizeCall, Outcome } from "../acquirer.ts";
import type { DeclineResult } from "../decline_results.ts";
import type { CardChange } from "../disputes.ts";
import { networkGroupOf } from "../dispute_reasons.ts";
import { APPROVE_LATER_MS, type Scenario, scenarioOf } from "../test_cards.ts";
import { RENEWED_FROM_YEAR } from "./card_updates.ts";
import { isPayDay } from "./pay_days.ts";

interface CardFacts {
  readonly network?: string;
  readonly expiry?: string;
}

export function scenarioFor({ paymentMethod }: AuthorizeCall): Scenario {
  switch (paymentMethod.kind) {
    case "card":
      return scenarioOf(paymentMethod.number);
    case "wallet":
    case "account":
    case "hosted":
      return { kind: "approve" };
  }
}

/** What disputes and card updates need later, without the number. */
export function cardFacts({ paymentMethod }: AuthorizeCall): CardFacts {
  if (paymentMethod.kind !== "card") return {};
  const { number, preferredScheme, expiryMonth, expiryYear } = paymentMethod;
  const network = networkGroupOf(preferredScheme ?? networkOf(detectBrand(number)));
  return { network, expiry: `${expiryMonth}/${expiryYear}` };
}

/** How the issuer declines this card after the shopper acted; undefined for one that it approves. */
export function laterDecline(scenario: Scenario): DeclineResult | undefined {
  return scenario.kind === "decline" ? scenario.result : undefined;
}

export function decide(scenario: Scenario, call: AuthorizeCall, nowMs: number): Outcome {
  const { paymentMethod, initiator, mustAuthenticate = false } = call;
  if (paymentMethod.kind === "account" && initiator === "customer") return { kind: "asks", action: "confirm" };
  if (paymentMethod.kind === "hosted") return { kind: "asks", action: "redirect" };
  if (paymentMethod.kind === "card" && mustAuthenticate && initiator === "customer") {
    return { kind: "asks", action: "3ds" };
  }
  switch (scenario.kind) {
    case "approve":
    case "disputed":
      return { kind: "approved" };
    case "decline":
      return { kind: "declined", result: scenario.result };
    case "challenge":
    case "challenge_then_decline":
      // A renewal is charged without the shopper, who therefore cannot answer a challenge.
      return initiator === "customer"
        ? { kind: "asks", action: "3ds" }
        : scenario.kind === "challenge"
        ? { kind: "approved" }
        : { kind: "declined", result: "PayerAuthenticationRequired" };
    case "settle_later":
      return { kind: "pending", askAgainMs: APPROVE_LATER_MS };
    case "decline_renewals":
      return initiator === "merchant" ? { kind: "declined", result: scenario.result } : { kind: "approved" };
    case "paid_on_pay_days":
      return initiator === "customer" || isPayDay(nowMs)
        ? { kind: "approved" }
        : { kind: "declined", result: "InsufficientBalance" };
    case "card_changes":
      return oldCardOutcome(scenario.changes, call);
  }
}

/** The first payment is approved. Afterwards the network knows the card under other figures. */
function oldCardOutcome(changes: readonly CardChange[], { initiator, paymentMethod }: AuthorizeCall): Outcome {
  const [first] = changes;
  if (initiator === "customer" || paymentMethod.kind !== "card" || first === "token_suspended") {
    return { kind: "approved" };
  }
  if (first === "expiry_changed") {
    return Number(paymentMethod.expiryYear) >= RENEWED_FROM_YEAR
      ? { kind: "approved" }
      : { kind: "declined", result: "ExpiredInstrument" };
  }
  return { kind: "declined", result: first === "card_replaced" ? "ExpiredInstrument" : "InvalidInstrument" };
}
