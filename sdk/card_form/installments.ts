/** In how many parts a shopper may pay, by the country that issued the card. */
import type { PaymentMethodOption } from "../wire/config.ts";
import type { Amount } from "../wire/payments.ts";

export interface Installment {
  readonly count: number;
  readonly amount: Amount;
}

/** None where the method does not support it, or the issuer's country has no entry. */
export function installmentsFor(option: PaymentMethodOption | undefined, country: string | undefined) {
  const { supportsInstallments, installments } = option?.clientConfig ?? {};
  const found = supportsInstallments === true && country !== undefined ? installments?.[country] : undefined;
  return found ?? [];
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
