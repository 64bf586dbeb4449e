/** Removes `vSubscriptionId` from the address as soon as a page that needs it opens, and keeps it for this tab. */
import { useState } from "react";
import { takePurchaseKey } from "./purchase_key.ts";
import { activationKey, purchaseKey } from "./session_store.ts";

/** The key, or empty text. */
export function usePurchaseKey(): string {
  const linked = useLinkedPurchaseKey();
  const [key] = useState(() => linked || purchaseKey.read());
  return key;
}

/** The key that the address of this page carried, or empty text. */
export function useLinkedPurchaseKey(): string {
  const [key] = useState(() => {
    const taken = takePurchaseKey(location.search, location.origin);
    if (taken.activation !== "") activationKey.write(taken.activation);
    if (taken.key !== "") purchaseKey.write(taken.key);
    if (taken.search.length < location.search.length) {
      // Keeps the history state, which the router reads.
      history.replaceState(history.state, "", `${location.pathname}${taken.search}${location.hash}`);
    }
    return taken.key;
  });
  return key;
}
