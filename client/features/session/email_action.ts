/** The other emails of the identity service, whose links open the sign-in page as well. */
import { loadIdentity } from "./identity/identity.ts";
import { keepUser, session } from "./session_store.ts";

const MODES = ["verifyEmail", "verifyAndChangeEmail", "resetPassword"] as const;

export interface EmailAction {
  readonly mode: (typeof MODES)[number];
  readonly code: string;
}

/** What the link of the address does; undefined for a sign-in link or none. */
export function emailActionOf(search: string): EmailAction | undefined {
  const query = new URLSearchParams(search);
  const code = query.get("oobCode") ?? "";
  const mode = MODES.find((known) => known === query.get("mode"));
  return mode === undefined || code === "" ? undefined : { mode, code };
}

export interface EmailActionPorts {
  /** Confirms an address, or moves the account to it. */
  readonly apply: (code: string) => Promise<void>;
  readonly reset: (code: string, password: string) => Promise<void>;
}

export const emailActionPorts: EmailActionPorts = {
  apply: async (code) => {
    const email = await (await loadIdentity()).applyCode(code, session.value.user?.uid);
    const { user } = session.value;
    if (user !== undefined && email !== undefined) keepUser({ ...user, email });
  },
  reset: async (code, password) => await (await loadIdentity()).resetPassword(code, password),
};
