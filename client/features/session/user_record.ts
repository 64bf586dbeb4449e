/** The signed-in user as the app stores it: seven fields (W-USER-01) from the identity library's user. */
import * as z from "zod/mini";
import { keptText } from "../../lib/storage/storage_keys.ts";

export const GOOGLE_PROVIDER_ID = "google.com";
export const APPLE_PROVIDER_ID = "apple.com";

export interface SignedInUser {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
  readonly providerId: string;
  /** The person's id at the provider. */
  readonly providerDataId: string;
  readonly isAppleAuth: boolean;
  readonly isGoogleAuth: boolean;
}
export const signedInUserSchema = z.object({
  uid: z.string().check(z.minLength(1), z.maxLength(2_048)),
  email: keptText,
  displayName: keptText,
  providerId: keptText,
  providerDataId: keptText,
  isAppleAuth: z.boolean(),
  isGoogleAuth: z.boolean(),
});

/** The fields read from the library's user. */
export interface IdentityUser {
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly providerId: string;
  readonly providerData: readonly { readonly providerId: string; readonly uid: string }[];
}

/** `usedProviderId`: the provider of this sign-in; otherwise the account's first provider. */
export function toSignedInUser(user: IdentityUser, usedProviderId?: string): SignedInUser {
  const used = user.providerData.find((row) => row.providerId === usedProviderId) ?? user.providerData[0];
  const providerId = usedProviderId ?? used?.providerId ?? user.providerId;
  return {
    uid: user.uid,
    email: user.email ?? "",
    displayName: user.displayName ?? "",
    providerId,
    providerDataId: used?.uid ?? "",
    isAppleAuth: providerId === APPLE_PROVIDER_ID,
    isGoogleAuth: providerId === GOOGLE_PROVIDER_ID,
  };
}
