/** The user context (W-USER-02): user, profile and credential, each empty until it is known. */
import type { Profile } from "../../../server/wire/members/profile.ts";
import type { SignedInUser } from "./user_record.ts";

/** The provider of the library's credential. Its tokens stay in the library. */
export interface KeptCredential {
  readonly providerId: string;
}

export interface UserContext {
  readonly user: SignedInUser | undefined;
  readonly profile: Profile | undefined;
  readonly firebaseUserCredential: KeptCredential | undefined;
}

export const EMPTY_USER_CONTEXT: UserContext = {
  user: undefined,
  profile: undefined,
  firebaseUserCredential: undefined,
};
