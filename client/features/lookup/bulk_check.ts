/** Runs a bulk check: sends the text, receives the rows, reports how it ended. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { BATCH_MAX_CHARS, type BatchEvent, type BatchRequest } from "../../../server/wire/members/batch.ts";
import { failureSentence } from "../../api/failure.ts";
import type { BulkCheckEvent } from "./bulk_check_state.ts";
import { needsCredits, NO_PLAN } from "./constants.ts";

export interface BulkCheckPorts {
  readonly dispatch: (event: BulkCheckEvent) => void;
  readonly check: (body: BatchRequest) => AsyncIterable<BatchEvent>;
  readonly subscriptionId: () => Promise<string>;
}
export interface BulkCheckInput {
  readonly csv: string;
  readonly name: string;
  readonly country: string;
}
const EMPTY = t("Choose a file or paste numbers, one per line.");
const TOO_LONG = t("That file is too large for 50 numbers. Keep only the column of numbers and try again.");
const UNREADABLE = t("We couldn't read the file. Choose it again, or paste the numbers.");
/** A character of the list takes three bytes of a file at most. */
const MAX_FILE_BYTES = 3 * BATCH_MAX_CHARS;
const BROKE_OFF = t(
  "The connection was lost. Numbers already checked are in your history and free to recheck for 24 hours. Send the list again.",
);
const TEXTS = { unanswered: BROKE_OFF, fallback: t("We couldn't check the list. Your text is still here. Try again.") };
const NAME_MAX_CHARS = 120;

/** The text of a chosen file; undefined, and the visitor is told why, when it is too large to read or can't be read. */
export async function readListFile(
  file: Pick<File, "size" | "text">,
  onUnreadable: (error: string) => void,
): Promise<string | undefined> {
  const refuse = (error: string) => {
    onUnreadable(error);
    return undefined;
  };
  return file.size > MAX_FILE_BYTES ? refuse(TOO_LONG) : await file.text().catch(() => refuse(UNREADABLE));
}

export async function runBulkCheck(ports: BulkCheckPorts, { csv, name, country }: BulkCheckInput): Promise<void> {
  if (csv.trim() === "") return ports.dispatch({ type: "failed", error: EMPTY });
  if (csv.length > BATCH_MAX_CHARS) return ports.dispatch({ type: "failed", error: TOO_LONG });
  ports.dispatch({ type: "sent" });
  try {
    const subscription_id = await ports.subscriptionId();
    if (subscription_id === "") return ports.dispatch({ type: "failed", error: NO_PLAN });
    const body = { subscription_id, name: name.slice(0, NAME_MAX_CHARS), csv, country };
    for await (const event of ports.check(body)) {
      if (event.type === "row") ports.dispatch({ type: "row_came", row: event.row, of: event.of });
      else if (event.type === "failed") {
        return ports.dispatch({ type: "failed", error: serviceText(event, event.error) });
      } else {
        const { batch_id: batchId, spent, credits } = event;
        return ports.dispatch({ type: "finished", batchId, spent, credits });
      }
    }
    ports.dispatch({ type: "failed", error: BROKE_OFF });
  } catch (reason) {
    ports.dispatch({ type: "failed", error: failureSentence(reason, TEXTS), needsCredits: needsCredits(reason) });
  }
}
