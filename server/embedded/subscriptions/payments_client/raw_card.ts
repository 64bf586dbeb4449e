/**
 * Seals a raw card for the vault as the card frame does, where the setting RAW_CARDS accepts one. The number reaches
 * neither the database nor a log.
 */
import { CompactEncrypt, importSPKI } from "jose";
import * as z from "zod/mini";
import type { RawCard } from "../../../wire/billing/purchase.ts";
import type { PreparedSession } from "./execution.ts";

const CardSession = z.object({
  token: z.string(),
  vaultConfiguration: z.object({ encryptionPublicKey: z.string(), providerConfigId: z.string() }),
});

/** The key that seals a card, and the execution it is sealed for. */
export interface Seal {
  /** base64 of the SPKI DER. */
  readonly publicKey: string;
  readonly providerConfigId: string;
  readonly execution: string;
  readonly holderReference: string;
  readonly nowMs: number;
}

interface SealedCard {
  readonly encryptedData: string;
  readonly vaultProviderConfigId: string;
}

/** The fields of an init answer that the card frame needs. */
export function parseCardSession({ data }: PreparedSession["session"]) {
  const json = new TextDecoder().decode(Uint8Array.fromBase64(data));
  const { token, vaultConfiguration } = z.parse(CardSession, JSON.parse(json));
  const { encryptionPublicKey: publicKey, providerConfigId } = vaultConfiguration;
  return { token, publicKey, providerConfigId };
}

export async function sealCard(
  { number, expiry_month, expiry_year, security_code, holder_name }: RawCard,
  { publicKey, providerConfigId, execution, holderReference, nowMs }: Seal,
): Promise<SealedCard> {
  const card = {
    cardNumber: number,
    expiryMonth: expiry_month,
    expiryYear: expiry_year,
    securityCode: security_code,
    ...(holder_name === undefined ? {} : { holderName: holder_name }),
    execution,
    holderReference,
  };
  const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;
  const encryptedData = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({
      alg: "RSA-OAEP-256",
      enc: "A256CBC-HS512",
      iat: Math.floor(nowMs / 1000),
      jti: crypto.randomUUID(),
    })
    .encrypt(await importSPKI(pem, "RSA-OAEP-256"));
  return { encryptedData, vaultProviderConfigId: providerConfigId };
}

/** The body the SDK sends for a typed card that is stored for renewals. */
export function cardBody(
  amount: { readonly value: string; readonly currency: string },
  paymentInstrumentData: SealedCard,
) {
  const item = { paymentMethodCode: "card", integrationType: "api", amount, storeInstrument: true };
  return { amount, paymentComposition: [{ ...item, paymentInstrumentData }] };
}
