/** Sends a member report or a dispute, and withdraws a report. */
import { t } from "../../i18n/t.ts";
import {
  DISPUTE_REASONS,
  type DisputeRequest,
  type NumberReport,
  type NumberReportRequest,
  REPORT_KINDS,
} from "../../../server/wire/members/member_reports.ts";
import { actSentence } from "../../api/act_failure.ts";
import { failureSentence } from "../../api/failure.ts";
import type { MemberReportEvent, MemberReportState } from "./member_report_state.ts";

export interface MemberReportPorts {
  readonly dispatch: (event: MemberReportEvent) => void;
  /** The member's own report on a number, by its E.164. */
  readonly own: (e164: string) => Promise<NumberReport | undefined>;
  readonly report: (body: NumberReportRequest) => Promise<NumberReport>;
  readonly withdraw: (id: string) => Promise<void>;
  readonly dispute: (body: DisputeRequest) => Promise<void>;
}
const TEXTS = {
  unanswered: t("We couldn't reach our server. Your text is still here. Check your connection and send it again."),
  fallback: t("We couldn't save that. Your text is still here. Send it again."),
};
const WITHDRAW_TEXTS = { refused: t("We couldn't withdraw your report. Nothing has changed. Try again.") };
const CHOOSE = t("Select the option that fits best.");

export async function sendMemberReport(
  ports: MemberReportPorts,
  state: MemberReportState,
  phoneNumber: string,
): Promise<void> {
  const act = actOf(ports, state, phoneNumber);
  if (act === undefined) return ports.dispatch({ type: "failed", error: CHOOSE });
  ports.dispatch({ type: "sent" });
  try {
    const own = await act();
    ports.dispatch({ type: "saved", ...(own === undefined ? {} : { own }) });
  } catch (reason) {
    ports.dispatch({ type: "failed", error: failureSentence(reason, TEXTS) });
  }
}

export async function withdrawMemberReport(
  { withdraw, dispatch }: Pick<MemberReportPorts, "withdraw" | "dispatch">,
  id: string,
): Promise<void> {
  dispatch({ type: "withdrawing" });
  try {
    await withdraw(id);
    dispatch({ type: "withdrawn" });
  } catch (reason) {
    dispatch({ type: "failed", error: actSentence(reason, WITHDRAW_TEXTS) });
  }
}

function actOf(
  ports: MemberReportPorts,
  { form, choice, words }: MemberReportState,
  phone_number: string,
): (() => Promise<NumberReport | void>) | undefined {
  const text = words.trim();
  const kind = REPORT_KINDS.find((row) => row.id === choice);
  const reason = DISPUTE_REASONS.find((row) => row.id === choice);
  if (form === "report" && kind !== undefined) {
    return () => ports.report({ phone_number, bad: kind.bad, kind: kind.id, text });
  }
  if (form === "dispute" && reason !== undefined) {
    return () => ports.dispute({ phone_number, reason: reason.id, text });
  }
  return undefined;
}
