/** Amounts as an operator compares them: in their own currency, by Intl. */

/** Decimals of the currency: two for USD, none for JPY. */
function decimals(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency) ??
    new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "symbol" });
  formats.set(currency, known);
  return known;
}

/** Minor units as an amount: `money(1999, "USD")` is "$19.99", `money(500, "JPY")` is "¥500". */
export function money(minorUnits: number, currency: string): string {
  const format = formatOf(currency);
  return format.format(minorUnits / 10 ** decimals(format));
}

/** Short amounts for the axis of a chart: "$1.2K". */
export function shortMoney(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, notation: "compact" });
  return format.format(minorUnits / 10 ** decimals(formatOf(currency)));
}

const COUNT = new Intl.NumberFormat("en-US");
const SHARE = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "1,234". */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A part of a whole as "12.5%"; "–" while there is no whole. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "–" : SHARE.format(part / whole);
}
