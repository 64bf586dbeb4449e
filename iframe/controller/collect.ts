/** Reads the form once, encrypts it, and returns only what may leave the frame. */
import { digitsOf } from "../../sdk/card/detect.ts";
import type { SealedCard } from "../../sdk/wire/sealed.ts";
import { seal, type SealingKey } from "../crypto/seal.ts";
import { expiryOf, type Texts } from "../../sdk/card/faults.ts";

export type Collected =
  | { readonly type: "sealed"; readonly encryptedData: string }
  | { readonly type: "invalid" | "sealing" | "too_long" };

export interface CollectOptions {
  readonly key: SealingKey;
  readonly holderReference?: string | undefined;
  readonly execution?: string | undefined;
}

/** Call this only after the fields were validated. */
export async function collect(texts: Texts, { key, holderReference, execution }: CollectOptions): Promise<Collected> {
  const expiry = expiryOf(texts);
  const cardNumber = digitsOf(texts.CARD_NUMBER ?? "");
  const isCodeAlone = texts.CARD_NUMBER === undefined;
  const isExpiryMissing = expiry === undefined && !isCodeAlone;
  if (isExpiryMissing) return { type: "invalid" };
  const card: Partial<SealedCard> = {
    ...(isCodeAlone ? {} : { cardNumber, expiryMonth: expiry?.month ?? "", expiryYear: expiry?.year ?? "" }),
    ...(texts.CVV === undefined ? {} : { securityCode: digitsOf(texts.CVV) }),
    holderName: texts.CARDHOLDER_NAME?.trim(),
    holderReference,
    execution,
  };
  try {
    return { type: "sealed", encryptedData: await seal(card, key) };
  } catch {
    // The exception may quote the input, so it stays in the frame.
    return { type: "sealing" };
  }
}
