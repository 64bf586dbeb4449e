/** A first draft of the evidence against a dispute, from what the timeline knows. It names no person. */
import type { TimelineEntry } from "../../../../server/wire/admin/timeline.ts";
import { money } from "../../format/money.ts";
import { moment } from "../../format/time.ts";
import { titleOf } from "./entries.ts";

/** What shows that the cardholder agreed, was authenticated, got the service, and was informed. */
const TELLING: readonly TimelineEntry["kind"][] = [
  "consent",
  "challenge",
  "move",
  "charge",
  "entitlement",
  "email",
  "refund",
];
const MAX_LINES = 40;

export function draftEvidence(entries: readonly TimelineEntry[]): string {
  const telling = entries.filter(({ kind, state }) => TELLING.includes(kind) && state !== "failed").slice(0, MAX_LINES);
  return telling.map((entry) => {
    const sum = entry.amount === null ? "" : `, ${money(entry.amount.minor, entry.amount.currency)}`;
    const facts = entry.facts.filter(({ name }) => name === "text_version").map(({ value }) =>
      `, text version ${value}`
    );
    return `${moment(entry.at)}: ${titleOf(entry)}${sum}${facts.join("")}`;
  }).join("\n");
}
