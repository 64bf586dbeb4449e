/** The browser's side of finalizing: calls with the member's token, storage, and navigation to the members area. */
import type { NavigateFunction } from "react-router-dom";
import { activateSubscription, finalizeSubscription, getProfile } from "../../api/services.ts";
import { finalizeAt } from "../../api/signed_in_calls.ts";
import { currentAttribution } from "../../visit/attribution.ts";
import type { FinalizePorts } from "../../features/session/finalize.ts";
import { idToken, signOutHere } from "../../features/session/identity/identity.ts";
import {
  activationKey,
  clearPurchase,
  forgetAccount,
  keepProfile,
  session,
} from "../../features/session/session_store.ts";
import type { Finalize } from "../../../server/wire/billing/purchase.ts";
import { paths } from "../../lib/browser/paths.ts";
import { slots } from "../../lib/storage/storage_keys.ts";

export function finalizePorts(navigate: NavigateFunction, target: string): FinalizePorts {
  return {
    finalize: claim,
    saveProfile: async (subscriptionId) => keepProfile(await getProfile(subscriptionId, { idToken: await idToken() })),
    purchaseEmail: () => slots.purchaseEmail.read(),
    attribution: currentAttribution,
    clearPurchase,
    goToWebapp: () => navigate(boughtReport(target), { replace: true }),
  };
}

/** Signs out and asks for another account, which claims the same purchase. */
export function changeAccount(): void {
  void signOutHere(forgetAccount).catch(() => undefined);
}

/** The report that was bought, which is the newest one; a page that the member asked for comes first. */
function boughtReport(target: string): string {
  const newest = session.value.profile?.recent[0];
  return target === paths.webapp() && newest !== undefined ? paths.boughtReport(newest.report_id) : target;
}

/**
 * Presents the proof of an emailed link first. A used link does not matter when the purchase already belongs to this
 * member, so the finalize call still decides; only when it refuses too, the link's message is shown.
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

/** Calls the service address stored with the purchase (W-CALL-13); a purchase of another browser has none here. */
async function finalizeKept(body: Finalize, token: { readonly idToken: string | undefined }): Promise<unknown> {
  const url = slots.purchaseUrl.read();
  return url === "" ? await finalizeSubscription(body, token) : await finalizeAt(url, body, token);
}
