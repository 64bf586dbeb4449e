/** The browser behind the finalize story: calls with the member's token, storage, and the way to the members area. */
import type { NavigateFunction } from "react-router-dom";
import { activateSubscription, finalizeSubscription, getProfile } from "../../api/services.ts";
import { finalizeAt } from "../../api/signed_in_calls.ts";
import { currentAttribution } from "../../visit/attribution.ts";
import type { FinalizePorts } from "../../features/session/finalize.ts";
import { idToken } from "../../features/session/identity/identity.ts";
import { activationKey, clearPurchase, keepProfile, keepUser, session } from "../../features/session/session_store.ts";
import type { Finalize } from "../../../server/wire/billing/purchase.ts";
import { slots } from "../../lib/storage/storage_keys.ts";

export function finalizePorts(navigate: NavigateFunction, target: string): FinalizePorts {
  return {
    finalize: claim,
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

/**
 * With a mailed link its proof is shown first. A link that is used up does not matter when the purchase is this member's
 * already, so the finalize call still decides; only when it refuses too, the link's own sentence is the one to show.
 */
async function claim(body: Finalize): Promise<unknown> {
  const token = { idToken: await idToken() };
  const t = activationKey.read();
  if (t === "") return await finalizeKept(body, token);
  try {
    await activateSubscription({ subscription_id: body.subscription_id, t }, token);
  } catch (reason) {
    return await finalizeKept(body, token).catch(() => {
      throw reason;
    });
  }
  return await finalizeKept(body, token);
}

/** At the service address that the purchase kept (spec W 7); a purchase of another browser has left none here. */
async function finalizeKept(body: Finalize, token: { readonly idToken: string | undefined }): Promise<unknown> {
  const url = slots.purchaseUrl.read();
  return url === "" ? await finalizeSubscription(body, token) : await finalizeAt(url, body, token);
}
