/** Takes `vSubscriptionId` out of the address as soon as a page that needs it opens, and keeps it for this tab. */
import { useState } from "react";
import { takePurchaseKey } from "./purchase_key.ts";
import { purchaseKey } from "./session_store.ts";

/** The key, or empty text. */
export function usePurchaseKey(): string {
  const [key] = useState(() => {
    const taken = takePurchaseKey(location.search, location.origin);
    if (taken.key !== "") {
      purchaseKey.write(taken.key);
      // Own history state is kept: the router reads it.
      history.replaceState(history.state, "", `${location.pathname}${taken.search}${location.hash}`);
    }
    return taken.key || purchaseKey.read();
  });
  return key;
}
