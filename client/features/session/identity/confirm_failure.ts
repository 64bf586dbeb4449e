/** The sentence for a confirmation that failed at the identity library, whose messages load with it. */
import { t } from "../../../i18n/t.ts";
import { IDENTITY_FALLBACK, identityCode } from "./identity_code.ts";
import type { IdentityPort } from "./identity_port.ts";

/** Sign-in goes on in the page itself then; a confirmation stays where it is. */
const BLOCKED = t("Your browser blocked the sign-in window. Allow pop-ups for this page and try again.");

/** Empty for a failure of another kind, and when the library has no sentence of its own for it. */
export async function confirmFailure(
  reason: unknown,
  identity: () => Promise<Pick<IdentityPort, "explain">>,
): Promise<string> {
  const code = identityCode(reason);
  if (code === "") return "";
  if (code === "auth/popup-blocked") return BLOCKED;
  const text = await identity().then(({ explain }) => explain(reason), () => "");
  return text === IDENTITY_FALLBACK ? "" : text;
}
