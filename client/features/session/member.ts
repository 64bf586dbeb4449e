/** Calls on behalf of the signed-in member, each with a fresh token. */
import { getMySubscriptions, getProfile } from "../../api/services.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { idToken } from "./identity/identity.ts";
import { keepProfile } from "./session_store.ts";

export async function loadMySubscriptions(): Promise<readonly Subscription[]> {
  const token = await idToken();
  return token === undefined ? [] : await getMySubscriptions({ idToken: token });
}

/** Also stores it in the user context. */
export async function loadProfile(): Promise<void> {
  const token = await idToken();
  if (token !== undefined) keepProfile(await getProfile("", { idToken: token }));
}
