/** Chapter of the guide: "The job that pays too well". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const job: Chapter = {
  id: "job",
  title: "The job that pays too well",
  about: "employer",
  lead: "Work should send money to you. The moment it flows the other way, you are not the employee, you are the " +
    "product.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "A friendly text from a recruiter: remote, flexible, 200 a day, no experience needed; she has your " +
        "details from a job site. The interview is a chat. You get the job within the hour. Then there are " +
        "three ways on.",
        'The first way is small tasks: click, like, rate hotels, "optimise" products. A page shows how your ' +
        "earnings grow, and the first time you can even take out twenty. Then come tasks for which you must " +
        "put in some of your own money first; the balance turns negative, and to get your earnings back you " +
        "put in more. There are no earnings. The number on the page is only a number.",
        "The second way is equipment. They send a cheque for a laptop, which you are to buy from their " +
        "supplier. The cheque bounces, the supplier has your money.",
        "The third way uses you. You receive payments into your account and pass them on, minus a commission; " +
        "or you receive parcels, put on new labels and send them further. The money was stolen from other " +
        "people, the goods were bought with stolen cards, and the only real name in the whole chain is yours. " +
        "Authorities call this a money mule. It can cost you your account, and it is a crime also for people " +
        "who did not want to know.",
        "There is a fourth, quieter way: they only wanted your papers. Passport, a picture with the passport, " +
        'bank details, "for the contract". With these, accounts are opened in your name.',
      ],
    },
    {
      title: "How to tell",
      paragraphs: [
        "Look for the firm and not for the message. Does it have an office, a register entry, a telephone " +
        "number that you find by yourself? Call it and ask for the person. Real recruiters write from the " +
        "firm's own mail domain, and they are not offended by the question. Be slow when everything is quick: " +
        "no real firm hires for money within an hour by chat.",
        "Salary before work, money for training, a deposit, an account of your own through which the firm's " +
        "customers pay: each of these is an end, not a warning sign.",
        "And ask yourself what the firm is paying for. If you cannot say in one sentence who has a use for " +
        "what you do, nobody has.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        'Stop, and pay nothing more to "unlock" what you paid in. That money is gone, and each further payment ' +
        "goes after it. If you passed on money or parcels, stop at once, keep everything, and go to your bank " +
        "and the police yourself before they come to you. Take somebody along; a lawyer, if you can. People " +
        "who come forward early are treated very differently from people who are found.",
        "If you gave papers: tell the authority that issued them, place a freeze or a warning with the credit " +
        "bureaus where they exist, and look for accounts in your name. In the United States, identitytheft.gov " +
        "leads you through the steps.",
        "Tell the job site; it will take the advertisement down. And do not let this one stop you from looking " +
        "for work. They choose people who are looking because those people answer politely, which is to their " +
        "credit.",
      ],
    },
  ],
  short: [
    "You never pay in order to work.",
    "Nobody needs your private account for the firm's money.",
    "Find the firm yourself and ask for the recruiter.",
    "Papers only after a contract, in person or through a service you know.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: 'Says that honest employers never ask you to pay to get a job, and describes "task scams" in which ' +
        "people pay in to get out earnings that do not exist.",
    },
    {
      who: "Europol",
      says: "With its European Money Mule Action, warns that passing on money for others is money laundering, also " +
        "when you did not know where it came from.",
    },
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Has published warnings on work-from-home offers that show false earnings and ask for payments in " +
        "cryptocurrency.",
    },
  ],
};
