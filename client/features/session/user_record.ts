/** Who is signed in, as the app keeps it: the seven fields of spec W 3 taken from the identity library's user. */
import { fields, flag, text } from "../../lib/storage/checks.ts";
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
export const signedInUserSchema = fields<SignedInUser>({
  uid: text(2_048, 1),
  email: keptText,
  displayName: keptText,
  providerId: keptText,
  providerDataId: keptText,
  isAppleAuth: flag,
  isGoogleAuth: flag,
});

/** What is read of the library's user; its own type has much more. */
export interface IdentityUser {
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly providerId: string;
  readonly providerData: readonly { readonly providerId: string; readonly uid: string }[];
}

/** `usedProviderId`: the provider of this sign-in; without it the first the account knows. */
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
