/** Sums by currency in one line. */
import type { Money } from "../../../server/wire/admin/fields.ts";
import { money } from "../format/money.ts";

export function Paid({ sums }: { readonly sums: readonly Money[] }) {
  if (sums.length === 0) return <span className="muted">–</span>;
  return <span className="numbers">{sums.map(({ minor, currency }) => money(minor, currency)).join(", ")}</span>;
}
