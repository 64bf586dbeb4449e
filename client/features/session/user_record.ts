/** Who is signed in, as the app keeps it: the seven fields of spec W 3 taken from the identity library's user. */
import * as z from "zod/mini";

export const GOOGLE_PROVIDER_ID = "google.com";
export const APPLE_PROVIDER_ID = "apple.com";

const text = z.string().check(z.maxLength(2_048));
export const signedInUserSchema = z.object({
  uid: text.check(z.minLength(1)),
  email: text,
  displayName: text,
  providerId: text,
  /** The person's id at the provider. */
  providerDataId: text,
  isAppleAuth: z.boolean(),
  isGoogleAuth: z.boolean(),
});
export type SignedInUser = z.infer<typeof signedInUserSchema>;

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
