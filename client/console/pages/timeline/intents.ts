/** What an operator can do about an entry of a timeline. */
import type { Timeline, TimelineEntry } from "../../../../server/wire/admin/timeline.ts";
import type { Intent } from "../../acts/intent.ts";
import { moment } from "../../format/time.ts";
import { refundIntent } from "../customer/intents.ts";
import { titleOf } from "./entries.ts";
import { draftEvidence } from "./evidence.ts";

/** By the entry's subject; nothing where it has none. */
export function intentsOf({ subject, ...entry }: TimelineEntry, timeline: Timeline): readonly Intent[] {
  if (subject === null) return [];
  const about = `${titleOf(entry)}, ${moment(entry.at)}`;
  const charge = timeline.purchase?.charges.find(({ id }) => id === subject.id);
  switch (subject.kind) {
    case "charge":
      if (timeline.purchase !== null && charge !== undefined) return [refundIntent(charge, timeline.purchase)];
      return [{ request: { act: "refund", charge_id: subject.id }, about }];
    case "webhook":
      return [{ request: { act: "replay_webhook", webhook_id: subject.id }, about }];
    case "dispute":
      return [disputeIntent({ id: subject.id, execution_id: entry.execution_id }, about, timeline.entries)];
    default:
      return [];
  }
}

interface Disputed {
  readonly id: string;
  readonly execution_id: string | null;
}

export function disputeIntent(
  { id, execution_id }: Disputed,
  about: string,
  entries: readonly TimelineEntry[],
): Intent {
  const evidence = draftEvidence(entries, execution_id);
  return { request: { act: "answer_dispute", dispute_id: id, answer: "contest", evidence }, about };
}
