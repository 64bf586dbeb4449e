/** Amounts as shoppers read them. */
import type { Amount } from "../wire/payments.ts";

/** "$10.00", "10,00 €"; the plain value and code where Intl knows neither locale nor currency. */
export function moneyText({ value, currency }: Amount, language: string): string {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(value));
  } catch {
    return `${value} ${currency}`;
  }
}
