/** Loads the code of a payment, once for all buttons of the page: it is a quarter of what form and button weigh. */
import { loadCode } from "../ui/load_code.ts";
import type * as PayCard from "./pay_card.ts";

export type PaymentCode = typeof PayCard;

/** Undefined until it has loaded. */
export let loadedPayment: PaymentCode | undefined;
let loading: Promise<PaymentCode> | undefined;

/** Rejects with `payrails:client:code_not_loaded` when the file is lost; the next call tries again. */
export function loadPayment(): Promise<PaymentCode> {
  return loading ??= loadCode(import("./pay_card.ts")).then(
    (code) => loadedPayment = code,
    (error) => {
      loading = undefined;
      throw error;
    },
  );
}
