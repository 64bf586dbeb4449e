/** The calls of the account page, each with a fresh token of the signed-in member. */
import { postDelete, postOwnNumber } from "../../../api/members.ts";
import {
  deletePasskey,
  getPasskeys,
  postAddOptions,
  postPasskey,
  postSignIn,
  postSignInOptions,
} from "../../../api/passkeys.ts";
import type { Confirmer, PasskeysProps } from "../../../features/account/Passkeys.tsx";
import { confirmFailure } from "../../../features/session/identity/confirm_failure.ts";
import { confirmMember } from "../../../features/session/identity/confirm_member.ts";
import { idToken, loadIdentity } from "../../../features/session/identity/identity.ts";
import type { Identity } from "../../../features/session/identity/identity_firebase.ts";
import { identityCode, TOO_MANY_LINKS } from "../../../features/session/identity/identity_code.ts";
import { type ProviderName, PROVIDERS } from "../../../features/session/identity/providers.ts";
import { keepProfile, linkEmail, session } from "../../../features/session/session_store.ts";
import { t } from "../../../i18n/t.ts";
import { passkeyName } from "../../../lib/browser/passkeys.ts";
import { loadChunk } from "../../../lib/load_chunk.ts";

/** Also in the profile, which the page shows again before it has loaded a new one. */
export async function saveOwnNumber(phone_number: string, country: string): Promise<string> {
  const own_number = await postOwnNumber({ phone_number, country }, { idToken: await idToken() });
  const { profile } = session.value;
  if (profile !== undefined) keepProfile({ ...profile, own_number });
  return own_number;
}

/** How a member confirms in place: the provider they signed in with, a passkey they have, or a link by email. */
function confirmations(): readonly Confirmer[] {
  const { isGoogleAuth = false, isAppleAuth = false, email = "" } = session.value.user ?? {};
  const provider = isGoogleAuth ? "google" : isAppleAuth ? "apple" : undefined;
  const passkey = { label: t("Use a passkey"), needsPasskey: true, run: confirmByPasskey, explain };
  return [provider === undefined ? byEmail(email) : byProvider(provider), passkey];
}

const explain = (reason: unknown) => confirmFailure(reason, loadIdentity);

function byProvider(provider: ProviderName): Confirmer {
  return {
    label: t("Continue with {provider}", { provider: PROVIDERS[provider].label }),
    run: async () => {
      await (await loadIdentity()).confirm(provider);
      return "";
    },
    explain,
  };
}

function byEmail(email: string): Confirmer {
  return {
    label: t("Email me a link"),
    run: async () => {
      await (await loadIdentity()).sendLink(email);
      linkEmail.write(email);
      return t("We've sent a link to {email}. Open it in this browser, then add the passkey here.", { email });
    },
    explain: async (reason) =>
      identityCode(reason) === "auth/too-many-requests" ? TOO_MANY_LINKS : await explain(reason),
  };
}

async function confirmByPasskey(): Promise<string> {
  const { answerWithPasskey } = await loadChunk(() => import("../../../lib/browser/passkey_browser.ts"));
  const token = await postSignIn(await answerWithPasskey(await postSignInOptions()));
  await confirmMember(token, session.value.user?.uid, loadIdentity);
  return "";
}

export const passkeyPorts = (): PasskeysProps => ({
  confirm: confirmations(),
  load: async () => await getPasskeys({ idToken: await idToken() }),
  add: async () => {
    const { createPasskey } = await loadChunk(() => import("../../../lib/browser/passkey_browser.ts"));
    const token = await idToken();
    const answer = await createPasskey(await postAddOptions({ idToken: token }));
    return await postPasskey({ answer, name: passkeyName(navigator.userAgent) }, { idToken: token });
  },
  remove: async (id) => await deletePasskey(id, { idToken: await idToken() }),
});

/**
 * Deletes the data, with it the sign-in account where our server keeps it, and asks the identity provider to delete its
 * own. False when that one stays: the provider requires a recent sign-in, or did not answer.
 */
export async function deleteEverything(
  identity: () => Promise<Pick<Identity, "deleteAccount">> = loadIdentity,
): Promise<boolean> {
  await postDelete({ idToken: await idToken() });
  return await identity().then((library) => library.deleteAccount()).then(() => true, () => false);
}
