/** Connects the Apple Pay purchase to React: one press opens the sheet, and an unanswered create can be repeated. */
import { useEffect, useRef, useState } from "react";
import { loadChunk } from "../../../lib/load_chunk.ts";
import { canUseApplePay } from "./apple_available.ts";
import type { AppleOrder, ApplePorts } from "./apple_purchase.ts";

export interface ApplePaymentInput {
  /** The site offers Apple Pay. */
  readonly isOn: boolean;
  readonly ports: Omit<ApplePorts, "openSheet" | "keepRepeat">;
  /** Read at the press, so that it matches the screen at that moment. */
  readonly order: () => AppleOrder;
}

export interface ApplePayment {
  /** Both browser and site support it; otherwise it is not offered (W-APPLE-01). */
  readonly isReady: boolean;
  readonly press: () => void;
  /** Set while a create call has no response. */
  readonly repeat: (() => void) | undefined;
}

export function useApplePayment({ isOn, ports, order }: ApplePaymentInput): ApplePayment {
  const code = useAppleCode(isOn);
  const [repeat, setRepeat] = useState<(() => Promise<void>) | undefined>();
  const isOpen = useRef(false);
  const press = async () => {
    // A second press would open a second sheet.
    if (code === undefined || isOpen.current) return;
    isOpen.current = true;
    const all: ApplePorts = { ...ports, openSheet: code.openAppleSheet, keepRepeat: (again) => setRepeat(() => again) };
    await code.payWithApple(all, order).finally(() => isOpen.current = false);
  };
  return {
    isReady: code !== undefined,
    press: () => void press(),
    repeat: repeat === undefined ? undefined : () => void repeat(),
  };
}

type AppleCode = typeof import("./apple_purchase.ts");

/** Browsers with Apple Pay load this chunk before the press, since the sheet must open within the click. */
function useAppleCode(isOn: boolean): AppleCode | undefined {
  const [code, setCode] = useState<AppleCode>();
  useEffect(() => {
    if (!isOn || !canUseApplePay()) return;
    // If the chunk fails, the shopper can still pay by card.
    loadChunk(() => import("./apple_purchase.ts")).then(setCode, () => undefined);
  }, [isOn]);
  return code;
}
