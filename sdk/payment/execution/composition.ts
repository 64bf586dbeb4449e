/** Builds the body of authorize: how the amount is paid, and data about the browser. */
import { omitUndefined } from "../../core/omit_undefined.ts";
import type { AuthorizeBody, BillingAddress, CompositionItem, ReturnInfo } from "../../wire/payments.ts";
import type { Amount } from "../../wire/payments.ts";

export interface NewCard {
  readonly amount: Amount;
  readonly encryptedData: string;
  readonly vaultProviderConfigId: string;
  readonly storeInstrument: boolean;
  readonly enrollInstrumentToNetworkOffers?: boolean;
  readonly billingAddress?: BillingAddress;
  readonly preferredScheme?: string;
  readonly installmentCount?: number;
}

export function newCardItem(card: NewCard): CompositionItem {
  const { amount, encryptedData, vaultProviderConfigId, storeInstrument } = card;
  return {
    paymentMethodCode: "card",
    integrationType: "api",
    amount,
    storeInstrument,
    ...omitUndefined({
      enrollInstrumentToNetworkOffers: card.enrollInstrumentToNetworkOffers || undefined,
      installments: installments(card.installmentCount),
    }),
    paymentInstrumentData: {
      encryptedData,
      vaultProviderConfigId,
      ...omitUndefined({ billingAddress: card.billingAddress, preferredScheme: card.preferredScheme }),
    },
  };
}

export interface StoredCard {
  readonly amount: Amount;
  readonly id: string;
  readonly paymentMethod: string;
  readonly installmentCount?: number;
  /** The sealed security code, when the merchant asks for it again. */
  readonly code?: Pick<NewCard, "encryptedData" | "vaultProviderConfigId">;
}

export function storedItem({ amount, id, paymentMethod, installmentCount, code }: StoredCard): CompositionItem {
  return {
    paymentMethodCode: paymentMethod,
    integrationType: "api",
    amount,
    paymentInstrumentId: id,
    ...omitUndefined({ installments: installments(installmentCount), paymentInstrumentData: code }),
  };
}

/** The form's address as authorize expects it: the country's name and code, and the postal code. */
export function sentAddress({ country, postalCode }: BillingAddress): BillingAddress {
  const { code = "", name, fullName = "" } = country ?? {};
  return omitUndefined({ country: country && { name: name ?? fullName, code }, postalCode });
}

function installments(count: number | undefined) {
  return count === undefined ? undefined : { count };
}

export interface AuthorizeParts {
  readonly item: CompositionItem;
  readonly returnInfo: ReturnInfo;
  readonly riskSessionId?: string | undefined;
  readonly clientContext?: object | undefined;
  /** Customer data that the merchant set by `client.update`. */
  readonly customer?: object | undefined;
}

export function authorizeBody(
  { item, returnInfo, riskSessionId, clientContext, customer }: AuthorizeParts,
): AuthorizeBody {
  const risk = riskSessionId === undefined ? undefined : { sessionId: riskSessionId };
  const meta = omitUndefined({ risk, clientContext, customer });
  return {
    amount: item.amount,
    paymentComposition: [item],
    returnInfo,
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

/** The provider serves its result pages beside its merchant API (S-3DS-10). */
export function defaultReturnInfo(authorizeUrl: string): ReturnInfo {
  const base = `${authorizeUrl.split(/\/(?:client|merchant)\//)[0]}/result`;
  return {
    success: `${base}/success`,
    cancel: `${base}/cancel`,
    error: `${base}/error`,
    pending: `${base}/pending`,
  };
}

/** PayPal's id is under `fraudNet`; every other method takes the first of the other ids (S-AUTHZ-07, S-AUTHZ-08). */
export function riskSessionId(methodCode: string, riskIds: unknown): string | undefined {
  if (typeof riskIds !== "object" || riskIds === null) return undefined;
  const ids = Object.entries(riskIds).filter(([, id]) => typeof id === "string" && id !== "");
  const found = ids.find(([name]) => (name === "fraudNet") === (methodCode === "payPal"));
  return found === undefined ? undefined : String(found[1]);
}
