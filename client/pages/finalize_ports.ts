/** The browser behind the finalize story: calls with the member's token, storage, and the way to the members area. */
import type { NavigateFunction } from "react-router-dom";
import { finalizeSubscription, getProfile } from "../api/services.ts";
import { currentAttribution } from "../app/attribution.ts";
import type { FinalizePorts } from "../features/session/finalize.ts";
import { idToken } from "../features/session/identity.ts";
import { clearPurchase, keepProfile, keepUser, session } from "../features/session/session_store.ts";
import { slots } from "../lib/storage_keys.ts";

export function finalizePorts(navigate: NavigateFunction, target: string): FinalizePorts {
  return {
    finalize: async (body) => await finalizeSubscription(body, { idToken: await idToken() }),
    saveProfile: async (subscriptionId) => keepProfile(await getProfile(subscriptionId, { idToken: await idToken() })),
    purchaseEmail: () => slots.purchaseEmail.read(),
    attribution: currentAttribution,
    clearPurchase,
    markSignedIn: () => {
      const { user } = session.value;
      if (user !== undefined) keepUser(user);
    },
    goToWebapp: () => navigate(target, { replace: true }),
  };
}
