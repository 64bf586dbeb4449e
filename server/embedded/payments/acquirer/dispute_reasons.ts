/** Reason codes of disputes by network, and how long a merchant has to answer. One table, read by both directions. */

/** Networks that share reason codes and rules. Diners Club, JCB and UnionPay answer under Discover's codes. */
export const NETWORK_GROUPS = ["visa", "mastercard", "amex", "discover", "other"] as const;
export type NetworkGroup = (typeof NETWORK_GROUPS)[number];

const GROUPS: Readonly<Record<string, NetworkGroup>> = {
  visa: "visa",
  mastercard: "mastercard",
  maestro: "mastercard",
  amex: "amex",
  discover: "discover",
  diners: "discover",
  jcb: "discover",
  unionpay: "discover",
};

/** The group of a network's name; `other` for wallets and networks without a group. */
export function networkGroupOf(network: string | null | undefined): NetworkGroup {
  return GROUPS[network ?? ""] ?? "other";
}

/** What cardholders dispute, whatever the network calls it. */
export const DISPUTE_CATEGORIES = [
  "fraudulent",
  "not_received",
  "not_as_described",
  "subscription_cancelled",
  "credit_not_processed",
  "duplicate",
  "not_authorized",
  "general",
] as const;
export type DisputeCategory = (typeof DISPUTE_CATEGORIES)[number];

type CodesOf = Readonly<Record<NetworkGroup, string>>;

/**
 * Sources: Visa Dispute Resolution conditions 10.4 to 13.7 (Visa Core Rules, 11), Mastercard Chargeback Guide, American
 * Express Chargeback Reason Codes, Discover Dispute Rules Manual. Mastercard joins cardholder disputes in one code.
 */
export const REASON_CODES: Readonly<Record<DisputeCategory, CodesOf>> = {
  fraudulent: { visa: "10.4", mastercard: "4837", amex: "F29", discover: "UA02", other: "fraud" },
  not_received: { visa: "13.1", mastercard: "4853", amex: "C08", discover: "RG", other: "not-received" },
  not_as_described: { visa: "13.3", mastercard: "4853", amex: "C31", discover: "RM", other: "not-as-described" },
  subscription_cancelled: { visa: "13.2", mastercard: "4853", amex: "C28", discover: "AP", other: "cancelled" },
  credit_not_processed: { visa: "13.6", mastercard: "4853", amex: "C02", discover: "RN2", other: "credit" },
  duplicate: { visa: "12.6", mastercard: "4834", amex: "P08", discover: "DP", other: "duplicate" },
  not_authorized: { visa: "11.3", mastercard: "4808", amex: "A02", discover: "AT", other: "not-authorized" },
  general: { visa: "13.7", mastercard: "4853", amex: "C18", discover: "RM", other: "general" },
};

/**
 * Days to answer, counted from the day the dispute is opened. Acquirers give merchants less time than the network gives
 * acquirers (Visa 30 days, Mastercard 45, American Express and Discover 20), since they check the answer first.
 */
export const RESPOND_DAYS: Readonly<Record<NetworkGroup, number>> = {
  visa: 20,
  mastercard: 30,
  amex: 14,
  discover: 14,
  other: 10,
};
