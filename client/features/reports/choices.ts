/** What a member may say about a number, in words. */
import type { DisputeReason, ReportKind } from "../../../server/wire/members/member_reports.ts";
import { t } from "../../i18n/t.ts";

export const KIND_TITLES: Readonly<Record<ReportKind, string>> = {
  fraud: t("Tried to get money from me"),
  impersonation: t("Pretended to be a bank, an authority or somebody I know"),
  code: t("Asked for a code or a password"),
  link: t("Sent a link or an app"),
  sales: t("Sales call I did not ask for"),
  robocall: t("Recorded voice"),
  silent: t("Silent call, or rang once"),
  harassment: t("Threats or harassment"),
  other: t("Something else that was wrong"),
  known_firm: t("A firm or office that I know is real"),
  known_person: t("A person I know"),
};

export const REASON_TITLES: Readonly<Record<DisputeReason, string>> = {
  mine: t("It is my number and I do not make such calls"),
  firm: t("It is the number of my firm or office"),
  faked: t("Others show this number falsely"),
  old: t("It belonged to somebody else before"),
  other: t("Another reason"),
};
