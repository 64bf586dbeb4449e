/** The user context of spec W 3: user, profile and credential, each empty until it is known. */
import type { Profile } from "../../../server/wire/members/members.ts";
import type { SignedInUser } from "./user_record.ts";

/** What is kept of the library's credential: which provider made it. Its tokens stay in the library. */
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
