/** What the drop-in says by default; the merchant's words stand above these. */
import type { DropinOptions } from "../options.ts";

export interface DropinTexts {
  readonly legend: string;
  readonly success: string;
  readonly fail: string;
  readonly pending: string;
  readonly unavailable: string;
  readonly loading: string;
  readonly remove: string;
  readonly makeDefault: string;
  readonly isDefault: string;
  readonly dismiss: string;
  readonly pay: string;
  readonly methods: Readonly<Record<string, string>>;
}

export const ENGLISH: DropinTexts = {
  legend: "Payment method",
  success: "Payment successful",
  fail: "Authorization failed, please try again.",
  pending: "Payment pending",
  unavailable: "Unavailable",
  loading: "Loading",
  remove: "Remove",
  makeDefault: "Use as default",
  isDefault: "Default",
  dismiss: "Dismiss",
  pay: "Pay",
  methods: { card: "Card", applePay: "Apple Pay", googlePay: "Google Pay", payPal: "PayPal" },
};

export function textsOf({ translations }: DropinOptions, base: DropinTexts = ENGLISH): DropinTexts {
  const { success, fail, pending } = translations?.paymentResult ?? {};
  return {
    ...base,
    ...(success === undefined ? {} : { success }),
    ...(fail === undefined ? {} : { fail }),
    ...(pending === undefined ? {} : { pending }),
  };
}
