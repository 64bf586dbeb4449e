/** Chapter of the guide: "How to report it and get your money back." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const report: Chapter = {
  id: "report",
  title: "How to report it and get your money back",
  about: null,
  lead: "Reporting rarely feels like it helps, but it does. A hundred reports about the same scam add up to a case.",
  sections: [
    {
      title: "Who to tell, and in what order",
      paragraphs: [
        "First, tell the companies that can still stop a payment: your bank, card issuer, payment service, gift card " +
        "issuer or crypto exchange. Second, tell the ones that can shut the scammer down: the platform where you " +
        "met, the carrier behind the number, the company hosting the site. Third, tell the investigators: the " +
        "police, and the national office that collects these reports. Fourth, tell the agencies that oversee the " +
        "others: regulators, ombudsmen, data protection authorities. You don't need all of them on the first day. " +
        "The first group can't wait. The others can wait until tomorrow, after some sleep.",
      ],
    },
    {
      title: "What makes a good report",
      paragraphs: [
        "Keep it to one page. Say when it started and when it ended. List the numbers, addresses, names and accounts " +
        "they used, each copied exactly. Sum up what was said in two sentences. Say what you paid, when, how, and " +
        "from which account to which. Add what you've done since, with the reference numbers. Attach screenshots of " +
        "the messages, the call log and the receipts. Leave out what you think of them, but do write down what they " +
        "said that made you act, because that's what investigators recognize.",
        "You can save our report on the number as a PDF and attach it. It says what was known about the number and " +
        "on what date, and anyone can verify the PDF later. It doesn't prove that a particular person called. Caller " +
        "ID can be spoofed, and the PDF says so too.",
      ],
    },
    {
      title: "Getting your money back",
      paragraphs: [
        "Be precise about one question: did you make the payment, or did someone else? If someone else paid with " +
        "your card or your login, most laws are on your side. In the United States, what you can lose from a bank " +
        "account depends mostly on how soon you report the loss. In the European Union and the United Kingdom, a " +
        "bank that doesn't want to pay generally has to show that you were grossly negligent. If you made the " +
        "payment yourself because you were deceived, it depends on the country and on how you paid. Card payments " +
        "can be disputed for weeks or months. Transfers can be recalled while the money is still there. In the " +
        "United Kingdom, banks have a duty to reimburse many of these transfers. In the European Union, the rules " +
        "are being extended; for now, much depends on what the bank could have noticed.",
        "Write to the bank. Calls are faster, but letters carry more weight. Ask for its decision and its reasons, " +
        "and give it a deadline. If it refuses, take its letter to the ombudsman or the regulator. You don't need a " +
        "lawyer for that step, and it costs no more than a stamp. Mention what the bank saw and didn't stop: a new " +
        "payee, an unusual amount, a new device, several payments within an hour.",
        "Ask about taxes and insurance, too. Some home insurance policies cover fraud, and in some countries you can " +
        "deduct part of a loss.",
      ],
    },
    {
      title: "The second scam",
      paragraphs: [
        'After the loss, the "helpers" show up. They found you on a list of victims. They say they\'re a law firm, a ' +
        'government agency from another country, or a specialist who has "already located" your crypto. They know ' +
        "exactly how much you lost. They want a fee, a tax, or access to your computer. Real authorities don't ask " +
        "for money first, and they don't call you out of the blue. If someone knows how much you lost and you didn't " +
        "tell them, they're close to the people who took it.",
      ],
    },
    {
      title: "How to move on",
      paragraphs: [
        "Make a list of what's still open, with dates. Cross things off. Spend half an hour on it on a fixed day " +
        "each week, and no more, or it will eat up everything else. If you're still lying awake at night weeks " +
        "later, look for a support service for crime victims. These services see cases like yours all the time, " +
        "they're free in most places, and they won't ask why you were so trusting. They know why: most people are " +
        "honest, and you've spent your life among them.",
      ],
    },
  ],
  short: [
    "Stop the payment, shut the scammer down, report, complain: in that order.",
    "One page, exact numbers, references.",
    "Did you pay, or did someone else? Say exactly what happened.",
    "Anyone who calls to say they've found your money is running the second scam.",
  ],
  sources: [
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Takes reports at ic3.gov and says that quick reports to the bank and to IC3 raise the chance that " +
        "a transfer can be frozen.",
    },
    {
      who: "European Union, Directive (EU) 2015/2366 on payment services",
      says: "Sets who bears the loss from unauthorized payments: in general, at most 50 euros for the customer, " +
        "unless the customer acted with fraud or gross negligence.",
    },
    {
      who: "UK Financial Ombudsman Service",
      says: "Decides complaints against banks, at no charge to the customer.",
    },
  ],
};
