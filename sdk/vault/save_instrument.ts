/**
 * Stores an encrypted card without paying. The answer of the save-instrument call is returned unchanged (S-VAULT-12).
 */
import { omitUndefined } from "../core/omit_undefined.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { SaveInstrumentResponse } from "../wire/instruments.ts";
import type { SaveInstrumentBody } from "../wire/payments.ts";
import type { BearerTokens } from "./bearer.ts";
import { isTokenRefused, type VaultCall, vaultRequest } from "./request.ts";

/** Options of `tokenize`. */
export interface TokenizeOptions {
  /** What the shopper agreed to. Default `CardOnFile`. */
  futureUsage?: SaveInstrumentBody["futureUsage"];
  /**
   * True lists the card for later checkouts; with false its id is good for the shopper's next payment only. Default:
   * the checkbox of the card form, false in a container.
   */
  storeInstrument?: boolean;
  /** The network the shopper chose for a co-badged card. */
  preferredScheme?: string;
}

export interface SaveContext {
  readonly tokens: BearerTokens;
  readonly holderReference: string;
  /** Undefined in sessions that cannot store. */
  readonly saveInstrumentUrl: string | undefined;
  readonly request?: (call: VaultCall) => Promise<unknown>;
}

/**
 * When the vault refuses a token early, the card is sent once more with a fresh one: the refused call stored nothing.
 */
export async function saveInstrument(
  data: CollectResult,
  options: TokenizeOptions,
  context: SaveContext,
): Promise<SaveInstrumentResponse> {
  const { tokens, saveInstrumentUrl: url, request = vaultRequest } = context;
  if (url === undefined) throw new SdkError("api:url_not_found", { params: { what: "saving an instrument" } });
  const call = { url, body: saveBody(data, options, context.holderReference), key: crypto.randomUUID() };
  const token = await tokens.get();
  try {
    return asAnswer(await request({ ...call, token }));
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    const next = await tokens.renew(token);
    if (next === token) throw error;
    return asAnswer(await request({ ...call, token: next }));
  }
}

/** The service's answer as it is. */
function asAnswer(answer: unknown): SaveInstrumentResponse {
  return answer as SaveInstrumentResponse;
}

export function saveBody(
  { encryptedData, vaultProviderConfigId }: CollectResult,
  { futureUsage = "CardOnFile", storeInstrument = false, preferredScheme }: TokenizeOptions,
  holderReference: string,
): SaveInstrumentBody {
  return {
    holderReference,
    paymentMethod: "card",
    storeInstrument,
    futureUsage,
    data: { encryptedData, vaultProviderConfigId, ...omitUndefined({ preferredScheme }) },
  };
}

/** Answer of `collect`. */
export interface CollectResult {
  /** Compact JWE that only the vault can decrypt. */
  readonly encryptedData: string;
  /** Names the vault that can decrypt it; send both to authorize or save-instrument. */
  readonly vaultProviderConfigId: string;
}
