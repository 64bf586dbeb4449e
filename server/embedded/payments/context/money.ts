/** Converts between the wire's decimal text and whole minor units (ISO 4217 exponents). */
import type { Amount } from "../../../../sdk/wire/payments.ts";
import { DECIMAL } from "../schemas/fields.ts";
import { ApiError } from "./api_errors.ts";

/** ISO 4217 codes by the decimals of their minor unit. Recently withdrawn currencies are still accepted. */
const CURRENCIES: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF " +
    "CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF " +
    "IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN " +
    "MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS " +
    "SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW " +
    "ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(CURRENCIES).flatMap(([exponent, list]) => list.split(" ").map((code) => [code, Number(exponent)])),
);
const DEFAULT_EXPONENT = 2;

/** An amount in whole minor units of its currency: 1000 is 10.00 USD, 1000 JPY or 1.000 KWD. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

/** Decimals of the minor unit of a currency. */
export function exponentOf(currency: string): number {
  return EXPONENTS.get(currency) ?? DEFAULT_EXPONENT;
}

/** Undefined for text that is not an amount in this currency: a sign, an exponent, too many decimals or digits. */
export function readMoney({ value, currency }: Amount): Money | undefined {
  const [, whole, decimals = ""] = DECIMAL.exec(value) ?? [];
  const exponent = EXPONENTS.get(currency);
  if (whole === undefined || exponent === undefined) return undefined;
  // Many back ends send "5.00" for a currency without decimals. "5.01" is an amount that does not exist.
  if (/[1-9]/.test(decimals.slice(exponent))) return undefined;
  const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, "0"));
  return Number.isSafeInteger(minor) ? { minor, currency } : undefined;
}

/** Parses an amount, or throws 422 with the reason. */
export function requireMoney(amount: Amount): Money {
  const money = readMoney(amount);
  if (money !== undefined) return money;
  throw new ApiError(
    "amount-invalid",
    EXPONENTS.has(amount.currency) ? {} : { detail: "The currency is not an ISO 4217 code in capitals, such as EUR." },
  );
}

/** Formats an amount as the wire's decimal text. */
export function writeMoney({ minor, currency }: Money): Amount {
  const exponent = exponentOf(currency);
  const digits = String(minor).padStart(exponent + 1, "0");
  const cut = digits.length - exponent;
  return { value: exponent === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`, currency };
}

/** True for equal amounts in the same currency. */
export function isSameMoney(left: Money | undefined, right: Money): boolean {
  return left !== undefined && left.minor === right.minor && left.currency === right.currency;
}
