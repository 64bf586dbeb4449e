/** In how many parts a shopper may pay, by the country that issued the card. */
import type { PaymentMethodOption } from "../../wire/config.ts";
import type { Installment, InstallmentConfig } from "../options.ts";
import type { Amount } from "../../wire/payments.ts";

/** None where the method does not support it, or the issuer's country has no entry; the merchant's own come first. */
export function installmentsFor(
  option: PaymentMethodOption | undefined,
  country: string | undefined,
  own?: InstallmentConfig["installmentOptions"],
): readonly Installment[] {
  const { supportsInstallments, installments } = option?.clientConfig ?? {};
  if (supportsInstallments !== true || country === undefined) return [];
  return (own ?? installments)?.[country] ?? [];
}

/** "3 x $1.00", with the currency as the page's language writes it. */
export function installmentText({ count, amount }: Installment, language: string): string {
  return `${count} x ${moneyText(amount, language)}`;
}

function moneyText({ value, currency }: Amount, language: string): string {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(value));
  } catch {
    return `${value} ${currency}`;
  }
}
