/** The words of a timeline: a title for each entry, its state, and its facts. */
import type { ENTRY_KINDS, TimelineEntry } from "../../../../server/wire/admin/timeline.ts";
import type { IconName } from "../../../ui/pictures/icon_paths.ts";
import { own } from "../../../../server/wire/own_entry.ts";
import { moment } from "../../format/time.ts";
import { words } from "../../format/words.ts";
import type { Fact } from "../../ui/Facts.tsx";
import type { Tone } from "../../ui/Chip.tsx";

type Kind = (typeof ENTRY_KINDS)[number];

interface KindWords {
  readonly name: string;
  readonly icon: IconName;
  /** The title of an entry whose name has no row in TITLES. */
  readonly title: (name: string) => string;
}

export const KINDS: Readonly<Record<Kind, KindWords>> = {
  consent: { name: "Consent", icon: "done", title: (name) => `Consent ${words(name).toLowerCase()}` },
  charge: { name: "Charges", icon: "card", title: (name) => `${words(name)} charge` },
  refund: { name: "Refunds", icon: "receipt", title: (name) => `Refund ${words(name).toLowerCase()}` },
  plan: { name: "Plan", icon: "calendar", title: (name) => `Plan: ${words(name).toLowerCase()}` },
  entitlement: { name: "Access", icon: "report", title: (name) => `Access: ${words(name).toLowerCase()}` },
  email: { name: "Emails", icon: "mail", title: (name) => `Email: ${words(name).toLowerCase()}` },
  webhook: { name: "Webhooks", icon: "link", title: (name) => `Webhook ${name}` },
  execution: { name: "Payment", icon: "line", title: (name) => `Payment ${words(name).toLowerCase()}` },
  challenge: { name: "Challenges", icon: "lock", title: (name) => `${words(name)} challenge` },
  card: { name: "Card", icon: "card", title: (name) => `Card network: ${words(name).toLowerCase()}` },
  intent: { name: "Acquirer", icon: "bank", title: (name) => `Asked the acquirer to ${words(name).toLowerCase()}` },
  move: { name: "Money", icon: "forward", title: words },
  dispute: { name: "Disputes", icon: "shield", title: words },
  account: { name: "Account", icon: "person", title: (name) => `Account ${words(name).toLowerCase()}` },
  act: { name: "Operators", icon: "person", title: (name) => `Operator: ${words(name).toLowerCase()}` },
};

/** Where the general rule would read badly, by kind and name. */
const TITLES: Readonly<Record<string, string>> = {
  "account sign_in": "Signed in",
  "charge first": "First charge",
  "charge renewal": "Renewal",
  "charge addon": "Add-on bought",
  "challenge 3ds": "3-D Secure challenge",
  "challenge redirect": "Sent to the bank's page",
  "execution opened": "Payment opened",
  "move authorizeSuccessful": "Authorized",
  "move authorizeFailed": "Authorization declined",
  "move captureSuccessful": "Captured",
  "move captureFailed": "Capture failed",
  "move cancelSuccessful": "Authorization voided",
  "move refundSuccessful": "Refunded",
  "move refundFailed": "Refund failed",
};

export function titleOf({ kind, name }: Pick<TimelineEntry, "kind" | "name">): string {
  return own<string | undefined>(TITLES, `${kind} ${name}`) ?? KINDS[kind].title(name);
}

const STATES: Readonly<Record<TimelineEntry["state"], { readonly tone: Tone; readonly word: string } | undefined>> = {
  info: undefined,
  open: { tone: "busy", word: "Open" },
  ok: { tone: "good", word: "Done" },
  failed: { tone: "bad", word: "Failed" },
};

export function stateOf({ state }: Pick<TimelineEntry, "state">) {
  return STATES[state];
}

/** In the server's order, then the ids that other systems know. */
export function factsOf({ facts, execution_id, subject, at }: TimelineEntry): readonly Fact[] {
  return [
    ...facts.map(({ name, value }) => ({
      name: words(name),
      value: /^\d{4}-\d{2}-\d{2}T/.test(value) ? moment(value) : value,
    })),
    { name: "Time", value: moment(at) },
    { name: subject === null ? "" : words(subject.kind), value: subject?.id ?? "" },
    { name: "Payment", value: execution_id ?? "" },
  ];
}
