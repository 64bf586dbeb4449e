/** The advice table: condition, text, source. Order is the order of reading: what they asked for, then who, then next steps. */
import type { Advice, AdviceContext } from "./advice.ts";
import { isAnswered } from "./answers.ts";

export interface AdviceRow extends Advice {
  readonly applies: (context: AdviceContext) => boolean;
}

/** True when question n has one of these answers. */
const says = (n: number, ...values: readonly string[]) => ({ answers }: AdviceContext) =>
  isAnswered(answers, n, ...values);
const line = (...types: readonly string[]) => ({ phone }: AdviceContext) => types.includes(phone.lineType);
const band = (...bands: readonly string[]) => (context: AdviceContext) => bands.includes(context.band);
const both = (one: AdviceRow["applies"], other: AdviceRow["applies"]) => (context: AdviceContext) =>
  one(context) && other(context);

/** They named a country, and it is not the number's. */
function namesAnotherCountry({ answers, phone }: AdviceContext): boolean {
  const named = answers[15] ?? null;
  return typeof named === "string" && /^[A-Z]{2}$/.test(named) && phone.countryCode !== "" &&
    named !== phone.countryCode;
}

const FTC_SCAM = "FTC, How to avoid a scam";
const FTC_AFTER = "FTC, What to do if you were scammed";

export const ADVICE_ROWS: readonly AdviceRow[] = [
  {
    id: "gift_card",
    applies: says(7, "gift_card"),
    text:
      "Gift cards are for gifts. Nobody honest asks you to pay with one, and the numbers on the back are as good as cash.",
    source: "FTC, Gift card scams",
  },
  {
    id: "crypto",
    applies: says(7, "crypto"),
    text: "A crypto payment cannot be called back. An office, bank or company that insists on it is not one.",
    source: "FTC, Cryptocurrency and scams",
  },
  {
    id: "transfer",
    applies: says(7, "transfer"),
    text:
      "A transfer to a stranger is hard to undo. Check the account holder's name with your bank before you send anything.",
    source: "UK Finance, Take Five",
  },
  {
    id: "card",
    applies: says(7, "card"),
    text:
      "Card payments can be disputed. If you paid and it was not what was promised, ask your bank for a chargeback.",
    source: "FTC, Disputing credit card charges",
  },
  {
    id: "cash",
    applies: says(7, "cash"),
    text: "Never hand cash to a courier or put it in the post. Police and banks do not collect money at the door.",
    source: "FTC, Government impersonator scams",
  },
  {
    id: "paid_other",
    applies: says(7, "other"),
    text: "An unusual way to pay is the point, not a detail: it is chosen because you cannot get the money back.",
    source: FTC_SCAM,
  },
  {
    id: "money_asked",
    applies: says(6, "yes"),
    text: "Before you pay anyone who called you, say you will call back, and use a number you found yourself.",
    source: FTC_SCAM,
  },
  {
    id: "no_code",
    applies: says(8, "yes"),
    text: "A code sent to you opens your account. Whoever asks for it wants to be you.",
    source: "FTC, Verification codes",
  },
  {
    id: "link",
    applies: says(9, "link"),
    text: "Do not use the link they sent. Type the address yourself or open the app you already have.",
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "app",
    applies: says(9, "app"),
    text: "Programs for remote help let a stranger see and steer your device. Install one only when you made the call.",
    source: "FTC, Tech support scams",
  },
  {
    id: "tapped",
    applies: both(says(14, "yes"), says(9, "link")),
    text: "If you typed a password on the page behind the link, change it now, everywhere you use it.",
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "not_tapped",
    applies: says(14, "no"),
    text: "Not tapping was right. Delete the message once you have reported it.",
    source: "CISA, Recognize and report phishing",
  },
  {
    id: "hurry",
    applies: says(10, "hurry"),
    text: "Hurry is a tool: it keeps you from checking. Take the time; a real matter is still there tomorrow.",
    source: FTC_SCAM,
  },
  {
    id: "secret",
    applies: says(10, "secret"),
    text:
      "Someone who asks you to tell nobody fears the question your friends would ask. Tell one person you trust, today.",
    source: "FTC, Family emergency scams",
  },
  {
    id: "prize",
    applies: says(11, "prize"),
    text: "A real prize costs nothing. Fees, taxes or postage before you get it mean there is none.",
    source: "FTC, Fake prize, sweepstakes and lottery scams",
  },
  {
    id: "job",
    applies: says(11, "job"),
    text: "No honest employer asks you to pay for equipment, or to pass on money or parcels.",
    source: "FTC, Job scams",
  },
  {
    id: "refund",
    applies: says(11, "refund"),
    text: "Refunds go back the way you paid. Nobody needs your card, a transfer or access to your computer for one.",
    source: "FTC, Refund and recovery scams",
  },
  {
    id: "investment",
    applies: says(11, "investment"),
    text: "Guaranteed returns do not exist. Look the firm up in your financial regulator's register before you answer.",
    source: "SEC, Investor.gov",
  },
  {
    id: "love",
    applies: says(11, "love"),
    text: "Never send money to someone you have not met. Search for their pictures, and ask a friend what they think.",
    source: "FTC, Romance scams",
  },
  {
    id: "gave_name",
    applies: says(12, "name"),
    text: "Name and address are enough for a convincing second call. Expect one, and do not trust it for knowing you.",
    source: FTC_AFTER,
  },
  {
    id: "gave_id",
    applies: says(12, "id"),
    text:
      "With a birth date or ID number accounts can be opened in your name. Place a free fraud alert or credit freeze.",
    source: "FTC, IdentityTheft.gov",
  },
  {
    id: "gave_bank",
    applies: says(12, "bank"),
    text: "Watch your statements for two months, and have small sums you do not know refused too: they are tests.",
    source: FTC_AFTER,
  },
  {
    id: "gave_nothing",
    applies: both(says(12, "none"), says(13, "no")),
    text: "You gave nothing away. Blocking the number and going on with your day is a complete answer.",
    source: FTC_SCAM,
  },
  {
    id: "recovery",
    applies: says(13, "yes"),
    text: "Soon someone may offer to get your money back for a fee. That is the same people, or their friends.",
    source: "FTC, Refund and recovery scams",
  },
  {
    id: "bank_caller",
    applies: says(3, "bank"),
    text:
      "Hang up and call the number on the back of your card. Wait a minute first, or use another phone, so the line is really free.",
    source: "UK Finance, Take Five",
  },
  {
    id: "delivery_caller",
    applies: says(3, "delivery"),
    text:
      "Look the parcel up on the carrier's own site with the number from your order. Carriers do not text for small fees.",
    source: "USPS Inspection Service, Smishing",
  },
  {
    id: "government_caller",
    applies: says(3, "government"),
    text: "Offices write first. They do not threaten arrest by phone, and they never take gift cards or crypto.",
    source: "FTC, Government impersonator scams",
  },
  {
    id: "tech_caller",
    applies: says(3, "tech_support"),
    text: "No maker of computers calls you about a virus. Close the window, or restart the machine.",
    source: "FTC, Tech support scams",
  },
  {
    id: "family_caller",
    applies: says(3, "family"),
    text: "Call your relative on the number you have always had. Voices can be copied; agree on a family word.",
    source: "FTC, Family emergency scams",
  },
  {
    id: "trade_caller",
    applies: says(3, "trade"),
    text:
      "Stay inside the marketplace's own chat and payment. Buyers who move you elsewhere want out of its protection.",
    source: "FTC, Online shopping",
  },
  {
    id: "employer_caller",
    applies: says(3, "employer"),
    text: "Find the job on the company's own site, and call the company's main number to ask about the recruiter.",
    source: "FTC, Job scams",
  },
  {
    id: "online_caller",
    applies: says(3, "online"),
    text: "Ask for a video call, at a time you choose. Reasons why it never works are an answer.",
    source: "FTC, Romance scams",
  },
  {
    id: "unnamed_caller",
    applies: says(3, "did_not_say"),
    text: "Let the next call go to voicemail. People with a real matter leave a message.",
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "seen_before",
    applies: says(4, "yes"),
    text: "A number you know can be faked on your display. If something feels off, hang up and call it yourself.",
    source: "FCC, Caller ID spoofing",
  },
  {
    id: "unseen",
    applies: says(4, "no", "not_sure"),
    text: "You need not answer numbers you do not know. Search your mails and contacts for it before you call back.",
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "often",
    applies: says(5, "more", "daily"),
    text: "Note dates and times of the calls. With them your phone company can trace and block, and police can act.",
    source: "Ofcom, Nuisance calls",
  },
  {
    id: "one_ring",
    applies: both(says(5, "once"), says(1, "call")),
    text: "One ring and gone is often bait for an expensive call back. If it matters, they will ring again.",
    source: "FCC, One ring phone scam",
  },
  {
    id: "voicemail",
    applies: says(1, "voicemail"),
    text: "Do not call the number named in a voicemail. Find the company's number yourself.",
    source: FTC_SCAM,
  },
  {
    id: "text",
    applies: says(1, "text"),
    text:
      "Do not reply, not even with STOP: it tells them your number is read. Forward the text to your carrier (7726 in many countries).",
    source: "FTC, How to recognize and report spam text messages",
  },
  {
    id: "app_message",
    applies: says(1, "app"),
    text: "Report and block the account inside the app. A profile picture and a name prove nothing.",
    source: "FTC, How to recognize and report spam text messages",
  },
  {
    id: "not_yet",
    applies: says(1, "not_yet"),
    text: "Before the first call, find the same number on the company's own site. If it is not there, do not use it.",
    source: FTC_SCAM,
  },
  {
    id: "answered",
    applies: says(2, "yes"),
    text: "Having answered is no harm in itself. Expect more calls for a while, and let them ring.",
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "blocked",
    applies: says(2, "blocked"),
    text: "Blocked is good. They may come back from another number with the same story.",
    source: "FCC, Call blocking",
  },
  {
    id: "another_country",
    applies: namesAnotherCountry,
    text:
      "The country they named is not the number's country. That is possible with an honest roaming or internet phone, and common with dishonest ones.",
    source: "Numbering plan of the number's country",
  },
  {
    id: "automatic",
    applies: says(16, "yes"),
    text: "Hang up on recorded voices without pressing a key: any key tells the machine that you are there.",
    source: "FCC, Stop unwanted robocalls and texts",
  },
  {
    id: "premium",
    applies: line("premium", "premiumRate", "sharedCost"),
    text:
      "Calling this number costs more than a normal call. Real banks and offices do not use such numbers for call backs.",
    source: "ITU and national numbering plans",
  },
  {
    id: "voip",
    applies: line("nonFixedVoip", "fixedVoip", "voip"),
    text:
      "This is an internet number. It can be rented anywhere in minutes, so its area code says little about where the caller is.",
    source: "National numbering plans",
  },
  {
    id: "next_block",
    applies: says(19, "block"),
    text: "To block: open the call or message, tap the number, choose Block. Your carrier's app blocks whole ranges.",
    source: "FCC, Call blocking",
  },
  {
    id: "next_report",
    applies: says(19, "report"),
    text:
      "Report it: in the US reportfraud.ftc.gov, in the UK reportfraud.police.uk or 7726, elsewhere your police or consumer office.",
    source: "FTC, ReportFraud.ftc.gov; City of London Police",
  },
  {
    id: "next_call_back",
    applies: says(19, "call_back"),
    text: "If you call back, take the number from a bill or the company's site, never from the call or the message.",
    source: FTC_SCAM,
  },
  {
    id: "next_sure",
    applies: says(19, "make_sure"),
    text: "To be sure, ask them something only the real one knows, or have them write to an address you already have.",
    source: FTC_SCAM,
  },
  {
    id: "stay_away",
    applies: band("suspicious", "high"),
    text: "Do not call this number back. If it claims to be someone you know, use the number you already have.",
    source: "The reasons of the score",
  },
];
