/** Test cards: how the simulated issuer treats a card number. Merchants read them in docs/merchants/launch/test-cards.md. */
import type { DeclineResult } from "./decline_results.ts";
import type { CardChange, DisputeKind } from "./disputes.ts";
import type { DisputeCategory } from "./dispute_reasons.ts";

/** How long the card that is approved later stays pending, on the service's clock. */
export const APPROVE_LATER_MS = 60_000;

export type Scenario =
  | { readonly kind: "approve" }
  | { readonly kind: "decline"; readonly result: DeclineResult }
  /** Challenges the shopper, who then decides the outcome. */
  | { readonly kind: "challenge" }
  | { readonly kind: "challenge_then_decline" }
  /** Requires no action; stays pending for a minute, then is approved. */
  | { readonly kind: "settle_later" }
  | { readonly kind: "decline_renewals"; readonly result: DeclineResult }
  /** Declines renewals for insufficient funds, except on pay days: the 1st, the 15th and Fridays (UTC). */
  | { readonly kind: "paid_on_pay_days" }
  /** Approved, and disputed a minute after its capture. */
  | { readonly kind: "disputed"; readonly dispute: DisputeKind; readonly category: DisputeCategory }
  /** Approved; a minute later the network reports the changes. Renewals with the old card are declined. */
  | { readonly kind: "card_changes"; readonly changes: readonly CardChange[] };

const renewals = (result: DeclineResult): Scenario => ({ kind: "decline_renewals", result });
const disputed = (dispute: DisputeKind, category: DisputeCategory): Scenario => ({
  kind: "disputed",
  dispute,
  category,
});
const changes = (...of: readonly CardChange[]): Scenario => ({ kind: "card_changes", changes: of });

export const TEST_CARDS: Readonly<Record<string, Scenario>> = {
  "4000000000000002": { kind: "decline", result: "GenericRejection" },
  "4000000000009995": { kind: "decline", result: "InsufficientBalance" },
  "4000000000000069": { kind: "decline", result: "ExpiredInstrument" },
  "4000000000000127": { kind: "decline", result: "InvalidInstrument" },
  "4000000000000119": { kind: "decline", result: "ProviderUnknownError" },
  "4000002500003155": { kind: "challenge" },
  "4000008400001629": { kind: "challenge_then_decline" },
  "4000000000000077": { kind: "settle_later" },
  "4000000000000341": renewals("GenericRejection"),
  "4000000000001018": { kind: "paid_on_pay_days" },
  "4000000000001026": renewals("BlockedInstrument"),
  "4000000000001034": renewals("InvalidInstrument"),
  "4000000000001042": renewals("FraudRisk"),
  "4000000000001059": renewals("ProviderTimeout"),
  "4000000000001067": renewals("PayerAuthenticationRequired"),
  "4000000000000259": disputed("chargeback", "fraudulent"),
  "4000000000002685": disputed("chargeback", "not_received"),
  "4000000000001323": disputed("chargeback", "subscription_cancelled"),
  "5200000000000015": disputed("chargeback", "duplicate"),
  "370000000000010": disputed("chargeback", "credit_not_processed"),
  "4000000000001976": disputed("inquiry", "not_as_described"),
  "4000000000005423": disputed("early_warning", "fraudulent"),
  "4000000000001075": changes("expiry_changed"),
  "4000000000001083": changes("card_replaced"),
  "4000000000001091": changes("account_closed"),
  "4000000000001109": changes("token_suspended", "token_resumed"),
  "4000000000001117": changes("token_suspended", "token_deleted"),
};

/** The number that replaces a card whose network reports `card_replaced`. */
export const REPLACEMENT_NUMBER = "4000000000001125";

/** Approves every number that is not a test card. */
export function scenarioOf(number: string): Scenario {
  return TEST_CARDS[number] ?? { kind: "approve" };
}

/** The texts in the ledger of every test card of this kind. */
export function scenarioTexts(kind: Scenario["kind"]): readonly string[] {
  return Object.values(TEST_CARDS).filter((scenario) => scenario.kind === kind).map(scenarioText);
}

/** How the ledger keeps the scenario, so that what follows a charge needs no card number. */
export function scenarioText(scenario: Scenario): string {
  switch (scenario.kind) {
    case "disputed":
      return `disputed:${scenario.dispute}:${scenario.category}`;
    case "card_changes":
      return `card_changes:${scenario.changes.join(",")}`;
    default:
      return scenario.kind;
  }
}
