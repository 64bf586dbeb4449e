/** The test cards of CONTRACT.md: how the simulated issuer behaves for a number. */
import type { DeclineResult } from "./acquirer.ts";

export type Scenario =
  | { readonly kind: "approve" }
  | { readonly kind: "decline"; readonly result: DeclineResult }
  /** Challenge, then what the shopper chooses. */
  | { readonly kind: "challenge" }
  | { readonly kind: "challenge_then_decline" }
  /** Nothing required; settles by itself. */
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

/** Every other number is approved. */
export function scenarioOf(number: string): Scenario {
  return TEST_CARDS[number] ?? { kind: "approve" };
}
