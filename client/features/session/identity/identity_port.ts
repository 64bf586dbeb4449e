/** The part of the identity library that sign-in uses. */
import type { ProviderName } from "./providers.ts";
import type { SignedInUser } from "../user_record.ts";

/** Firebase behind it, a plain object in tests. */
export interface IdentityPort {
  readonly popup: (provider: ProviderName) => Promise<SignedInUser>;
  /** Leaves the page; resolves only when the browser did not navigate. */
  readonly redirect: (provider: ProviderName) => Promise<void>;
  readonly redirectResult: () => Promise<SignedInUser | undefined>;
  readonly sendLink: (email: string) => Promise<void>;
  readonly isLink: (href: string) => boolean;
  readonly openLink: (email: string, href: string) => Promise<SignedInUser>;
  /** With the custom token that our server issues after verifying a passkey. */
  readonly withToken: (token: string) => Promise<SignedInUser>;
  /** The message for a rejection of one of these. */
  readonly explain: (reason: unknown) => string;
}
