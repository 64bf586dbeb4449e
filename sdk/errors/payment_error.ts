/** Errors of payments, wallets and hosted pages, whose sentences load with their code. */
import { PAYMENT_ROWS } from "./payment_rows.ts";
import { type Arguments, SdkError, type Written } from "./sdk_error.ts";

type PaymentKey = keyof typeof PAYMENT_ROWS;

/** An error of a payment or a wallet, with the placeholders of its sentence filled. */
export function paymentError<K extends PaymentKey>(key: K, ...[options]: Arguments<K>): SdkError {
  const written: Written = { ...options, sentence: PAYMENT_ROWS[key] };
  return Reflect.construct(SdkError, [key, written]);
}
