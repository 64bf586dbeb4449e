/** Decodes the init response of the merchant's back end, and refuses it as a whole when any part cannot be trusted. */
import { SdkError } from "../errors/sdk_error.ts";
import type { ClientConfiguration, InitResponse, PaymentMethodOption } from "../wire/config.ts";
import type { Amount } from "../wire/payments.ts";
import { isTrustedLink, type LinkRules } from "./links.ts";

/**
 * The parts of the session that this SDK reads. Without execution or amount a client can be created, but cannot
 * authorize (S-AUTHZ-05).
 */
export interface Configuration {
  readonly token: string;
  /** Wallets store an instrument in this session instead of paying with it. */
  readonly isTokenization: boolean;
  readonly holderReference: string;
  readonly amount: Amount | undefined;
  readonly execution: ClientConfiguration["execution"] | undefined;
  readonly vault: (ClientConfiguration["vaultConfiguration"] & { readonly cardTableName: string }) | undefined;
  readonly methods: readonly PaymentMethodOption[];
  readonly authorizeUrl: string | undefined;
  readonly binLookupUrl: string | undefined;
  /** Both contain `:instrumentId`. */
  readonly instrumentDeleteUrl: string | undefined;
  readonly instrumentUpdateUrl: string | undefined;
  /** Where to request the merchant session of an Apple Pay sheet. */
  readonly startSessionUrl: string | undefined;
  /** Where an instrument that is not a card is stored; undefined where the session cannot. */
  readonly createInstrumentUrl: string | undefined;
  /** Where payouts are sent; undefined where the session allows none. */
  readonly payoutUrl: string | undefined;
}

const DEFAULT_CARD_TABLE = "cards";

export function readConfiguration(init: InitResponse, rules: LinkRules): Configuration {
  try {
    return read(decode(init), rules);
  } catch (cause) {
    if (cause instanceof SdkError) throw cause;
    throw malformed("it is no base64 of a JSON configuration", cause);
  }
}

function decode(init: InitResponse): Record<string, unknown> {
  const bytes = Uint8Array.from(atob(init.data), (sign) => sign.charCodeAt(0));
  // A back end that leaves a part out may write null for it. Anything but an object has no token.
  return { ...JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), (_, value) => value ?? undefined) };
}

function read(data: Record<string, unknown>, rules: LinkRules): Configuration {
  const config = asConfiguration(data);
  if (typeof config.token !== "string" || config.token === "") throw malformed("it has no token");
  const vault = config.vaultConfiguration;
  if (vault !== undefined && (typeof vault.vaultId !== "string" || typeof vault.providerConfigId !== "string")) {
    throw malformed("vaultConfiguration lacks vaultId or providerConfigId");
  }
  const lookup = config.execution?.initialResults?.find((result) => result.body?.name === "lookup")?.body;
  const methods = lookup?.data?.paymentCompositionOptions ?? [];
  for (const method of methods) {
    if (!method.paymentMethodCode) throw malformed("a payment method has no code");
    if (!method.integrationType) throw malformed(`${method.paymentMethodCode} has no integration type`);
  }
  const { links } = config;
  const bin = links?.binLookup;
  const calls = { ...config.execution?.links, ...lookup?.links };
  const urls = {
    authorizeUrl: lookup?.links?.authorize?.href,
    binLookupUrl: bin !== undefined && "href" in bin ? bin.href : undefined,
    instrumentDeleteUrl: links?.instrumentDelete?.href,
    instrumentUpdateUrl: links?.instrumentUpdate?.href,
    startSessionUrl: calls.startPaymentSession?.href,
    createInstrumentUrl: calls.createInstrument?.href,
    payoutUrl: lookup?.links?.payout?.href,
  };
  const saveInstrument = vault?.links?.saveInstrument?.href;
  checkLinks({ vaultUrl: vault?.vaultUrl, saveInstrument, self: config.execution?.links?.self, ...urls }, rules);
  return {
    token: config.token,
    isTokenization: config.type === "tokenization",
    holderReference: config.holderReference ?? config.execution?.holderReference ?? "",
    amount: config.amount?.value && config.amount.currency ? config.amount : undefined,
    execution: config.execution,
    vault: vault?.vaultUrl === undefined
      ? undefined
      : { ...vault, cardTableName: vault.cardTableName ?? DEFAULT_CARD_TABLE },
    methods,
    ...urls,
  };
}

function checkLinks(links: Readonly<Record<string, unknown>>, rules: LinkRules): void {
  for (const [name, link] of Object.entries(links)) {
    if (link === undefined) continue;
    if (typeof link !== "string" || !isTrustedLink(link, rules)) {
      throw malformed(`the address of ${name} is not one of the provider's`);
    }
  }
}

function malformed(what: string, cause?: unknown): SdkError {
  return new SdkError("client:init.config_malformed", { params: { what }, cause });
}

type DeepPartial<T> = T extends string | number | boolean ? T
  : { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined };

/** Back ends may leave parts out; each part is checked where it is used. */
function asConfiguration(data: Record<string, unknown>) {
  return data as Partial<ClientConfiguration> & DeepPartial<Pick<ClientConfiguration, "links">>;
}
