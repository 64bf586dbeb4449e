/**
 * Decides whether the first digits may leave the frame, so that editing at the front never reveals the digits after
 * them.
 */
import { type Brand } from "../../sdk/card/brands.ts";
import { BIN_MAX_CHARS, binOf } from "../../sdk/card/redact.ts";

/** What the page has learned since the field was last empty. */
export interface ShownBin {
  readonly reported: string;
  /** The longest number the field has held since. */
  readonly longest: number;
}

export const NOTHING_SHOWN: ShownBin = { reported: "", longest: 0 };

interface Now {
  readonly digits: string;
  readonly brand: Brand;
  readonly isValid: boolean;
}

/**
 * A complete valid number shows its first digits, unless deleting from a longer number produced it. An edited partial
 * number shows no digits other than before.
 */
export function showBin(before: ShownBin, { digits, brand, isValid }: Now): { bin: string; shown: ShownBin } {
  const bin = binOf(digits, brand);
  const fresh = digits.length <= 1 || (isValid && digits.length >= before.longest);
  const longest = fresh ? digits.length : Math.max(before.longest, digits.length);
  const isSameStart = bin.startsWith(before.reported) || before.reported.startsWith(bin);
  if (!fresh && !isSameStart && longest > BIN_MAX_CHARS) return { bin: "", shown: { ...before, longest } };
  const reported = fresh || bin.length > before.reported.length || !isSameStart ? bin : before.reported;
  return { bin, shown: { reported, longest } };
}
