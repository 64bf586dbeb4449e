/** Styles of the rows of the drop-in's list: those of every row, and those of one payment method over them. */
import { own } from "../wire/own.ts";
import type { DropinOptions, HostedPageStyles, RowStyles } from "./options.ts";

type Styles = DropinOptions["styles"];

/** Where the drop-in's `styles` have the wallets' rows, by method code. */
const WALLETS: Readonly<Record<string, string>> = {
  googlePay: "googlePayButton",
  applePay: "applePayButton",
  payPal: "paypalButton",
};

/** A wallet's row is beside the styles of its button, a hosted page's under `element`. */
export function rowStylesOf(styles: Styles, code: string): readonly RowStyles[] {
  const wallet = own(WALLETS, code);
  const row = wallet === undefined ? hostedPageStyles(styles, code).element : partOf(styles, wallet);
  return [styles?.element ?? {}, row ?? {}];
}

export function hostedPageStyles(styles: Styles, code: string): HostedPageStyles {
  return partOf(styles, code);
}

function partOf(styles: Styles, name: string) {
  return Object(own(styles ?? {}, name));
}
