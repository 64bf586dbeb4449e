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

/** The lines about the disputed payment and the consents, then the newest others; all in order of time. */
export function draftEvidence(entries: readonly TimelineEntry[], disputed: string | null): string {
  const rank = ({ kind, execution_id }: TimelineEntry) =>
    disputed !== null && execution_id === disputed ? 0 : kind === "consent" ? 1 : 2;
  const telling = entries.filter(({ kind, state }) => TELLING.includes(kind) && state !== "failed");
  const kept = new Set([...telling].reverse().sort((a, b) => rank(a) - rank(b)).slice(0, MAX_LINES));
  const lines = telling.filter((entry) => kept.has(entry)).map(lineOf);
  const left = telling.length - lines.length;
  const rest = left === 0 ? [] : [`Not listed: ${left} other ${left === 1 ? "event" : "events"}.`];
  return [...lines, ...rest].join("\n");
}

function lineOf(entry: TimelineEntry): string {
  const sum = entry.amount === null ? "" : `, ${money(entry.amount.minor, entry.amount.currency)}`;
  const facts = entry.facts.filter(({ name }) => name === "text_version").map(({ value }) => `, text version ${value}`);
  return `${moment(entry.at)}: ${titleOf(entry)}${sum}${facts.join("")}`;
}
