/** Advice by the score's band and its rules; about the number, never about a person. */
import type { Band, Score } from "../../../wire/members/report.ts";
import type { Translate } from "../../../i18n/translate.ts";

function byBand(t: Translate): Readonly<Record<Band, readonly string[]>> {
  return {
    none: [t("We know of no signals. That is not proof of anything: new numbers have no history.")],
    some: [t("Let it ring and see whether a message is left. Real callers leave one.")],
    caution: [t("Do not call back from a link or a missed call. Look the caller up by a way you already trust.")],
    suspicious: [t("Do not call back, and block the number. Give no codes, no card data and no remote access.")],
    high: [
      t("Do not answer and do not call back. Block the number."),
      t(
        "If you gave codes, card data or money: call your bank now on the number of your card, then report it to the police.",
      ),
    ],
  };
}

function byRule(t: Translate): Readonly<Record<string, string>> {
  return {
    INVALID: t("A call that shows an unassigned number shows a false one. There is nobody to call back."),
    RESERVED_FICTION: t("Nobody can be reached on this number; whoever showed it to you hid their own."),
    PREMIUM_RATE: t("Calling back costs premium rate. Real banks and authorities never ask you to call such numbers."),
    PERSONAL: t("Calling a follow-me number can cost far more than a normal call. Ask for another one."),
    SHARED_COST: t("Look for a normal-rate number of the same firm before you call."),
    GLOBAL_SERVICE: t("Calls to satellite and global services can cost several dollars a minute."),
    ONE_RING: t("Do not call back a single ring from abroad: the price of the call is the point of it."),
    COUNTRY_MISMATCH: t("Ask yourself why a caller from one country shows a number of another."),
    NEIGHBOUR: t("Numbers like your own are shown to look familiar. The real owner may know nothing of it."),
    REPORTS: t("Other members had trouble. Compare with what happened to you before you go on."),
  };
}

export function adviceOn({ band, reasons }: Score, t: Translate): readonly string[] {
  const rules = byRule(t);
  return [
    ...byBand(t)[band],
    ...reasons.flatMap(({ rule }) => rules[rule] ?? []),
    t(
      "Caller ID can be faked. If somebody says they are your bank, an office or a firm, hang up and call the number on your card, your bill or their own site.",
    ),
  ];
}
