/** Money between the wire's decimal text and the whole minor units kept inside (ISO 4217 exponents). */
import type { Amount } from "../../../sdk/wire/payments.ts";

/** Currencies whose minor unit is not a hundredth. */
const EXPONENTS: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
const DEFAULT_EXPONENT = 2;
/** Twelve digits of major units keep every sum a safe integer. */
const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,4}))?$/;

export interface Money {
  readonly minor: number;
  readonly currency: string;
}

export function exponentOf(currency: string): number {
  const found = Object.entries(EXPONENTS).find(([, list]) => list.split(" ").includes(currency));
  return found === undefined ? DEFAULT_EXPONENT : Number(found[0]);
}

/** Undefined for text that is no sum of this currency: a sign, an exponent, too many decimals. */
export function readMoney({ value, currency }: Amount): Money | undefined {
  const [, whole, decimals = ""] = DECIMAL.exec(value) ?? [];
  if (whole === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const exponent = exponentOf(currency);
  // "5.00" for a currency without decimals is what many back ends send; "5.01" would be a sum that does not exist.
  if (/[1-9]/.test(decimals.slice(exponent))) return undefined;
  return { minor: Number(whole + decimals.slice(0, exponent).padEnd(exponent, "0")), currency };
}

export function writeMoney({ minor, currency }: Money): Amount {
  const exponent = exponentOf(currency);
  const digits = String(minor).padStart(exponent + 1, "0");
  const cut = digits.length - exponent;
  return { value: exponent === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`, currency };
}

export function isSameMoney(left: Money | undefined, right: Money): boolean {
  return left !== undefined && left.minor === right.minor && left.currency === right.currency;
}
