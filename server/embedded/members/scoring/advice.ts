/** Advice by the score's band and its rules; about the number, never about a person. */
import type { Band, ReportAdvice, Score } from "../../../wire/members/report.ts";

/** Code -> English sentence. Reports that are stored carry the codes. */
export const ADVICE_SENTENCES: Readonly<Record<string, string>> = {
  advice_none: "Stay careful, even though we found no warning signs. New numbers have no history.",
  advice_some: "Let it ring and see if the caller leaves a message. Genuine callers do.",
  advice_caution:
    "Don't call back from a link or a missed call. Look up the caller's number somewhere you already trust.",
  advice_suspicious: "Block the number. Don't share codes or card details, and don't allow remote access.",
  advice_high: "Block the number. Your phone then ignores its calls and texts.",
  advice_high_shared:
    "Call your bank now, at the number on your card, if you shared codes or card details, or sent money. Then report it.",
  advice_INVALID: "Don't try to call back: the number isn't assigned, so the caller ID was spoofed.",
  advice_RESERVED_FICTION: "Don't call back: the number you saw was fake. Real calls can't come from this range.",
  advice_PREMIUM_RATE:
    "Don't call back: it costs more than a normal call. Real banks and agencies never ask you to call numbers like this.",
  advice_PERSONAL: "Ask for another number. Calling a forwarding number can cost far more than a normal call.",
  advice_SHARED_COST: "Look for a standard-rate number for the same company before you call.",
  advice_GLOBAL_SERVICE:
    "Check the price before you call. Calls to satellite and global services can cost several dollars a minute.",
  advice_ONE_RING: "Treat a single ring from abroad as bait for an expensive callback.",
  advice_COUNTRY_MISMATCH: "Ask yourself why a caller in one country shows a number from another.",
  advice_NEIGHBOUR:
    "Don't trust a number just because it looks like yours. Scammers spoof similar numbers to seem familiar. The real owner may not know about it.",
  advice_REPORTS: "Compare what happened to you with the reports of other members who had trouble with this number.",
  advice_always:
    "Hang up if someone claims to be your bank, an agency, or a company. Caller ID can be spoofed, so call the number on your card, your bill, or the organization's own site.",
};

const BY_BAND: Readonly<Record<Band, readonly string[]>> = {
  none: ["advice_none"],
  some: ["advice_some"],
  caution: ["advice_caution"],
  suspicious: ["advice_suspicious"],
  high: ["advice_high", "advice_high_shared"],
};

/** What the headlines of the two worst bands say already; the reasons of the score say why. */
const DONT_CALL_BACK = ["advice_INVALID", "advice_RESERVED_FICTION"];

/** The band's advice first, then that of each rule; the report's screen and its PDF show the same. */
export function adviceOn({ band, reasons }: Score): readonly ReportAdvice[] {
  const said = band === "suspicious" || band === "high" ? DONT_CALL_BACK : [];
  const ofRules = reasons.map(({ rule }) => `advice_${rule}`).filter((code) => !said.includes(code));
  const codes = [...BY_BAND[band], ...ofRules, "advice_always"];
  return codes.flatMap((code) => {
    const text = ADVICE_SENTENCES[code];
    return text === undefined ? [] : [{ code, text }];
  });
}
