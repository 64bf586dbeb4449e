/** Who is signed in, kept across reloads; sign-out clears all of it. */
import { signal } from "@preact/signals-react";
import type { Profile } from "../../../server/wire/members/profile.ts";
import * as z from "zod/mini";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { keptText, slots, STORAGE_KEYS } from "../../lib/storage/storage_keys.ts";
import { forgetNumber, takeSharedNumber } from "../../lib/storage/validator_store.ts";
import { EMPTY_USER_CONTEXT, type UserContext } from "./user_context.ts";
import { type SignedInUser, signedInUserSchema } from "./user_record.ts";

const local = browserArea("local");
const userSlot = createSlot<SignedInUser | null>({
  key: STORAGE_KEYS.user,
  schema: z.nullable(signedInUserSchema),
  fallback: null,
  area: local,
});
/** Set before the browser leaves for a provider, so that the identity library loads at start only then. */
export const signInPending = createSlot({
  key: STORAGE_KEYS.signInPending,
  schema: z.boolean(),
  fallback: false,
  area: local,
});
/** The address a sign-in link was requested for; the link itself does not contain it. */
export const linkEmail = createSlot({ key: STORAGE_KEYS.linkEmail, schema: keptText, fallback: "", area: local });
/** Key of the purchase to finalize: removed from the address, lives as long as the tab. */
export const purchaseKey = createSlot({
  key: STORAGE_KEYS.vSubscriptionId,
  schema: keptText,
  fallback: "",
  area: browserArea("session"),
});

/** Proof of an emailed activation link, until it has been used. */
export const activationKey = createSlot({
  key: STORAGE_KEYS.activation,
  schema: keptText,
  fallback: "",
  area: browserArea("session"),
});

/** Read with `useSignals()`. */
export const session = signal<UserContext>({ ...EMPTY_USER_CONTEXT, user: userSlot.read() ?? undefined });

/** Where another tab has signed in or out, the identity library follows it: so does this one. */
export function followOtherTabs(): void {
  const user = userSlot.read() ?? undefined;
  if (user?.uid === session.value.user?.uid) return;
  leaveBefore(user);
  if (user === undefined) takeSharedNumber();
  session.value = { ...EMPTY_USER_CONTEXT, user };
}

addEventListener("storage", ({ key }) => {
  if (key === null || key === STORAGE_KEYS.user) followOtherTabs();
});

/** True while the member signs out: the members area then leads to the start instead of sign-in. */
export const isSigningOut = signal(false);

export function keepUser(user: SignedInUser): void {
  leaveBefore(user);
  userSlot.write(user);
  const firebaseUserCredential = { providerId: user.providerId };
  // The profile of another account goes.
  const { profile } = session.value.user?.uid === user.uid ? session.value : EMPTY_USER_CONTEXT;
  session.value = { user, profile, firebaseUserCredential };
}

/** That of another account has come too late: it was asked for before this one signed in. */
export function keepProfile(profile: Profile): void {
  if (profile.user_id !== session.value.user?.uid) return;
  session.value = { ...session.value, profile };
}

/** Removes everything about the member from this browser (SECURITY B6). */
export function forgetUser(): void {
  forgetStored();
  session.value = EMPTY_USER_CONTEXT;
}

/** What {@link forgetUser} removes, while the page of the member stays open. */
export function forgetStored(): void {
  forgetTraces();
  clearPurchase();
  forgetNumber();
  // Other tabs follow, and read what is left.
  userSlot.clear();
}

/** Removes the account, but neither its purchase nor the number checked for it: another account may claim them. */
export function forgetAccount(): void {
  userSlot.clear();
  forgetTraces();
  session.value = EMPTY_USER_CONTEXT;
}

/** Another account inherits nothing (SECURITY B6); a visitor who signs in keeps what they did before. */
function leaveBefore(next: SignedInUser | undefined): void {
  const { user } = session.value;
  if (user === undefined || user.uid === next?.uid) return;
  forgetTraces();
  if (next !== undefined) forgetNumber();
}

function forgetTraces(): void {
  signInPending.clear();
  linkEmail.clear();
  for (
    const slot of [
      slots.validationsCount,
      slots.validationsCredits,
      slots.validationsCheckTimestamp,
      slots.sexOffenders,
      slots.offenderSearchName,
      slots.quizEmail,
    ]
  ) slot.clear();
}

/** The purchase is finalized: its email, subscription id and url are no longer needed (W-FINAL-04). */
export function clearPurchase(): void {
  slots.purchaseEmail.clear();
  slots.purchaseSubscriptionId.clear();
  slots.purchaseUrl.clear();
  purchaseKey.clear();
  activationKey.clear();
}
