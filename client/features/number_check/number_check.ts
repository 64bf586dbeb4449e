/** One free check from the number field: an immediate message, or else the service's result. */
import { t } from "../../i18n/t.ts";
import type { CheckEvent, CheckResult } from "../../../server/wire/members/report.ts";
import { serviceText } from "../../lib/format/service_text.ts";
import { checkErrorText, CheckFailed, numberProblem } from "../../api/check_errors.ts";
import type { NumberCheckEvent, TypedNumber } from "./number_check_state.ts";

export interface NumberCheckPorts {
  readonly check: (phoneNumber: string, country: string) => AsyncIterable<CheckEvent>;
  readonly dispatch: (event: NumberCheckEvent) => void;
}

/** Ends with `check_answered` or with `check_failed`, which has the message to show. */
export async function checkTypedNumber(ports: NumberCheckPorts, typed: TypedNumber): Promise<void> {
  ports.dispatch({ type: "check_started", typed });
  const problem = numberProblem(typed.phoneNumber);
  if (problem !== "") {
    ports.dispatch({ type: "check_failed", typed, text: problem });
    return;
  }
  try {
    const result = await lastResult(ports.check(typed.phoneNumber, typed.country));
    ports.dispatch({ type: "check_answered", typed, result });
  } catch (error) {
    ports.dispatch({ type: "check_failed", typed, text: checkErrorText(error) });
  }
}

async function lastResult(events: AsyncIterable<CheckEvent>): Promise<CheckResult> {
  for await (const event of events) {
    if (event.type === "done") return event.result;
    if (event.type === "failed") throw new CheckFailed(serviceText(event, event.error));
  }
  throw new CheckFailed(t("The check stopped early. Your number is saved. Try again."));
}
