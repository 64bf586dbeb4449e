/** Test cards: how the simulated issuer treats a card number. */
import type { DeclineResult } from "./decline_results.ts";

export type Scenario =
  | { readonly kind: "approve" }
  | { readonly kind: "decline"; readonly result: DeclineResult }
  /** Challenges the shopper, who then decides the outcome. */
  | { readonly kind: "challenge" }
  | { readonly kind: "challenge_then_decline" }
  /** Requires no action; stays pending for a minute, then is approved. */
  | { readonly kind: "settle_later" }
  | { readonly kind: "decline_renewals" };

const TEST_CARDS: Readonly<Record<string, Scenario>> = {
  "4000000000000002": { kind: "decline", result: "GenericRejection" },
  "4000000000009995": { kind: "decline", result: "InsufficientBalance" },
  "4000000000000069": { kind: "decline", result: "ExpiredInstrument" },
  "4000000000000127": { kind: "decline", result: "InvalidInstrument" },
  "4000000000000119": { kind: "decline", result: "ProviderUnknownError" },
  "4000002500003155": { kind: "challenge" },
  "4000008400001629": { kind: "challenge_then_decline" },
  "4000000000000077": { kind: "settle_later" },
  "4000000000000341": { kind: "decline_renewals" },
};

/** Approves every number that is not a test card. */
export function scenarioOf(number: string): Scenario {
  return TEST_CARDS[number] ?? { kind: "approve" };
}
