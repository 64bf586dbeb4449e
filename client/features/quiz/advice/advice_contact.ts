/** Advice about the caller, the contact, the number and the next steps: questions 1 to 5, 15, 16, 19 and the facts. */
import { t } from "../../../i18n/t.ts";
import { type AdviceRow, both, FTC_SCAM, isInBand, isLine, namesAnotherCountry, says } from "./advice_conditions.ts";

export const CONTACT_ADVICE: readonly AdviceRow[] = [
  {
    id: "bank_caller",
    applies: says(3, "bank"),
    text: t(
      "Hang up and call the number on the back of your card. Wait a minute or use another phone first, to be sure the line is clear.",
    ),
    source: "UK Finance, Take Five",
  },
  {
    id: "delivery_caller",
    applies: says(3, "delivery"),
    text: t(
      "Track the package on the delivery company's own site with your order number. Delivery companies don't text you to collect small fees.",
    ),
    source: "USPS Inspection Service, Smishing",
  },
  {
    id: "government_caller",
    applies: says(3, "government"),
    text: t(
      "Hang up on threats of arrest. Government agencies write first, and they never take gift cards or crypto.",
    ),
    source: "FTC, Government impersonator scams",
  },
  {
    id: "tech_caller",
    applies: says(3, "tech_support"),
    text: t("Close the window or restart your device. Computer companies don't call you about viruses."),
    source: "FTC, Tech support scams",
  },
  {
    id: "family_caller",
    applies: says(3, "family"),
    text: t("Call your relative at the number you already have. Voices can be cloned, so agree on a family code word."),
    source: "FTC, Family emergency scams",
  },
  {
    id: "trade_caller",
    applies: says(3, "trade"),
    text: t(
      "Keep to the marketplace's own chat and payments. Anyone who steers you away from them is trying to get around its protections.",
    ),
    source: "FTC, Online shopping",
  },
  {
    id: "employer_caller",
    applies: says(3, "employer"),
    text: t("Find the job on the company's own site, and call its main number to ask about the recruiter."),
    source: "FTC, Job scams",
  },
  {
    id: "online_caller",
    applies: says(3, "online"),
    text: t(
      "Ask for a video call at a time you choose. If there's always a reason it can't happen, you have your answer.",
    ),
    source: "FTC, Romance scams",
  },
  {
    id: "unnamed_caller",
    applies: says(3, "did_not_say"),
    text: t("Let the next call go to voicemail. Anyone with a real reason leaves a message."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "seen_before",
    applies: says(4, "yes"),
    text: t(
      "Hang up and call back yourself if something feels off. Even a number you know can be spoofed.",
    ),
    source: "FCC, Caller ID spoofing",
  },
  {
    id: "unseen",
    applies: says(4, "no", "not_sure"),
    text: t(
      "Search your emails and contacts for the number before you call back. You don't have to answer unknown numbers.",
    ),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "often",
    applies: says(5, "more", "daily"),
    text: t(
      "Write down the dates and times of the calls. Your carrier can use them to trace and block the caller, and the police can use them as evidence.",
    ),
    source: "Ofcom, Nuisance calls",
  },
  {
    id: "one_ring",
    applies: both(says(5, "once"), says(1, "call")),
    text: t(
      "Don't call back after a single ring. It's often bait for an expensive call. If it matters, they'll try again.",
    ),
    source: "FCC, One ring phone scam",
  },
  {
    id: "voicemail",
    applies: says(1, "voicemail"),
    text: t("Don't call a number left in a voicemail. Look up the company's number yourself."),
    source: FTC_SCAM,
  },
  {
    id: "text",
    applies: says(1, "text"),
    text: t(
      "Don't reply, not even with STOP: it confirms your number is active. Forward the text to your carrier (7726 in many countries).",
    ),
    source: "FTC, How to recognize and report spam text messages",
  },
  {
    id: "app_message",
    applies: says(1, "app"),
    text: t("Report and block the account in the app. A profile picture and a name prove nothing."),
    source: "FTC, How to recognize and report spam text messages",
  },
  {
    id: "not_yet",
    applies: says(1, "not_yet"),
    text: t(
      "Look for the number on the company's own site before you call it. If it isn't there, don't use it.",
    ),
    source: FTC_SCAM,
  },
  {
    id: "answered",
    applies: says(2, "yes"),
    text: t("Don't answer if they call again. Answering did no harm, but you may get more calls for a while."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "blocked",
    applies: says(2, "blocked"),
    text: t("Keep the number blocked. They may try again from another one with the same story."),
    source: "FCC, Call blocking tools and resources",
  },
  {
    id: "another_country",
    applies: namesAnotherCountry,
    text: t(
      "Ask why the number is from another country. Roaming or internet calls can explain it, but it's common in scams.",
    ),
    source: t("The number's national numbering plan"),
  },
  {
    id: "automatic",
    applies: says(16, "yes"),
    text: t("Hang up on recorded messages without pressing a key. Any key confirms that someone's there."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "premium",
    applies: isLine("premium", "premiumRate", "sharedCost"),
    text: t(
      "Don't call back: it costs more than a normal call. Real banks and agencies never ask you to call numbers like this.",
    ),
    source: t("ITU and national numbering plans"),
  },
  {
    id: "voip",
    applies: isLine("nonFixedVoip", "fixedVoip", "voip"),
    text: t(
      "Don't rely on the area code of this internet number. Anyone can rent one in minutes, wherever they are.",
    ),
    source: t("National numbering plans"),
  },
  {
    id: "next_block",
    applies: says(19, "block"),
    text: t(
      "Open the call or message, tap the number, and choose Block. Your carrier's app can block whole ranges.",
    ),
    source: "FCC, Call blocking tools and resources",
  },
  {
    id: "next_report",
    applies: says(19, "report"),
    text: t(
      "Report the number. In the US, use reportfraud.ftc.gov; in the UK, reportfraud.police.uk or 7726; elsewhere, tell the police or a consumer protection agency.",
    ),
    source: "FTC, ReportFraud.ftc.gov; City of London Police",
  },
  {
    id: "next_call_back",
    applies: says(19, "call_back"),
    text: t("Get the number from a bill or the company's site before you call back, never from the call or message."),
    source: FTC_SCAM,
  },
  {
    id: "next_sure",
    applies: says(19, "make_sure"),
    text: t(
      "Ask something only the real person would know, or ask them to write to an address you already have.",
    ),
    source: FTC_SCAM,
  },
  {
    id: "voicemail_first",
    applies: isInBand("none"),
    text: t("Let calls you don't expect go to voicemail. A caller with a real reason leaves a message."),
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "call_back_officially",
    applies: isInBand("none"),
    text: t(
      "Hang up if the caller asks for money, a code, or personal details. Call back on a number from the company's own site.",
    ),
    source: FTC_SCAM,
  },
  {
    id: "stay_away",
    applies: (context) => isInBand("suspicious", "high")(context) && !says(19, "block")(context),
    text: t("Block the number in your phone's settings. Your phone then ignores its calls and texts."),
    source: "FCC, Call blocking tools and resources",
  },
  {
    id: "report_bad",
    applies: (context) => isInBand("suspicious", "high")(context) && !says(19, "report")(context),
    text: t("Report the number if it has called or texted you. Carriers and the police act on what people report."),
    source: "FTC, ReportFraud.ftc.gov",
  },
];
