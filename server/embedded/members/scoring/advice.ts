/** Advice by the score's band and its rules; about the number, never about a person. */
import type { Band, Score } from "../../../wire/members/report.ts";
import type { Translate } from "../../../i18n/translate.ts";

function byBand(t: Translate): Readonly<Record<Band, readonly string[]>> {
  return {
    none: [t("We found no warning signs. That proves nothing: new numbers have no history.")],
    some: [t("Let it ring and see if the caller leaves a message. Genuine callers do.")],
    caution: [t("Don't call back from a link or a missed call. Look up the caller in a way you already trust.")],
    suspicious: [
      t("Don't call back, and block the number. Don't share codes or card details, and don't allow remote access."),
    ],
    high: [
      t("Don't answer or call back. Block the number."),
      t(
        "If you shared codes, card details or money, call your bank now on the number on your card, then report it to the police.",
      ),
    ],
  };
}

function byRule(t: Translate): Readonly<Record<string, string>> {
  return {
    INVALID: t("A call that shows an unassigned number is spoofed. You can't call it back."),
    RESERVED_FICTION: t("You can't reach anyone on this number. The caller hid their own."),
    PREMIUM_RATE: t(
      "Calling back costs premium rates. Real banks and agencies never ask you to call numbers like this.",
    ),
    PERSONAL: t("Calling a forwarding number can cost far more than a normal call. Ask for another one."),
    SHARED_COST: t("Before you call, look for a standard-rate number for the same company."),
    GLOBAL_SERVICE: t("Calls to satellite and global services can cost several dollars a minute."),
    ONE_RING: t("Don't call back a single ring from abroad. The expensive callback is the whole point."),
    COUNTRY_MISMATCH: t("Ask yourself why a caller in one country shows a number from another."),
    NEIGHBOUR: t("Scammers show numbers like yours to look familiar. The real owner may not know about it."),
    REPORTS: t("Other members had trouble with this number. Compare their reports with what happened to you."),
  };
}

export function adviceOn({ band, reasons }: Score, t: Translate): readonly string[] {
  const rules = byRule(t);
  return [
    ...byBand(t)[band],
    ...reasons.flatMap(({ rule }) => rules[rule] ?? []),
    t(
      "Caller ID can be spoofed. If someone claims to be your bank, an agency or a company, hang up and call the number on your card, your bill or their own site.",
    ),
  ];
}
