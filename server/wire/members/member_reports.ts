/** Member reports about a number, and disputes of them. */
import * as z from "zod/mini";

/** Kinds of trouble, and two kinds for a number without trouble; `bad` follows from the kind. */
export const REPORT_KINDS = [
  { id: "fraud", bad: true },
  { id: "impersonation", bad: true },
  { id: "code", bad: true },
  { id: "link", bad: true },
  { id: "sales", bad: true },
  { id: "robocall", bad: true },
  { id: "silent", bad: true },
  { id: "harassment", bad: true },
  { id: "other", bad: true },
  { id: "known_firm", bad: false },
  { id: "known_person", bad: false },
] as const satisfies readonly { readonly id: string; readonly bad: boolean }[];
export type ReportKind = (typeof REPORT_KINDS)[number]["id"];
/** The ids of the kinds, in the order in which screens offer them. */
export const REPORT_KIND_IDS: readonly ReportKind[] = REPORT_KINDS.map((kind) => kind.id);

/** Longest text of a report or dispute. */
export const REPORT_TEXT_MAX_CHARS = 500;
const words = z.string().check(z.maxLength(REPORT_TEXT_MAX_CHARS));
const phoneNumber = z.string().check(z.minLength(1), z.maxLength(64));

/** POST /services/report/of-number with x-id-token: one report per member and number; a new one replaces the old. */
export const numberReportRequestSchema = z.strictObject({
  phone_number: phoneNumber,
  bad: z.boolean(),
  kind: z.enum(REPORT_KIND_IDS),
  text: z.optional(words),
});
export type NumberReportRequest = z.infer<typeof numberReportRequestSchema>;

/** A report as its member reads it back; `at` is ISO 8601. */
export const numberReportSchema = z.object({
  id: z.string(),
  e164: z.string(),
  bad: z.boolean(),
  kind: z.enum(REPORT_KIND_IDS),
  text: z.string(),
  at: z.string(),
});
export type NumberReport = z.infer<typeof numberReportSchema>;

/** Why a member disputes the reports about a number. */
export const DISPUTE_REASONS = [
  { id: "mine" },
  { id: "firm" },
  { id: "faked" },
  { id: "old" },
  { id: "other" },
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number]["id"];
const DISPUTE_REASON_IDS: readonly DisputeReason[] = DISPUTE_REASONS.map((reason) => reason.id);

/** POST /services/report/dispute with x-id-token: one dispute per member and number; a new one replaces the old. */
export const disputeRequestSchema = z.strictObject({
  phone_number: phoneNumber,
  reason: z.enum(DISPUTE_REASON_IDS),
  text: z.optional(words),
});
export type DisputeRequest = z.infer<typeof disputeRequestSchema>;
/** A dispute as its member reads it back; `at` is ISO 8601. */
export const disputeSchema = z.object({
  id: z.string(),
  e164: z.string(),
  reason: z.enum(DISPUTE_REASON_IDS),
  text: z.string(),
  at: z.string(),
});
export type Dispute = z.infer<typeof disputeSchema>;

/** Response of GET /services/report/of-number with x-id-token: the member's own reports, newest first. */
export const ownNumberReportsSchema = z.object({
  reports: z.array(numberReportSchema),
  disputes: z.array(disputeSchema),
});
export type OwnNumberReports = z.infer<typeof ownNumberReportsSchema>;
