/** The console's words for acts and their effects. */
import type { Act, Effect } from "../../../server/wire/admin/acts.ts";
import { own } from "../../../server/wire/own_entry.ts";
import type { IconName } from "../../ui/pictures/icon_paths.ts";
import { money } from "../format/money.ts";
import { day } from "../format/time.ts";
import { words } from "../format/words.ts";

interface ActWords {
  /** On the button that opens the dialog. */
  readonly offer: string;
  /** Title of the dialog. */
  readonly title: string;
  /** On the button that does it. */
  readonly confirm: string;
  /** On that button while it does it. */
  readonly busy: string;
  readonly done: string;
  readonly icon: IconName;
  /** Removes something permanently. */
  readonly isDanger: boolean;
}

function row(
  icon: IconName,
  [offer, title, confirm, busy, done]: readonly [string, string, string, string, string],
  isDanger = false,
): ActWords {
  return { offer, title, confirm, busy, done, icon, isDanger };
}

export const ACT_WORDS: Readonly<Record<Act, ActWords>> = {
  refund: row("receipt", ["Refund", "Refund this charge", "Refund", "Refunding", "The refund is on its way."]),
  cancel: row("block", [
    "Cancel plan",
    "Cancel this plan",
    "Cancel plan",
    "Canceling plan",
    "The plan is canceled. It won't renew.",
  ], true),
  pause: row("clock", [
    "Pause plan",
    "Pause this plan",
    "Pause plan",
    "Pausing plan",
    "The plan pauses when the paid period ends.",
  ]),
  resume: row("forward", [
    "Resume plan",
    "Resume this plan",
    "Resume plan",
    "Resuming plan",
    "The plan continues.",
  ]),
  resend: row("mail", [
    "Send new link",
    "Send a new link to sign in",
    "Send link",
    "Sending link",
    "A new link is on its way. Older links no longer work.",
  ]),
  replay_webhook: row("history", [
    "Replay",
    "Replay this webhook",
    "Replay webhook",
    "Replaying webhook",
    "The webhook is being sent again.",
  ]),
  answer_dispute: row("shield", [
    "Answer",
    "Answer this dispute",
    "Send answer",
    "Sending answer",
    "The acquirer has the answer.",
  ]),
  export: row("download", [
    "Export data",
    "Export this person's data",
    "Export data",
    "Exporting data",
    "The file is ready. Its link works for ten minutes, in this session only.",
  ]),
  erase: row("close", [
    "Erase person",
    "Erase this person",
    "Erase person",
    "Erasing person",
    "The person's data is erased. The records that must be kept no longer identify them.",
  ], true),
};

const WARNINGS: Readonly<Record<string, string>> = {
  not_reversible: "This can't be undone.",
  charges_at_once: "The customer is charged now: the paid period has ended.",
  plan_continues: "The plan continues and renews. Cancel it too if the customer wants to leave.",
  replaces_older_links: "Links in older emails of this kind stop working.",
  answered_once: "A dispute can be answered only once. Check the evidence first.",
  money_stays_with_cardholder: "The money stays with the cardholder.",
  holds_personal_data: "The file holds all of the customer's personal data. Send it only to the customer.",
  stays_at_payments: "Data at the payments service stays: that service runs on another server.",
  stays_at_subscriptions: "Data at the subscriptions service stays: that service runs on another server.",
  stays_at_members: "Data at the members service stays: that service runs on another server.",
  stays_at_identity: "Data at the identity service stays: that service runs on another server.",
};

export function warningText(code: string): string {
  return own<string | undefined>(WARNINGS, code) ?? `${words(code)}.`;
}

const FIELDS: Readonly<Record<string, string>> = {
  status: "Status",
  paid_until: "Paid until",
  next_charge_at: "Next charge",
  paused_until: "Paused until",
  dispute: "Dispute",
};

function valueText(value: string): string {
  if (value === "") return "none";
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? day(value) : words(value).toLowerCase();
}

export interface EffectLine {
  readonly icon: IconName;
  readonly text: string;
}

/** One line for one thing that will happen. */
export function effectLine(effect: Effect): EffectLine {
  switch (effect.kind) {
    case "money": {
      const sum = money(effect.amount.minor, effect.amount.currency);
      const to = instrumentText(effect.instrument);
      return effect.move === "refund"
        ? { icon: "receipt", text: `${sum} goes back to ${to}.` }
        : { icon: "card", text: `${sum} is charged to ${to}.` };
    }
    case "state":
      return {
        icon: "forward",
        text: `${own<string | undefined>(FIELDS, effect.field) ?? words(effect.field)} changes from ${
          valueText(effect.from)
        } to ${valueText(effect.to)}.`,
      };
    case "email":
      return { icon: "mail", text: `An email "${words(effect.email_kind)}" goes to ${effect.to.masked}.` };
    case "webhook":
      return { icon: "link", text: `A webhook "${effect.event}" goes to ${effect.origin}.` };
    case "data":
      return { icon: effect.change === "exported" ? "download" : "block", text: dataText(effect) };
  }
}

const CHANGES = {
  erased: "erased",
  anonymized: "kept without a name",
  exported: "copied into the file",
  kept_until_end: "kept until the dispute ends, then erased",
} as const;

function dataText({ what, count, change }: Extract<Effect, { readonly kind: "data" }>): string {
  return `${words(what)}: ${count} ${CHANGES[change]}.`;
}

/** "Visa •••• 4242"; only the method where the wallet reveals no digits. */
export function instrumentText(
  { method, network, last_four }: { readonly method: string; readonly network: string; readonly last_four: string },
): string {
  const name = words(network === "" ? method : network);
  if (last_four !== "") return `${name} •••• ${last_four}`;
  return name === "" ? "the same payment method" : name;
}
