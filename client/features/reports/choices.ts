/** What a member may say about a number, in words. */
import type { DisputeReason, ReportKind } from "../../../server/wire/members/member_reports.ts";
import { t } from "../../i18n/t.ts";

export const KIND_TITLES: Readonly<Record<ReportKind, string>> = {
  fraud: t("Tried to get money from me"),
  impersonation: t("Pretended to be a bank, an agency, or someone I know"),
  code: t("Asked for a code or a password"),
  link: t("Sent a link or an app"),
  sales: t("Unwanted sales call"),
  robocall: t("Robocall"),
  silent: t("Silent call or single ring"),
  harassment: t("Threats or harassment"),
  other: t("Something else was wrong"),
  known_firm: t("A real company or agency"),
  known_person: t("Someone I know"),
};

export const REASON_TITLES: Readonly<Record<DisputeReason, string>> = {
  mine: t("It's my number, and I don't make calls like that"),
  firm: t("It's my company's or agency's number"),
  faked: t("Others are spoofing this number"),
  old: t("It used to belong to someone else"),
  other: t("Another reason"),
};
