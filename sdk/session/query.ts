/** Reads single values of the session for `client.query`. */
import { PAYMENT_METHOD_CODES } from "../codes.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import { own } from "../wire/own.ts";
import type { Loose } from "../wire/published/open_types.ts";
import type { Amount } from "../wire/payments.ts";
import type {
  CardMetadata,
  PayPalMetadata,
  StorablePaymentCompositionOption,
  StoredPaymentInstrument,
} from "../execution/payment_method.ts";
import type { Configuration } from "./read_config.ts";

/** Keys of `client.query`, each with the type of its answer. Null: the session does not have it. */
export interface Queries {
  /** The merchant's own id of the shopper. */
  holderReference: { answer: string | null };
  /** The amount to authorize, even after `client.update`; null in sessions that only store. */
  amount: { answer: Amount | null };
  /** Null in sessions that only store. */
  executionId: { answer: string | null };
  /** The BIN look-up; null when it is off. */
  binLookup: { answer: QueriedLink | null };
  /** The call that deletes an instrument, with `:instrumentId` in its address. */
  instrumentDelete: { answer: QueriedLink | null };
  /** The call that changes an instrument, with `:instrumentId` in its address. */
  instrumentUpdate: { answer: QueriedLink | null };
  /** One payment method by its code, null when the session does not offer it; a list for `all` and `redirect`. */
  paymentMethodConfig: { answer: StorablePaymentCompositionOption | StorablePaymentCompositionOption[] | null };
  /** All stored instruments of those methods, including those that cannot pay. */
  paymentMethodInstruments: { answer: StoredPaymentInstrument<CardMetadata | PayPalMetadata>[] };
}

/** `DELETE` deletes an instrument, `PATCH` changes one. */
export type LinkMethod = "GET" | "POST" | "DELETE" | "PATCH";

/** A call of the service. */
export interface QueriedLink {
  /** Absolute address. */
  href: string;
  /** HTTP method: `GET`, `POST`, `DELETE` or `PATCH`. 5.45.0 types it without the last two. */
  method: Loose<LinkMethod>;
}

/** Which payment methods `paymentMethodConfig` and `paymentMethodInstruments` cover. */
export interface QueryParams {
  /** A payment method code, `all` (default), or `redirect` for every hosted payment page. */
  paymentMethodCode?: string;
  /** Other parameters are ignored. */
  [name: string]: unknown;
}

export function query<K extends keyof Queries>(
  config: Configuration,
  key: K,
  params?: QueryParams,
): Queries[K]["answer"];
export function query(config: Configuration, key: string, params: QueryParams = {}): unknown {
  const found = methodsFor(config, params);
  const isOne = !LISTS.has(params.paymentMethodCode ?? "all");
  const answers: Readonly<Record<keyof Queries, unknown>> = {
    holderReference: config.holderReference,
    amount: config.amount,
    executionId: config.execution?.id,
    binLookup: linkOf("POST", config.binLookupUrl),
    instrumentDelete: linkOf("DELETE", config.instrumentDeleteUrl),
    instrumentUpdate: linkOf("PATCH", config.instrumentUpdateUrl),
    paymentMethodConfig: isOne ? found[0] : found,
    paymentMethodInstruments: found.flatMap(({ paymentInstruments }) => paymentInstruments ?? []),
  };
  return own(answers, key) ?? null;
}

/** Words that mean several methods. */
const LISTS: ReadonlySet<string> = new Set(["all", "redirect"]);

function linkOf(method: LinkMethod, href: string | undefined): QueriedLink | undefined {
  return href === undefined ? undefined : { method, href };
}

/** Methods with a button of their own, in the drop-in's order. */
export const OWN_METHODS: readonly string[] = ["card", "payPal", "googlePay", "applePay", "lean"];

/** Whether a method is a hosted payment page, under its own code or as `genericRedirect`. */
export function isRedirectMethod({ paymentMethodCode, integrationType, clientConfig }: PaymentMethodOption): boolean {
  if (OWN_METHODS.includes(paymentMethodCode)) return false;
  return integrationType === "hpp" || clientConfig?.flow === "redirect" ||
    paymentMethodCode === PAYMENT_METHOD_CODES.GENERIC_REDIRECT;
}

function methodsFor({ methods }: Configuration, { paymentMethodCode = "all" }: QueryParams) {
  if (paymentMethodCode === "all") return methods;
  if (paymentMethodCode === "redirect") return methods.filter(isRedirectMethod);
  return methods.filter((method) => method.paymentMethodCode === paymentMethodCode);
}
