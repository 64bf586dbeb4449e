/** Reads the form once, seals it, and gives back only what may leave. */
import type { Brand } from "../../sdk/card/brands.ts";
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
  /** Of a stored card whose security code alone is sealed. */
  readonly brand?: Brand | undefined;
}

export async function collect(texts: Texts, { key, holderReference, ...stored }: CollectOptions): Promise<Collected> {
  const expiry = expiryOf(texts);
  const cardNumber = digitsOf(texts.CARD_NUMBER ?? "");
  const isCodeAlone = texts.CARD_NUMBER === undefined;
  const isExpiryMissing = expiry === undefined && !isCodeAlone;
  if (Object.keys(faultsOf(texts, new Date(), stored.brand)).length > 0 || isExpiryMissing) return { type: "invalid" };
  const holderName = texts.CARDHOLDER_NAME?.trim();
  const card: Partial<SealedCard> = {
    ...(isCodeAlone ? {} : { cardNumber, expiryMonth: expiry?.month ?? "", expiryYear: expiry?.year ?? "" }),
    ...(texts.CVV === undefined ? {} : { securityCode: digitsOf(texts.CVV) }),
    ...(holderName === undefined ? {} : { holderName }),
    ...(holderReference === undefined ? {} : { holderReference }),
  };
  const brand = stored.brand ?? detectBrand(cardNumber);
  try {
    const encryptedData = await seal(card, key);
    return { type: "sealed", encryptedData, bin: binOf(cardNumber, brand), lastFour: lastFourOf(cardNumber, brand) };
  } catch {
    // What failed may quote its input; nothing of it leaves the frame.
    return { type: "sealing" };
  }
}
