/** Ties the Apple Pay purchase to React: one press opens the sheet, and an unanswered create can be asked for again. */
import { useRef, useState } from "react";
import { canUseApplePay, openAppleSheet } from "./apple_sheet.ts";
import { type AppleOrder, type ApplePorts, payWithApple } from "./apple_purchase.ts";

export interface ApplePaymentInput {
  /** The site has Apple Pay. */
  readonly isOn: boolean;
  readonly ports: Omit<ApplePorts, "openSheet" | "keepRepeat">;
  /** Read at the press, so that it is what is on the screen then. */
  readonly order: () => AppleOrder;
}

export interface ApplePayment {
  /** The browser has it and the site too; elsewhere it is not offered (W-APPLE-01). */
  readonly isReady: boolean;
  readonly press: () => void;
  /** Set while a create call has had no answer. */
  readonly repeat: (() => void) | undefined;
}

export function useApplePayment({ isOn, ports, order }: ApplePaymentInput): ApplePayment {
  const [isReady] = useState(() => isOn && canUseApplePay());
  const [repeat, setRepeat] = useState<(() => Promise<void>) | undefined>();
  const isOpen = useRef(false);
  const press = async () => {
    // A second press while the sheet is open would be a second sheet.
    if (isOpen.current) return;
    isOpen.current = true;
    const all: ApplePorts = { ...ports, openSheet: openAppleSheet, keepRepeat: (again) => setRepeat(() => again) };
    await payWithApple(all, order()).finally(() => isOpen.current = false);
  };
  return {
    isReady,
    press: () => void press(),
    repeat: repeat === undefined ? undefined : () => void repeat(),
  };
}
