/** Reads single values of the session for `client.query`. */
import { PAYMENT_METHOD_CODES } from "../codes.ts";
import type { PaymentMethodOption, StoredInstrument } from "../wire/config.ts";
import type { Amount } from "../wire/payments.ts";
import type { Configuration } from "./read_config.ts";

/** Keys of `client.query`, each with the type of its answer. */
export interface Queries {
  /** The merchant's own id of the shopper. */
  readonly holderReference: { readonly answer: string };
  /** The amount to authorize, also after `client.update`; undefined in sessions that only store. */
  readonly amount: { readonly answer: Amount | undefined };
  /** Undefined in sessions that only store. */
  readonly executionId: { readonly answer: string | undefined };
  /** Address of the BIN look-up; undefined when it is off. */
  readonly binLookup: { readonly answer: string | undefined };
  /** Address that deletes an instrument, with `:instrumentId` in it. */
  readonly instrumentDelete: { readonly answer: string | undefined };
  /** Address that changes an instrument, with `:instrumentId` in it. */
  readonly instrumentUpdate: { readonly answer: string | undefined };
  /** The payment methods that `paymentMethodCode` selects. */
  readonly paymentMethodConfig: { readonly answer: readonly PaymentMethodOption[] };
  /** All stored instruments of those methods, also those that cannot pay. */
  readonly paymentMethodInstruments: { readonly answer: readonly StoredInstrument[] };
}

/** Which payment methods `paymentMethodConfig` and `paymentMethodInstruments` cover. */
export interface QueryParams {
  /** A payment method code, `all` (default), or `redirect` for every hosted payment page. */
  readonly paymentMethodCode?: string;
}

export function query<K extends keyof Queries>(
  config: Configuration,
  key: K,
  params: QueryParams = {},
): Queries[K]["answer"] {
  const found = methodsFor(config, params);
  const answers: { readonly [Key in keyof Queries]: Queries[Key]["answer"] } = {
    holderReference: config.holderReference,
    amount: config.amount,
    executionId: config.execution?.id,
    binLookup: config.binLookupUrl,
    instrumentDelete: config.instrumentDeleteUrl,
    instrumentUpdate: config.instrumentUpdateUrl,
    paymentMethodConfig: found,
    paymentMethodInstruments: found.flatMap(({ paymentInstruments }) => paymentInstruments ?? []),
  };
  return Object.hasOwn(answers, key) ? answers[key] : undefined as Queries[K]["answer"];
}

const OWN_CODES: ReadonlySet<string> = new Set([
  PAYMENT_METHOD_CODES.CARD,
  PAYMENT_METHOD_CODES.GOOGLE_PAY,
  PAYMENT_METHOD_CODES.APPLE_PAY,
  PAYMENT_METHOD_CODES.PAYPAL,
]);

/** Whether a method is a hosted payment page, under its own code or as `genericRedirect`. */
export function isRedirectMethod({ paymentMethodCode, integrationType, clientConfig }: PaymentMethodOption): boolean {
  if (OWN_CODES.has(paymentMethodCode)) return false;
  return integrationType === "hpp" || clientConfig?.flow === "redirect" ||
    paymentMethodCode === PAYMENT_METHOD_CODES.GENERIC_REDIRECT;
}

function methodsFor({ methods }: Configuration, { paymentMethodCode = "all" }: QueryParams) {
  if (paymentMethodCode === "all") return methods;
  if (paymentMethodCode === "redirect") return methods.filter(isRedirectMethod);
  return methods.filter((method) => method.paymentMethodCode === paymentMethodCode);
}
