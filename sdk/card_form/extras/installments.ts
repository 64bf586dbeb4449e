/** The number of instalments a shopper may choose, by the country of the card's issuer. */
import type { PaymentMethodOption } from "../../wire/config.ts";
import { moneyText } from "../../locales/money.ts";
import type { Installment, InstallmentConfig } from "../../options.ts";

/**
 * None when the method does not support instalments or the issuer's country has no entry. The merchant's own choices
 * come first.
 */
export function installmentsFor(
  option: PaymentMethodOption | undefined,
  country: string | undefined,
  own?: InstallmentConfig["installmentOptions"],
): readonly Installment[] {
  const { supportsInstallments, installments } = option?.clientConfig ?? {};
  if (supportsInstallments !== true) return [];
  if (isOneList(own)) return own;
  return country === undefined ? [] : (own ?? installments)?.[country] ?? [];
}

/** One list for every country. */
function isOneList(own: InstallmentConfig["installmentOptions"]): own is readonly Installment[] {
  return Array.isArray(own);
}

/** Formats "3 x $1.00", with the amount in the page's language (S-INSTAL-03); a number is in the session's currency. */
export function installmentText({ count, amount }: Installment, language: string, currency = ""): string {
  const money = typeof amount === "number" ? { value: String(amount), currency } : amount;
  return `${count} x ${moneyText(money, language)}`;
}
