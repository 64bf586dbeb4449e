/** Advice about the caller, the contact, the number and the next steps: questions 1 to 5, 15, 16, 19 and the facts. */
import { t } from "../../../i18n/t.ts";
import { type AdviceRow, both, FTC_SCAM, isInBand, isLine, namesAnotherCountry, says } from "./advice_conditions.ts";

export const CONTACT_ADVICE: readonly AdviceRow[] = [
  {
    id: "bank_caller",
    applies: says(3, "bank"),
    text: t(
      "Hang up and call the number on the back of your card. Wait a minute first, or use another phone, so the line is really free.",
    ),
    source: "UK Finance, Take Five",
  },
  {
    id: "delivery_caller",
    applies: says(3, "delivery"),
    text: t(
      "Look the parcel up on the carrier's own site with the number from your order. Carriers do not text for small fees.",
    ),
    source: "USPS Inspection Service, Smishing",
  },
  {
    id: "government_caller",
    applies: says(3, "government"),
    text: t("Offices write first. They do not threaten arrest by phone, and they never take gift cards or crypto."),
    source: "FTC, Government impersonator scams",
  },
  {
    id: "tech_caller",
    applies: says(3, "tech_support"),
    text: t("No maker of computers calls you about a virus. Close the window, or restart the machine."),
    source: "FTC, Tech support scams",
  },
  {
    id: "family_caller",
    applies: says(3, "family"),
    text: t("Call your relative on the number you have always had. Voices can be copied; agree on a family word."),
    source: "FTC, Family emergency scams",
  },
  {
    id: "trade_caller",
    applies: says(3, "trade"),
    text: t(
      "Stay inside the marketplace's own chat and payment. Buyers who move you elsewhere want out of its protection.",
    ),
    source: "FTC, Online shopping",
  },
  {
    id: "employer_caller",
    applies: says(3, "employer"),
    text: t("Find the job on the company's own site, and call the company's main number to ask about the recruiter."),
    source: "FTC, Job scams",
  },
  {
    id: "online_caller",
    applies: says(3, "online"),
    text: t("Ask for a video call, at a time you choose. Reasons why it never works are an answer."),
    source: "FTC, Romance scams",
  },
  {
    id: "unnamed_caller",
    applies: says(3, "did_not_say"),
    text: t("Let the next call go to voicemail. People with a real matter leave a message."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "seen_before",
    applies: says(4, "yes"),
    text: t("A number you know can be faked on your display. If something feels off, hang up and call it yourself."),
    source: "FCC, Caller ID spoofing",
  },
  {
    id: "unseen",
    applies: says(4, "no", "not_sure"),
    text: t("You need not answer numbers you do not know. Search your mails and contacts for it before you call back."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "often",
    applies: says(5, "more", "daily"),
    text: t("Note dates and times of the calls. With them your phone company can trace and block, and police can act."),
    source: "Ofcom, Nuisance calls",
  },
  {
    id: "one_ring",
    applies: both(says(5, "once"), says(1, "call")),
    text: t("One ring and gone is often bait for an expensive call back. If it matters, they will ring again."),
    source: "FCC, One ring phone scam",
  },
  {
    id: "voicemail",
    applies: says(1, "voicemail"),
    text: t("Do not call the number named in a voicemail. Find the company's number yourself."),
    source: FTC_SCAM,
  },
  {
    id: "text",
    applies: says(1, "text"),
    text: t(
      "Do not reply, not even with STOP: it tells them your number is read. Forward the text to your carrier (7726 in many countries).",
    ),
    source: "FTC, How to recognize and report spam text messages",
  },
  {
    id: "app_message",
    applies: says(1, "app"),
    text: t("Report and block the account inside the app. A profile picture and a name prove nothing."),
    source: "FTC, How to recognize and report spam text messages",
  },
  {
    id: "not_yet",
    applies: says(1, "not_yet"),
    text: t(
      "Before the first call, find the same number on the company's own site. If it is not there, do not use it.",
    ),
    source: FTC_SCAM,
  },
  {
    id: "answered",
    applies: says(2, "yes"),
    text: t("Having answered is no harm in itself. Expect more calls for a while, and let them ring."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "blocked",
    applies: says(2, "blocked"),
    text: t("Blocked is good. They may come back from another number with the same story."),
    source: "FCC, Call blocking",
  },
  {
    id: "another_country",
    applies: namesAnotherCountry,
    text: t(
      "The country they named is not the number's country. That is possible with an honest roaming or internet phone, and common with dishonest ones.",
    ),
    source: t("Numbering plan of the number's country"),
  },
  {
    id: "automatic",
    applies: says(16, "yes"),
    text: t("Hang up on recorded voices without pressing a key: any key tells the machine that you are there."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "premium",
    applies: isLine("premium", "premiumRate", "sharedCost"),
    text: t(
      "Calling this number costs more than a normal call. Real banks and offices do not use such numbers for call backs.",
    ),
    source: t("ITU and national numbering plans"),
  },
  {
    id: "voip",
    applies: isLine("nonFixedVoip", "fixedVoip", "voip"),
    text: t(
      "This is an internet number. It can be rented anywhere in minutes, so its area code says little about where the caller is.",
    ),
    source: t("National numbering plans"),
  },
  {
    id: "next_block",
    applies: says(19, "block"),
    text: t(
      "To block: open the call or message, tap the number, choose Block. Your carrier's app blocks whole ranges.",
    ),
    source: "FCC, Call blocking",
  },
  {
    id: "next_report",
    applies: says(19, "report"),
    text: t(
      "Report it: in the US reportfraud.ftc.gov, in the UK reportfraud.police.uk or 7726, elsewhere your police or consumer office.",
    ),
    source: "FTC, ReportFraud.ftc.gov; City of London Police",
  },
  {
    id: "next_call_back",
    applies: says(19, "call_back"),
    text: t("If you call back, take the number from a bill or the company's site, never from the call or the message."),
    source: FTC_SCAM,
  },
  {
    id: "next_sure",
    applies: says(19, "make_sure"),
    text: t(
      "To be sure, ask them something only the real one knows, or have them write to an address you already have.",
    ),
    source: FTC_SCAM,
  },
  {
    id: "stay_away",
    applies: isInBand("suspicious", "high"),
    text: t("Do not call this number back. If it claims to be someone you know, use the number you already have."),
    source: t("The reasons of the score"),
  },
];
