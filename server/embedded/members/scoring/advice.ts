/** Advice by the score's band and its rules; about the number, never about a person. */
import type { Band, ReportAdvice, Score } from "../../../wire/members/report.ts";

/** Code -> English sentence. Reports that are stored carry the codes. */
export const ADVICE_SENTENCES: Readonly<Record<string, string>> = {
  advice_none: "We found no warning signs. That proves nothing: new numbers have no history.",
  advice_some: "Let it ring and see if the caller leaves a message. Genuine callers do.",
  advice_caution: "Don't call back from a link or a missed call. Look up the caller in a way you already trust.",
  advice_suspicious:
    "Don't call back, and block the number. Don't share codes or card details, and don't allow remote access.",
  advice_high: "Don't answer or call back. Block the number.",
  advice_high_shared:
    "If you shared codes, card details or money, call your bank now on the number on your card, then report it to the police.",
  advice_INVALID: "A call that shows an unassigned number is spoofed. You can't call it back.",
  advice_RESERVED_FICTION: "You can't reach anyone on this number. The caller hid their own.",
  advice_PREMIUM_RATE:
    "Calling back costs premium rates. Real banks and agencies never ask you to call numbers like this.",
  advice_PERSONAL: "Calling a forwarding number can cost far more than a normal call. Ask for another one.",
  advice_SHARED_COST: "Before you call, look for a standard-rate number for the same company.",
  advice_GLOBAL_SERVICE: "Calls to satellite and global services can cost several dollars a minute.",
  advice_ONE_RING: "Don't call back a single ring from abroad. The expensive callback is the whole point.",
  advice_COUNTRY_MISMATCH: "Ask yourself why a caller in one country shows a number from another.",
  advice_NEIGHBOUR: "Scammers show numbers like yours to look familiar. The real owner may not know about it.",
  advice_REPORTS: "Other members had trouble with this number. Compare their reports with what happened to you.",
  advice_always:
    "Caller ID can be spoofed. If someone claims to be your bank, an agency or a company, hang up and call the number on your card, your bill or their own site.",
};

const BY_BAND: Readonly<Record<Band, readonly string[]>> = {
  none: ["advice_none"],
  some: ["advice_some"],
  caution: ["advice_caution"],
  suspicious: ["advice_suspicious"],
  high: ["advice_high", "advice_high_shared"],
};

/** The band's advice first, then that of each rule; the report's screen and its PDF show the same. */
export function adviceOn({ band, reasons }: Score): readonly ReportAdvice[] {
  const codes = [...BY_BAND[band], ...reasons.map(({ rule }) => `advice_${rule}`), "advice_always"];
  return codes.flatMap((code) => {
    const text = ADVICE_SENTENCES[code];
    return text === undefined ? [] : [{ code, text }];
  });
}
