/** Which options the drop-in offers: known before its code loads, so that the page reserves their place. */
import { isRedirectMethod, OWN_METHODS } from "../session/query.ts";
import { asksToStore, storedInDropin } from "../session/stored_instruments.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { own } from "../wire/own.ts";
import { ROW_CHROME_PX } from "../wire/frames.ts";
import type { DropinOptions, MethodOptions } from "./options.ts";

type Offered = readonly [stored: readonly StoredInstrument[], methods: readonly PaymentMethodOption[]];

/** What the shopper stored, and the methods in their order. */
export function offeredBy(methods: readonly PaymentMethodOption[], options: DropinOptions): Offered {
  return [
    storedInDropin(methods, (code) => methodOptions(options, code)),
    [
      ...OWN_METHODS.flatMap((code) => methods.filter(({ paymentMethodCode }) => paymentMethodCode === code)),
      ...methods.filter(isRedirectMethod),
    ],
  ];
}

/**
 * Height of the content of an option that is open at once: paddings and a button, and where it has them fields, and the
 * checkbox that stores or what can be done with a stored card.
 */
export function heightOf([[stored], [method]]: Offered, options: DropinOptions): string {
  const isStored = stored !== undefined;
  const code = stored?.paymentMethod ?? method?.paymentMethodCode ?? "";
  const { layout, showCardHolderName, requireCvv, ...storing } = methodOptions(options, code);
  const form = layout?.length ?? (showCardHolderName ? 3 : 2);
  const fields = code !== "card" ? 0 : !isStored ? form : requireCvv === true ? 1 : 0;
  const px = 24 + (isStored || asksToStore(method, storing) ? 44 : 0) + (isStored || fields > 0 ? 12 : 0) +
    fields * ROW_CHROME_PX;
  return `calc(${px}px + ${1 + fields} * var(--payrails-control-height))`;
}

/**
 * The merchant's settings of one method, by its key: cards, payPal, googlePay, or a hosted page's code. `null` and
 * anything that is not an object counts as no settings.
 */
export function methodOptions({ paymentMethodsConfiguration: all }: DropinOptions, code: string): MethodOptions {
  return Object(own(all ?? {}, code === "card" ? "cards" : code));
}
