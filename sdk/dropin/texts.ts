/** Default texts of the drop-in; the merchant's texts take precedence. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { Language } from "../locales/language.ts";
import type { CommonTexts, DropinTexts } from "../locales/pack.ts";
import { own } from "../wire/own.ts";
import type { Decline, FailedEvent } from "../events.ts";
import type { DropinMethodTexts, DropinOptions } from "./options.ts";

export const ENGLISH: DropinTexts = {
  legend: "Payment method",
  success: "Payment successful",
  fail: "Authorization failed, please try again.",
  pending: "Payment pending",
  left: "You closed the page before the payment was complete. You can continue it: you won't be charged twice.",
  openAgain: "Open again",
  otherWay: "Choose another way to pay",
  remove: "Remove",
  makeDefault: "Use as default",
  isDefault: "Default",
  dismiss: "Dismiss",
  card: "Card",
};

/** The words of a decline load with a payment; this one is written out for a drop-in without. */
const NOT_PROCESSED = "The payment couldn't be processed. You haven't been charged.";

/** Names that are the same in every language. */
export const BRAND_NAMES: Readonly<Record<string, string>> = {
  applePay: "Apple Pay",
  googlePay: "Google Pay",
  payPal: "PayPal",
  lean: "Lean",
};

export type Words = DropinTexts & CommonTexts & {
  /** For a refusal that another try cannot avoid. */
  readonly notProcessed: string;
};

export function wordsOf(options: DropinOptions, language: Pick<Language, "common" | "of" | "pack">): Words {
  const { success, fail, pending } = translationsOf(options, "paymentResult");
  return {
    ...language.common,
    ...language.of("dropin", ENGLISH),
    notProcessed: language.pack?.declines.reasons.not_processed ?? NOT_PROCESSED,
    ...omitUndefined({ success, fail, pending }),
  };
}

/** `advice`: why the issuer declined, below the message. */
export interface FailureTexts {
  readonly message: string;
  readonly advice?: string | undefined;
}

type Failure = Omit<FailedEvent, "decline"> & { readonly decline?: Pick<Decline, "why"> | undefined };

/**
 * The failure message, with a single instruction: the specification's sentence says to try again (S-LABEL-02), so the
 * advice below it names only the reason. The merchant's own text for the issuer's result is shown alone, and so is the
 * merchant's text for every failure, which may be in a different language from the SDK's reasons.
 */
export function failureTexts(
  { code, message, result = "", decline, serverError }: Failure,
  options: DropinOptions,
  { fail, notProcessed }: Words,
): FailureTexts {
  const errorMessages = options.translations?.errorMessages ?? {};
  const named = own(errorMessages, message) ?? own(errorMessages, result);
  if (named !== undefined) return { message: named };
  const isOwn = translationsOf(options, "paymentResult").fail !== undefined;
  if (isOwn) return { message: fail };
  // The service refused the request without asking an issuer: another try gets the same refusal.
  if (serverError !== undefined && code !== "AUTHENTICATION_ERROR") return { message: notProcessed };
  return { message: fail, ...(decline && { advice: decline.why }) };
}

/** The merchant's texts for one part, or for one method by its code. */
export function translationsOf({ translations }: DropinOptions, part: string): DropinMethodTexts {
  return Object(own(translations ?? {}, part));
}
