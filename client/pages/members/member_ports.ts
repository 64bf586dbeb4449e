/** The calls of the members area, each with a fresh token of the signed-in member. */
import {
  deleteAlert,
  deleteNumberReport,
  FILES,
  getAlerts,
  getFile,
  getGuide,
  getHistory,
  getNumberReports,
  getRegistry,
  getStoredReport,
  postAlert,
  postDelete,
  postDispute,
  postNumberReport,
  postOwnNumber,
  postRegistrySearch,
} from "../../api/members.ts";
import {
  deletePasskey,
  getPasskeys,
  postAddOptions,
  postPasskey,
  postSignIn,
  postSignInOptions,
} from "../../api/passkeys.ts";
import { t } from "../../i18n/t.ts";
import { type ProviderName, PROVIDERS } from "../../features/session/identity/providers.ts";
import { linkEmail, session } from "../../features/session/session_store.ts";
import type { Confirmer, PasskeysProps } from "../../features/account/Passkeys.tsx";
import type { MemberReportPorts } from "../../features/reports/member_report.ts";
import type { AlertPorts } from "../../features/reports/NumberAlert.tsx";
import type { RegistryPorts } from "../../features/registry/registry.ts";
import { confirmMember } from "../../features/session/identity/confirm_member.ts";
import { idToken, loadIdentity } from "../../features/session/identity/identity.ts";
import { loadChunk } from "../../lib/load_chunk.ts";
import { passkeyName } from "../../lib/browser/passkeys.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { countryHeader } from "../visitor_country.ts";
import { saveFile } from "../../lib/browser/save_file.ts";

export const memberReportPorts: Omit<MemberReportPorts, "dispatch"> = {
  own: async (e164) => (await getNumberReports({ idToken: await idToken() })).find((report) => report.e164 === e164),
  withdraw: async (id) => await deleteNumberReport(id, { idToken: await idToken() }),
  report: async (body) => await postNumberReport(body, { idToken: await idToken() }),
  dispute: async (body) => await postDispute(body, { idToken: await idToken() }),
};

export async function loadHistory(before: string) {
  return await getHistory(before, { idToken: await idToken() });
}

export async function loadStored(id: string) {
  return await getStoredReport(id, { idToken: await idToken() });
}

export async function loadGuide() {
  return await getGuide({ idToken: await idToken() });
}

export async function loadRegistry() {
  return await getRegistry({ idToken: await idToken() });
}

export const registryPorts: Omit<RegistryPorts, "show"> = {
  search: async (body) => await postRegistrySearch(body, { idToken: await idToken() }),
  keep: (name, { hits }) => {
    slots.offenderSearchName.write(name);
    slots.sexOffenders.write(hits.length);
  },
};

export async function saveOwnNumber(phone_number: string, country: string): Promise<string> {
  return await postOwnNumber({ phone_number, country }, { idToken: await idToken() });
}

export const alertPorts: AlertPorts = {
  list: async () => await getAlerts({ idToken: await idToken() }),
  start: async (phoneNumber, country) =>
    await postAlert(phoneNumber, country, { idToken: await idToken(), headers: countryHeader() }),
  end: async (id) => await deleteAlert(id, { idToken: await idToken() }),
};

/** How a member confirms in place: the provider they signed in with, a passkey they have, or a link by email. */
function confirmations(): readonly Confirmer[] {
  const { isGoogleAuth = false, isAppleAuth = false, email = "" } = session.value.user ?? {};
  const provider = isGoogleAuth ? "google" : isAppleAuth ? "apple" : undefined;
  const passkey = { label: t("Use a passkey"), needsPasskey: true, run: confirmByPasskey };
  return [provider === undefined ? byEmail(email) : byProvider(provider), passkey];
}

function byProvider(provider: ProviderName): Confirmer {
  return {
    label: t("Continue with {provider}", { provider: PROVIDERS[provider].label }),
    run: async () => {
      await (await loadIdentity()).confirm(provider);
      return "";
    },
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
  };
}

async function confirmByPasskey(): Promise<string> {
  const { answerWithPasskey } = await loadChunk(() => import("../../lib/browser/passkey_browser.ts"));
  const token = await postSignIn(await answerWithPasskey(await postSignInOptions()));
  await confirmMember(token, session.value.user?.uid, loadIdentity);
  return "";
}

export const passkeyPorts = (): PasskeysProps => ({
  confirm: confirmations(),
  load: async () => await getPasskeys({ idToken: await idToken() }),
  add: async () => {
    const { createPasskey } = await loadChunk(() => import("../../lib/browser/passkey_browser.ts"));
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
export async function deleteEverything(): Promise<boolean> {
  await postDelete({ idToken: await idToken() });
  return await loadIdentity().then((identity) => identity.deleteAccount()).then(() => true, () => false);
}

/** Downloads a file with the member's token and saves it. */
export async function download(url: string, name: string): Promise<void> {
  saveFile(await getFile(url, { idToken: await idToken() }), name);
}

export const savePdf = (id: string, e164: string) => download(FILES.reportPdf(id), `TrustCheck ${e164}.pdf`);
export const saveData = (id: string, e164: string) => download(FILES.reportData(id), `TrustCheck ${e164}.json`);
export const saveCsv = (id: string) => download(FILES.listCsv(id), "TrustCheck list.csv");
