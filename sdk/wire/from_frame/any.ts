/** Messages that the page accepts from both kinds of frames; form and group add their own. */
import { isNumber, isOneOf, isText, type Shapes } from "../check.ts";
import type { FromFrame } from "../frames.ts";
import { MAX_SEALED_CHARS } from "../sealed.ts";

export const isId = isText(64);

export const isBin = (value: unknown): value is string => typeof value === "string" && /^\d{0,8}$/.test(value);
const isHeight = isNumber(0, 10_000);

type FromAny = Pick<FromFrame, "ready" | "height" | "collected" | "collect_failed">;

export const FROM_ANY: Shapes<FromAny> = {
  ready: { nonce: isId },
  height: { heightPx: isHeight },
  collected: { id: isId, encryptedData: isText(MAX_SEALED_CHARS) },
  collect_failed: { id: isId, reason: isOneOf(["invalid", "sealing", "too_long"]) },
};
