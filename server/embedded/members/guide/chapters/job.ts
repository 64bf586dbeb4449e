/** Chapter of the guide: "The job that pays too well." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const job: Chapter = {
  id: "job",
  title: "The job that pays too well",
  about: "employer",
  lead: "A job should bring you money. The moment the money flows the other way, you're not an employee. You're the " +
    "target.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "A friendly text arrives from a recruiter: remote, flexible, $200 a day, no experience needed. She says she " +
        "got your name from a job site. The interview is a text chat. You have the job within the hour. From there, " +
        "it usually goes one of three ways.",
        'The first is small tasks: click, like, rate hotels, "optimize" products. A page shows your earnings ' +
        "growing, and at first you can even withdraw $20. Then come tasks that require you to put in some of your " +
        "own money. The balance goes negative, and to get your earnings out, you have to put in more. There are no " +
        "earnings. The number on the page is just a number.",
        "The second is equipment. They send you a check for a laptop, which you're supposed to buy from their " +
        'supplier. The check bounces, and the "supplier" has your money.',
        "The third makes you the middleman. You receive payments in your account and pass them on, minus a " +
        "commission. Or you receive packages, put new labels on them and ship them out. The money was stolen from " +
        "other people, the goods were bought with stolen cards, and the only real name in the whole chain is yours. " +
        "Authorities call this being a money mule. It can cost you your bank account, and it's a crime even if you " +
        "looked the other way.",
        "There's also a quieter version, in which all they want is your ID: your passport, a photo of you holding " +
        'it, and your bank account number "for the contract." That\'s enough to open accounts in your name.',
      ],
    },
    {
      title: "How to tell",
      paragraphs: [
        "Don't rely on the message; look up the company. Does it have an office, a business registration, a phone " +
        "number you can find on your own? Call that number and ask for the recruiter by name. Real recruiters write " +
        "from the company's own email domain, and they aren't offended when you check. If everything is moving fast, " +
        "slow down: no real company hires someone within an hour over chat.",
        "A paycheck before you've done any work, a fee for training, a deposit, customer payments through your " +
        "personal account: any one of these is more than a warning sign. End the conversation.",
        "And ask yourself what the company is paying for. If you can't say in one sentence who needs the work you're " +
        "doing, chances are no one does.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        "Stop, and don't pay anything more to \"unlock\" what you've put in. That money is gone, and anything more " +
        "you pay will be gone too. If you've passed on money or packages, stop immediately, keep everything, and go " +
        "to your bank and the police before they come to you. Bring someone along, a lawyer if you can. People who " +
        "come forward early are treated very differently from people who get caught.",
        "If you shared your ID, tell the agency that issued it, ask for a freeze or a fraud alert if your country " +
        "has credit bureaus, and look for accounts in your name. In the United States, identitytheft.gov walks you " +
        "through the steps.",
        "Tell the job site so it can take the listing down. And don't let this one stop you from looking for work. " +
        "Scammers go after job seekers because job seekers answer politely. There's nothing wrong with being polite.",
      ],
    },
  ],
  short: [
    "You should never have to pay to work.",
    "No company needs your personal account for its money.",
    "Look up the company yourself and ask for the recruiter.",
    "Share your ID only after you have a contract, in person or through a service you know.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: 'Says that honest employers never ask you to pay to get a job, and describes "task scams" in which ' +
        "people put in money to withdraw earnings that don't exist.",
    },
    {
      who: "Europol",
      says: "In its European Money Mule Action campaign, warns that passing on money for others is money laundering, " +
        "and that you can be prosecuted even if you didn't know where it came from.",
    },
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Has published warnings about work-from-home offers that show fake earnings and ask for payments in" +
        " cryptocurrency.",
    },
  ],
};
