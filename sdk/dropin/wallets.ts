/** Wallets inside the drop-in; undefined for a method that is none. */
import type { Mountable } from "../ui/lazy_element.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import { element } from "./dropin_view.ts";
import type { OpenedOptions } from "./opened.ts";

const WALLETS: ReadonlySet<string> = new Set(["googlePay", "applePay", "payPal"]);

/** Until its script has said that it can be used here, a wallet is not offered. */
export function walletOf({ paymentMethodCode }: PaymentMethodOption, { texts }: OpenedOptions): Mountable | undefined {
  if (!WALLETS.has(paymentMethodCode)) return undefined;
  let panel: Element | undefined;
  return {
    mount: (point) => {
      panel = point;
      point.replaceChildren(element("p", "payrails-dropin-unavailable", texts.unavailable));
    },
    unmount: () => panel?.replaceChildren(),
  };
}
