/** Member reports about a number, and disputes of them. */
import * as z from "zod/mini";

/** Kinds of trouble, and two kinds for a number without trouble; `bad` follows from the kind. */
export const REPORT_KINDS = [
  { id: "fraud", bad: true, title: "Tried to get money from me" },
  { id: "impersonation", bad: true, title: "Pretended to be a bank, an authority or somebody I know" },
  { id: "code", bad: true, title: "Asked for a code or a password" },
  { id: "link", bad: true, title: "Sent a link or an app" },
  { id: "sales", bad: true, title: "Sales call I did not ask for" },
  { id: "robocall", bad: true, title: "Recorded voice" },
  { id: "silent", bad: true, title: "Silent call, or rang once" },
  { id: "harassment", bad: true, title: "Threats or harassment" },
  { id: "other", bad: true, title: "Something else that was wrong" },
  { id: "known_firm", bad: false, title: "A firm or office that I know is real" },
  { id: "known_person", bad: false, title: "A person I know" },
] as const satisfies readonly { readonly id: string; readonly bad: boolean; readonly title: string }[];
export type ReportKind = (typeof REPORT_KINDS)[number]["id"];
export const REPORT_KIND_IDS: readonly ReportKind[] = REPORT_KINDS.map((kind) => kind.id);

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

export const numberReportSchema = z.object({
  id: z.string(),
  e164: z.string(),
  bad: z.boolean(),
  kind: z.enum(REPORT_KIND_IDS),
  text: z.string(),
  at: z.string(),
});
export type NumberReport = z.infer<typeof numberReportSchema>;

export const DISPUTE_REASONS = [
  { id: "mine", title: "It is my number and I do not make such calls" },
  { id: "firm", title: "It is the number of my firm or office" },
  { id: "faked", title: "Others show this number falsely" },
  { id: "old", title: "It belonged to somebody else before" },
  { id: "other", title: "Another reason" },
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
