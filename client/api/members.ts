/** Calls of the members area: member reports, bulk checks, history, files. */
import * as z from "zod/mini";
import { type BatchEvent, batchEventSchema, type BatchRequest } from "../../server/wire/members/batch.ts";
import { type Guide, guideSchema } from "../../server/wire/members/guide.ts";
import { type History, historySchema, type ReportBody, reportBodySchema } from "../../server/wire/members/report.ts";
import {
  type DisputeRequest,
  type NumberReport,
  type NumberReportRequest,
  numberReportSchema,
  ownNumberReportsSchema,
} from "../../server/wire/members/member_reports.ts";
import {
  type RegistryAbout,
  registryAboutSchema,
  type RegistryResult,
  registryResultSchema,
  type RegistrySearch,
} from "../../server/wire/members/registry.ts";
import { type Deleted, deletedSchema, ownNumberSchema } from "../../server/wire/members/privacy.ts";
import { type Watch, watchesSchema, watchSchema } from "../../server/wire/members/alerts.ts";
import { textField } from "./failure.ts";
import { linesOf, type MemberOptions, request, ResponseError, send, withToken } from "./http.ts";

const REPORT = "/services/report";
/** Time limit for documents, which are rendered during the call. */
const DOCUMENT_TIMEOUT_MS = 60_000;
/** Time limit for the next line of a list. */
const LINE_TIMEOUT_MS = 60_000;

/** Deletes; what is gone already, as after a press in another tab, answers with `goneCode` and counts as deleted. */
export async function deleteOwn(url: string, goneCode: string, options: MemberOptions): Promise<void> {
  try {
    await request(url, { ...withToken(options), method: "DELETE" });
  } catch (reason) {
    if (!(reason instanceof ResponseError) || textField(reason.body, "code") !== goneCode) throw reason;
  }
}

/** The member's own reports, newest first. */
export async function getNumberReports(options: MemberOptions): Promise<readonly NumberReport[]> {
  const answer = await request(`${REPORT}/of-number`, { ...withToken(options), method: "GET" });
  return z.parse(ownNumberReportsSchema, answer).reports;
}

export async function postNumberReport(body: NumberReportRequest, options: MemberOptions): Promise<NumberReport> {
  return z.parse(numberReportSchema, await request(`${REPORT}/of-number`, { ...withToken(options), body }));
}

export async function deleteNumberReport(id: string, options: MemberOptions): Promise<void> {
  await deleteOwn(`${REPORT}/of-number/${encodeURIComponent(id)}`, "report_unknown", options);
}

export async function postDispute(body: DisputeRequest, options: MemberOptions): Promise<void> {
  await request(`${REPORT}/dispute`, { ...withToken(options), body });
}

export async function getHistory(before: string, options: MemberOptions): Promise<History> {
  const url = `${REPORT}/history?before=${encodeURIComponent(before)}`;
  return z.parse(historySchema, await request(url, { ...withToken(options), method: "GET" }));
}

export async function getStoredReport(id: string, options: MemberOptions): Promise<ReportBody> {
  const url = `${REPORT}/stored/${encodeURIComponent(id)}`;
  return z.parse(reportBodySchema, await request(url, { ...withToken(options), method: "GET" }));
}

export async function getGuide(options: MemberOptions): Promise<Guide> {
  return z.parse(guideSchema, await request(`${REPORT}/guide`, { ...withToken(options), method: "GET" }));
}

export async function getRegistry(options: MemberOptions): Promise<RegistryAbout> {
  return z.parse(registryAboutSchema, await request(`${REPORT}/registry`, { ...withToken(options), method: "GET" }));
}

export async function postRegistrySearch(body: RegistrySearch, options: MemberOptions): Promise<RegistryResult> {
  return z.parse(registryResultSchema, await request(`${REPORT}/registry`, { ...withToken(options), body }));
}

export async function getAlerts(options: MemberOptions): Promise<readonly Watch[]> {
  const answer = await request(`${REPORT}/watch`, { ...withToken(options), method: "GET" });
  return z.parse(watchesSchema, answer).watches;
}

/** `country` for a number typed in national format. */
export async function postAlert(phone_number: string, country: string, options: MemberOptions): Promise<Watch> {
  const body = { phone_number, country };
  return z.parse(watchSchema, await request(`${REPORT}/watch`, { ...withToken(options), body }));
}

export async function deleteAlert(id: string, options: MemberOptions): Promise<void> {
  await deleteOwn(`${REPORT}/watch/${encodeURIComponent(id)}`, "alert_unknown", options);
}

export interface OwnNumberRequest {
  readonly phone_number: string;
  readonly country: string;
}

/** Returns the stored number, or empty text. */
export async function postOwnNumber(body: OwnNumberRequest, options: MemberOptions): Promise<string> {
  const answer = await request("/services/profile/own-number", { ...withToken(options), body });
  return z.parse(ownNumberSchema, answer).own_number;
}

export async function postDelete(options: MemberOptions): Promise<Deleted> {
  const body = { confirm: "delete" };
  return z.parse(deletedSchema, await request("/services/profile/delete", { ...withToken(options), body }));
}

/**
 * The events of a bulk check as they arrive. The limit is the time between two of them: a list of many numbers takes
 * long while the source of a number is slow.
 */
export async function* checkList(body: BatchRequest, options: MemberOptions): AsyncGenerator<BatchEvent> {
  const late = new AbortController();
  const limit = () =>
    setTimeout(() => late.abort(new DOMException("No line in time", "TimeoutError")), LINE_TIMEOUT_MS);
  let timer = limit();
  try {
    const response = await send(`${REPORT}/batch`, { ...withToken(options), body, timeout: late.signal });
    for await (const line of linesOf(response)) {
      clearTimeout(timer);
      timer = limit();
      yield z.parse(batchEventSchema, JSON.parse(line));
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Files that the members area offers. */
export const FILES = {
  reportPdf: (id: string) => `${REPORT}/stored/${encodeURIComponent(id)}/pdf`,
  reportData: (id: string) => `${REPORT}/stored/${encodeURIComponent(id)}/data`,
  receiptPdf: (subscriptionId: string, chargeId: string) =>
    `${REPORT}/receipt/${encodeURIComponent(subscriptionId)}/${encodeURIComponent(chargeId)}/pdf`,
  myData: "/services/profile/export",
  guidePdf: `${REPORT}/guide/pdf`,
  listCsv: (id: string) => `${REPORT}/batch/${encodeURIComponent(id)}/csv`,
} as const;

export async function getFile(url: string, options: MemberOptions): Promise<Blob> {
  const answer = await send(url, { ...withToken(options), method: "GET", timeoutMs: DOCUMENT_TIMEOUT_MS });
  return await answer.blob();
}
