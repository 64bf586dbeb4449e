/** Which options the drop-in offers: known before its code loads, so that the page reserves their place. */
import { isRedirectMethod, OWN_METHODS } from "../session/query.ts";
import { storedInDropin } from "../session/stored_instruments.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { own } from "../wire/own.ts";
import type { DropinOptions, MethodOptions } from "./options.ts";

/** The methods without their order, and what the shopper stored. */
export function offeredBy(
  methods: readonly PaymentMethodOption[],
  options: DropinOptions,
): [stored: readonly StoredInstrument[], methods: PaymentMethodOption[]] {
  return [
    storedInDropin(methods, (code) => methodOptions(options, code)),
    methods.filter((method) => OWN_METHODS.includes(method.paymentMethodCode) || isRedirectMethod(method)),
  ];
}

/** The merchant's settings of one method, by its key: cards, payPal, googlePay, or a hosted page's code. */
export function methodOptions({ paymentMethodsConfiguration: all }: DropinOptions, code: string): MethodOptions {
  return parseOptions(own(all ?? {}, code === "card" ? "cards" : code));
}

/** `null` and anything that is no object counts as no settings. */
function parseOptions(found: unknown): MethodOptions {
  return typeof found === "object" && found !== null ? found as MethodOptions : {};
}
