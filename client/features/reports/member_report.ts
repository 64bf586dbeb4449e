/** Sends a member report or a dispute. */
import { t } from "../../i18n/t.ts";
import {
  DISPUTE_REASONS,
  type DisputeRequest,
  type NumberReportRequest,
  REPORT_KINDS,
} from "../../../server/wire/members/member_reports.ts";
import { failureSentence } from "../../api/failure.ts";
import type { MemberReportEvent, MemberReportState } from "./member_report_state.ts";

export interface MemberReportPorts {
  readonly dispatch: (event: MemberReportEvent) => void;
  readonly report: (body: NumberReportRequest) => Promise<void>;
  readonly dispute: (body: DisputeRequest) => Promise<void>;
}
const TEXTS = {
  unanswered: t("We couldn't reach our server. Your text is still here. Check your connection and send it again."),
  fallback: t("We couldn't save that. Your text is still here. Send it again."),
};
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
    await act();
    ports.dispatch({ type: "saved" });
  } catch (reason) {
    ports.dispatch({ type: "failed", error: failureSentence(reason, TEXTS) });
  }
}

function actOf(ports: MemberReportPorts, { form, choice, words }: MemberReportState, phone_number: string) {
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
