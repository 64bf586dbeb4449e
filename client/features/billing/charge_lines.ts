/** The state of a charge as one line, and what a withdrawal would refund. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import type { Charge } from "../../../server/wire/billing/subscriptions.ts";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";

export function chargeLine(charge: Charge): string {
  const { refund, state, at, error } = charge;
  if (refund !== undefined && refund !== null) {
    return refund.is_sent
      ? t("{sum} refunded on {date}", { sum: money(refund.cents), date: longDate(refund.at) })
      : t("Refund of {sum} in progress", { sum: money(refund.cents) });
  }
  switch (state) {
    case "sending":
      return t("Processing");
    case "succeeded":
      return t("Charged on {date}", { date: longDate(at) });
    case "failed":
      return t("Not charged on {date}. {error}", { date: longDate(at), error: serviceText(charge, error) });
    case "refunded":
      return t("Refunded on {date}", { date: longDate(at) });
    case "mismatch":
      return serviceText(charge, error);
  }
}

/** A plan is withdrawn from as a whole: all its refundable charges are refunded together. */
export function backCents(charges: readonly Charge[], charge: Charge): number {
  const together = charge.kind === "addon" ? [charge] : charges.filter(({ kind }) => kind !== "addon");
  return together.reduce((sum, { withdrawal }) => sum + (withdrawal?.cents ?? 0), 0);
}
