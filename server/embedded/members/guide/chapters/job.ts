/** Chapter of the guide: "The job that pays too well". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const job: Chapter = {
  id: "job",
  title: "The job that pays too well",
  about: "employer",
  lead: "A job should bring you money. The moment the money flows the other way, you're not the employee, " +
    "you're the product.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "A friendly text from a recruiter: remote, flexible, 200 a day, no experience needed. She got " +
        "your details from a job site. The interview is a chat. You have the job within the hour. From " +
        "there, it can go three ways.",
        'The first is small tasks: click, like, rate hotels, "optimize" products. A page shows your ' +
        "earnings growing, and at first you can even withdraw twenty. Then come tasks for which you have " +
        "to put in some of your own money. The balance goes negative, and to get your earnings out, you " +
        "put in more. There are no earnings. The number on the page is only a number.",
        "The second is equipment. They send you a check for a laptop, which you're supposed to buy from " +
        "their supplier. The check bounces, and the supplier has your money.",
        "The third is using you. You receive payments into your account and pass them on, minus a " +
        "commission. Or you receive parcels, put new labels on them and ship them out. The money was " +
        "stolen from other people, the goods were bought with stolen cards, and the only real name in the" +
        " whole chain is yours. Authorities call this being a money mule. It can cost you your bank " +
        "account, and it's a crime even if you chose not to know.",
        "There's a fourth, quieter way: all they wanted was your ID. Your passport, a photo of you " +
        'holding it, your bank details, "for the contract". That\'s enough to open accounts in your name.',
      ],
    },
    {
      title: "How to tell",
      paragraphs: [
        "Look up the company, not the message. Does it have an office, an entry in a business register, a" +
        " phone number you can find on your own? Call it and ask for the recruiter by name. Real " +
        "recruiters write from the company's own email domain, and they aren't offended when you check. " +
        "If everything is moving fast, slow down: no real company hires for paid work within an hour, by " +
        "chat.",
        "A salary before you've done any work, a fee for training, a deposit, customers paying through " +
        "your personal account: any one of these isn't a warning sign, it's the end of the conversation.",
        "And ask yourself what the company is paying for. If you can't say in one sentence who needs the " +
        "work you're doing, no one does.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        "Stop, and don't pay anything more to \"unlock\" what you've put in. That money is gone, and every " +
        "further payment follows it. If you've passed on money or parcels, stop immediately, keep " +
        "everything, and go to your bank and the police before they come to you. Bring someone along, a " +
        "lawyer if you can. People who come forward early are treated very differently from people who " +
        "get found.",
        "If you shared your ID, tell the authority that issued it, set up a freeze or a fraud alert with " +
        "the credit bureaus where they exist, and look for accounts in your name. In the United States, " +
        "identitytheft.gov walks you through the steps.",
        "Tell the job site so it can take the listing down. And don't let this one stop you from looking " +
        "for work. Scammers go after job seekers because job seekers answer politely. There's nothing " +
        "wrong with that.",
      ],
    },
  ],
  short: [
    "You never pay in order to work.",
    "No company needs your personal account for its money.",
    "Look up the company yourself and ask for the recruiter.",
    "Share your ID only after you have a contract, in person or through a service you know.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: 'Says that honest employers never ask you to pay to get a job, and describes "task scams" in which ' +
        "people pay in to withdraw earnings that don't exist.",
    },
    {
      who: "Europol",
      says: "With its European Money Mule Action, warns that passing on money for others is money laundering, " +
        "even if you didn't know where it came from.",
    },
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Has published warnings about work-from-home offers that show fake earnings and ask for payments in" +
        " cryptocurrency.",
    },
  ],
};
