/** What the sign-in stories need of the identity library. */
import type { ProviderName } from "./providers.ts";
import type { SignedInUser } from "../user_record.ts";

/** What the app uses of the identity library; firebase behind it, a plain object in tests. */
export interface IdentityPort {
  readonly popup: (provider: ProviderName) => Promise<SignedInUser>;
  /** Leaves the page; resolves only when the browser did not go. */
  readonly redirect: (provider: ProviderName) => Promise<void>;
  readonly redirectResult: () => Promise<SignedInUser | undefined>;
  readonly sendLink: (email: string) => Promise<void>;
  readonly isLink: (href: string) => boolean;
  readonly openLink: (email: string, href: string) => Promise<SignedInUser>;
  /** With a token our server made after it checked a passkey. */
  readonly withToken: (token: string) => Promise<SignedInUser>;
  /** The sentence for what one of these was rejected with. */
  readonly explain: (reason: unknown) => string;
}
