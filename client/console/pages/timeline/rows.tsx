/** A timeline's entries as rows, with their notes and acts. */
import type { Timeline as TimelineAnswer, TimelineEntry } from "../../../../server/wire/admin/timeline.ts";
import { ActButtons } from "../../acts/ActButtons.tsx";
import { Masked } from "../../acts/Masked.tsx";
import { money } from "../../format/money.ts";
import { words } from "../../format/words.ts";
import type { TimelineRow } from "../../ui/Timeline.tsx";
import { factsOf, KINDS, stateOf, titleOf } from "./entries.ts";
import { intentsOf } from "./intents.ts";

export const KIND_NAMES = Object.fromEntries(Object.entries(KINDS).map(([kind, { name }]) => [kind, name]));

export function rowOf(entry: TimelineEntry, timeline: TimelineAnswer): TimelineRow {
  const { id, at, kind, amount, reason, to } = entry;
  const state = stateOf(entry);
  const title = titleOf(entry);
  const hasNote = reason !== "" || to !== null;
  return {
    id,
    at,
    kind,
    title,
    icon: KINDS[kind].icon,
    facts: factsOf(entry),
    actions: <ActButtons possible={entry.possible} intents={intentsOf(entry, timeline)} of={`${title}, ${id}`} />,
    ...(state === undefined ? {} : { state }),
    ...(amount === null ? {} : { amount: money(amount.minor, amount.currency) }),
    ...(hasNote
      ? {
        note: (
          <>
            {reason !== "" && words(reason)} {to !== null && <Masked of={to} name="recipient" />}
          </>
        ),
      }
      : {}),
  };
}

export function emailsIn({ entries }: TimelineAnswer): number {
  return entries.filter(({ kind }) => kind === "email").length;
}
