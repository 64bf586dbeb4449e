/** Chapter of the guide: "Reporting, and getting money back". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const report: Chapter = {
  id: "report",
  title: "Reporting, and getting money back",
  about: null,
  lead: "Reporting rarely feels as if it helped. It does: one report is a story, a hundred are a case.",
  sections: [
    {
      title: "Whom to tell, in which order",
      paragraphs: [
        "First those who can still stop something: bank, card issuer, payment service, gift-card issuer, " +
        "exchange. Second those who can close the door: the platform on which you met, the network of the " +
        "number, the site's host. Third those who look for people: the police, and the national office that " +
        "collects such reports. Fourth those who watch over the others: supervisors, ombudsmen, " +
        "data-protection offices. You do not need all of them on the first day. The first group cannot wait; " +
        "the rest can wait until tomorrow, after some sleep.",
      ],
    },
    {
      title: "What a good report holds",
      paragraphs: [
        "Keep it to one page. When it began and when it ended. Which numbers, addresses, names and accounts " +
        "were used, each copied exactly. What was said, in two sentences. What you paid, when, how, from where " +
        "to where. What you have done since and under which reference. Attach pictures of messages, of the " +
        "call list and of the receipts. Do not write what you think of them; do write what they said that " +
        "moved you to act, because that is what investigators recognise.",
        "You can save the report on the number from here as a PDF and attach it. It says what is known about " +
        "the number and on which day, and it can be verified later. It is no proof that a certain person " +
        "called. A number can be shown falsely; the PDF says so too.",
      ],
    },
    {
      title: "Getting money back",
      paragraphs: [
        "Be exact about one question: did you make the payment, or did somebody else? If somebody else paid " +
        "with your card or access, most laws are on your side, and the bank must show that you acted with " +
        "gross negligence if it does not want to pay. If you made the payment yourself because you were " +
        "deceived, it depends on the country and on the way of payment. Card payments can be disputed for " +
        "weeks or months. Transfers can be recalled while the money is there. In the United Kingdom there is a " +
        "duty to reimburse many such transfers. In the European Union rules are being widened; today much " +
        "depends on what the bank could have noticed.",
        "Write to the bank. Calls are quick, but letters count. Ask for its decision and its reasons. Give it " +
        "a date. If it refuses, go to the ombudsman or the supervisor with its letter; you do not need a " +
        "lawyer for that step, and it costs you a stamp. Mention what the bank saw and did not stop: a new " +
        "payee, an unusual sum, a new device, several payments in one hour.",
        "Taxes and insurance are worth a question too. Some household policies cover fraud, and in some " +
        "countries part of a loss can be deducted.",
      ],
    },
    {
      title: "The second fraud",
      paragraphs: [
        "After the loss come the helpers. They have read about you on a list of victims. They are a law firm, " +
        'an authority from another country, a specialist who has "already located" your coins. They know the ' +
        "sum exactly. They want a fee, a tax, or access to your computer. Offices that help do not ask for " +
        "money first and do not call you of their own accord. When somebody knows how much you lost and you " +
        "did not tell them, then they are close to those who took it.",
      ],
    },
    {
      title: "How to go on",
      paragraphs: [
        "Make a list of what is still open, with dates. Cross things out. On a fixed day a week, spend half an " +
        "hour on it, and not more; otherwise it eats the rest. If weeks later you still lie awake, look for a " +
        "service for victims of crime: they are used to exactly this, they are free in most places, and they " +
        "do not ask why you were so trusting. They know why. Because most people are honest, and you have " +
        "lived among them.",
      ],
    },
  ],
  short: [
    "Stop, close, report, complain: in this order.",
    "One page, exact numbers, references.",
    "Was it you who paid, or somebody else? Say it as it was.",
    "Who calls with your money found is the second thief.",
  ],
  sources: [
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Takes reports at ic3.gov and says that quick reports to the bank and to IC3 raise the chance that a " +
        "transfer can be frozen.",
    },
    {
      who: "European Union, Directive (EU) 2015/2366 on payment services",
      says: "Sets who bears the loss of unauthorised payments, in general at most 50 euros for the customer unless " +
        "they acted with fraud or gross negligence.",
    },
    {
      who: "UK Financial Ombudsman Service",
      says: "Decides complaints against banks free of charge for the customer.",
    },
  ],
};
