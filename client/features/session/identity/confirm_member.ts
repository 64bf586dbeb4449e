/** Confirms the signed-in member with the custom token that our server issued for a passkey. */
import type { IdentityPort } from "./identity_port.ts";

/**
 * The account is compared before the library reads the token: it would sign in that of another passkey in the member's
 * place. Our own server made the token, so its signature is not checked.
 */
export async function confirmMember(
  token: string,
  uid: string | undefined,
  identity: () => Promise<Pick<IdentityPort, "withToken">>,
): Promise<void> {
  const [, payload = ""] = token.split(".");
  const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  const isSame = typeof claims === "object" && claims !== null && "uid" in claims && claims.uid === uid;
  // The library's own code for it, which has a sentence.
  if (!isSame) throw Object.assign(new Error("A passkey of another account"), { code: "auth/user-mismatch" });
  await (await identity()).withToken(token);
}
