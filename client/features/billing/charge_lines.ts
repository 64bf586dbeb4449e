/** What became of a charge, as one line; and what would go back with it. */
import type { Charge } from "../../../server/wire/subscriptions.ts";
import { longDate } from "../../lib/dates.ts";
import { money } from "../../lib/money.ts";

export function chargeLine(charge: Charge): string {
  const { refund, state, at, error } = charge;
  if (refund !== undefined && refund !== null) {
    return refund.is_sent
      ? `${money(refund.cents)} went back on ${longDate(refund.at)}`
      : `${money(refund.cents)} is on its way back to you`;
  }
  switch (state) {
    case "sending":
      return "On its way to the bank";
    case "succeeded":
      return `Charged on ${longDate(at)}`;
    case "failed":
      return `Not charged on ${longDate(at)}. ${error}`;
    case "refunded":
      return `Sent back on ${longDate(at)}`;
    case "mismatch":
      return error;
  }
}

/** The plan is one thing: with one of its charges goes back what else was charged for it and still can. */
export function backCents(charges: readonly Charge[], charge: Charge): number {
  const together = charge.kind === "addon" ? [charge] : charges.filter(({ kind }) => kind !== "addon");
  return together.reduce((sum, { withdrawal }) => sum + (withdrawal?.cents ?? 0), 0);
}
