/** Ties the Apple Pay purchase to React: one press opens the sheet, and an unanswered create can be asked for again. */
import { useEffect, useRef, useState } from "react";
import { loadChunk } from "../../../lib/browser/lazy_page.ts";
import { canUseApplePay } from "./apple_available.ts";
import type { AppleOrder, ApplePorts } from "./apple_purchase.ts";

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
  const code = useAppleCode(isOn);
  const [repeat, setRepeat] = useState<(() => Promise<void>) | undefined>();
  const isOpen = useRef(false);
  const press = async () => {
    // A second press while the sheet is open would be a second sheet.
    if (code === undefined || isOpen.current) return;
    isOpen.current = true;
    const all: ApplePorts = { ...ports, openSheet: code.openAppleSheet, keepRepeat: (again) => setRepeat(() => again) };
    await code.payWithApple(all, order()).finally(() => isOpen.current = false);
  };
  return {
    isReady: code !== undefined,
    press: () => void press(),
    repeat: repeat === undefined ? undefined : () => void repeat(),
  };
}

type AppleCode = typeof import("./apple_purchase.ts");

/** Only browsers that have Apple Pay fetch what it needs, before the press: the sheet opens in the click or not at all. */
function useAppleCode(isOn: boolean): AppleCode | undefined {
  const [code, setCode] = useState<AppleCode>();
  useEffect(() => {
    if (!isOn || !canUseApplePay()) return;
    // Without it there is the card.
    loadChunk(() => import("./apple_purchase.ts")).then(setCode, () => undefined);
  }, [isOn]);
  return code;
}
