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
  postDispute,
  postNumberReport,
  postRegistrySearch,
} from "../../api/members.ts";
import type { MemberReportPorts } from "../../features/reports/member_report.ts";
import type { AlertPorts } from "../../features/reports/NumberAlert.tsx";
import type { RegistryPorts } from "../../features/registry/registry.ts";
import { idToken } from "../../features/session/identity/identity.ts";
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

export const alertPorts: AlertPorts = {
  list: async () => await getAlerts({ idToken: await idToken() }),
  start: async (phoneNumber, country) =>
    await postAlert(phoneNumber, country, { idToken: await idToken(), headers: countryHeader() }),
  end: async (id) => await deleteAlert(id, { idToken: await idToken() }),
};

/** Downloads a file with the member's token and saves it. */
export async function download(url: string, name: string): Promise<void> {
  saveFile(await getFile(url, { idToken: await idToken() }), name);
}

export const savePdf = (id: string, e164: string) => download(FILES.reportPdf(id), `TrustCheck ${e164}.pdf`);
export const saveData = (id: string, e164: string) => download(FILES.reportData(id), `TrustCheck ${e164}.json`);
export const saveCsv = (id: string) => download(FILES.listCsv(id), "TrustCheck list.csv");
