/** Chapter of the guide: "Reporting, and getting money back". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const report: Chapter = {
  id: "report",
  title: "How to report it and get your money back",
  about: null,
  lead: "Reporting rarely feels like it helps. It does: one report is a story, a hundred are a case.",
  sections: [
    {
      title: "Who to tell, and in which order",
      paragraphs: [
        "First, whoever can still stop something: your bank, card issuer, payment service, gift-card " +
        "issuer, crypto exchange. Second, whoever can shut the door: the platform where you met, the " +
        "carrier behind the number, the company hosting the site. Third, whoever looks for the people " +
        "behind it: the police, and the national office that collects these reports. Fourth, whoever " +
        "oversees the rest: regulators, ombudsmen, data protection authorities. You don't need all of " +
        "them on the first day. The first group can't wait. The others can wait until tomorrow, after " +
        "some sleep.",
      ],
    },
    {
      title: "What makes a good report",
      paragraphs: [
        "Keep it to one page. When it started and when it ended. Which numbers, addresses, names and " +
        "accounts they used, each copied exactly. What was said, in two sentences. What you paid, when, " +
        "how, from which account to which. What you've done since, with the reference numbers. Attach " +
        "screenshots of the messages, the call log and the receipts. Leave out what you think of them, " +
        "but do write down what they said that made you act, because that's what investigators recognize.",
        "You can save the report on the number as a PDF and attach it. It says what's known about the " +
        "number, and on what date, and anyone can verify it later. It doesn't prove that a particular " +
        "person called. Caller ID can be spoofed, and the PDF says so too.",
      ],
    },
    {
      title: "Getting your money back",
      paragraphs: [
        "Be precise about one question: did you make the payment, or did someone else? If someone else " +
        "paid with your card or your login, most laws are on your side, and if the bank doesn't want to " +
        "pay, it has to show that you were grossly negligent. If you made the payment yourself because " +
        "you were deceived, it depends on the country and on how you paid. Card payments can be disputed " +
        "for weeks or months. Transfers can be recalled while the money is still there. In the United " +
        "Kingdom, banks have a duty to reimburse many of these transfers. In the European Union, the " +
        "rules are being extended; for now, much depends on what the bank could have noticed.",
        "Write to the bank. Calls are quick, but letters count. Ask for its decision and its reasons, and" +
        " give it a deadline. If it refuses, take its letter to the ombudsman or the regulator. You don't" +
        " need a lawyer for that step, and it costs you a stamp. Mention what the bank saw and didn't " +
        "stop: a new payee, an unusual amount, a new device, several payments within an hour.",
        "Taxes and insurance are worth asking about too. Some home insurance policies cover fraud, and in" +
        " some countries you can deduct part of a loss.",
      ],
    },
    {
      title: "The second scam",
      paragraphs: [
        "After the loss come the helpers. They found you on a list of victims. They're a law firm, an " +
        'authority from another country, a specialist who has "already located" your coins. They know ' +
        "exactly how much you lost. They want a fee, a tax, or access to your computer. Real authorities " +
        "don't ask for money first, and they don't call you out of the blue. If someone knows how much " +
        "you lost and you didn't tell them, they're close to the people who took it.",
      ],
    },
    {
      title: "How to move on",
      paragraphs: [
        "Make a list of what's still open, with dates. Cross things off. Spend half an hour on it on a " +
        "fixed day each week, and no more, or it will eat up everything else. If you're still lying awake" +
        " weeks later, look for a support service for crime victims. They're used to exactly this, " +
        "they're free in most places, and they won't ask why you were so trusting. They know why: most " +
        "people are honest, and you've spent your life among them.",
      ],
    },
  ],
  short: [
    "Stop, shut the door, report, complain: in that order.",
    "One page, exact numbers, references.",
    "Did you pay, or did someone else? Say it exactly as it was.",
    "Anyone who calls to say they've found your money is the second thief.",
  ],
  sources: [
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Takes reports at ic3.gov and says that quick reports to the bank and to IC3 raise the chance that " +
        "a transfer can be frozen.",
    },
    {
      who: "European Union, Directive (EU) 2015/2366 on payment services",
      says: "Sets who bears the loss of unauthorized payments: in general at most 50 euros for the customer, " +
        "unless they acted with fraud or gross negligence.",
    },
    {
      who: "UK Financial Ombudsman Service",
      says: "Decides complaints against banks, free of charge for the customer.",
    },
  ],
};
