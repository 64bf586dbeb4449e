/** Reads the form once, seals it, and gives back only what may leave. */
import { detectBrand, digitsOf } from "../../sdk/card/detect.ts";
import { binOf, lastFourOf } from "../../sdk/card/redact.ts";
import type { SealedCard } from "../../sdk/wire/sealed.ts";
import { seal, type SealingKey } from "../crypto/seal.ts";
import { expiryOf, faultsOf, type Texts } from "../field/rules.ts";

export type Collected =
  | { readonly type: "sealed"; readonly encryptedData: string; readonly bin: string; readonly lastFour: string }
  | { readonly type: "invalid" | "sealing" };

export interface CollectOptions {
  readonly key: SealingKey;
  readonly holderReference?: string | undefined;
}

export async function collect(texts: Texts, { key, holderReference }: CollectOptions): Promise<Collected> {
  const expiry = expiryOf(texts);
  const cardNumber = digitsOf(texts.CARD_NUMBER ?? "");
  if (Object.keys(faultsOf(texts, new Date())).length > 0 || expiry === undefined) return { type: "invalid" };
  const holderName = texts.CARDHOLDER_NAME?.trim();
  const card: SealedCard = {
    cardNumber,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    ...(texts.CVV === undefined ? {} : { securityCode: digitsOf(texts.CVV) }),
    ...(holderName === undefined ? {} : { holderName }),
    ...(holderReference === undefined ? {} : { holderReference }),
  };
  const brand = detectBrand(cardNumber);
  try {
    const encryptedData = await seal(card, key);
    return { type: "sealed", encryptedData, bin: binOf(cardNumber, brand), lastFour: lastFourOf(cardNumber, brand) };
  } catch {
    // What failed may quote its input; nothing of it leaves the frame.
    return { type: "sealing" };
  }
}
