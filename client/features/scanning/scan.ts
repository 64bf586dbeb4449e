/** Runs one check and dispatches its events; the component draws the rows. */
import { t } from "../../i18n/t.ts";
import type { CheckEvent } from "../../../server/wire/members/report.ts";
import { checkErrorText } from "../../api/check_errors.ts";
import type { ScanEvent } from "./scan_state.ts";

export interface ScanPorts {
  readonly check: (signal: AbortSignal) => AsyncIterable<CheckEvent>;
  readonly dispatch: (event: ScanEvent) => void;
}

const ENDED_EARLY = t("The check stopped early. Your number is saved. Try again.");

export async function runScan({ check, dispatch }: ScanPorts, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of check(signal)) {
      if (signal.aborted) return;
      dispatch({ type: "stream_event", event });
      if (event.type !== "step") return;
    }
    dispatch({ type: "stream_failed", text: ENDED_EARLY });
  } catch (error) {
    if (!signal.aborted) dispatch({ type: "stream_failed", text: checkErrorText(error) });
  }
}
