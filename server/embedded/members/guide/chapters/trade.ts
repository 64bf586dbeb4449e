/** Chapter of the guide: "The buyer, the seller, the flat". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const trade: Chapter = {
  id: "trade",
  title: "The buyer, the seller, the flat",
  about: "trade",
  lead: "Between two strangers, one has to go first. Whoever presses you to be the one should get a friendly no.",
  sections: [
    {
      title: "When you sell",
      paragraphs: [
        "You put a pram on a market site. Within a minute somebody wants it, does not haggle, and cannot come " +
        'in person. They will pay by the site\'s "safe service"; here is the link, please enter your card to ' +
        "receive the money. Cards are for paying. Nobody needs your card number to send you money, and nobody " +
        "needs the code that arrives next. Market sites never send you to another page through a chat.",
        'Or the buyer sends a mail from the "payment service": the money is there but on hold until you ' +
        "upgrade to a business account, or until you enter the tracking number. The mail is false. Look into " +
        "your account with the service by its own app. If it is not there, it has not come.",
        "Or they pay too much by cheque and ask you to send back the rest. Weeks later the cheque bounces, and " +
        "your bank takes the whole sum from you. That the money showed in your account meant nothing yet.",
        'And sometimes they only ask you to read back a six-digit code "to show that you are real". With that ' +
        "code they open a telephone account in your name, and the next victim sees your number.",
      ],
    },
    {
      title: "When you buy",
      paragraphs: [
        "The price is good, the seller is friendly, but right now they are abroad, at sea, or selling for a " +
        'late aunt. Payment by transfer, or as "friends and family", since that saves the fee. That fee is ' +
        "what the protection costs. A payment to friends and family cannot be disputed, and that is why they " +
        "ask for it. The puppy then needs a heated box, then an insurance, then a stamp from customs. The " +
        "puppy never existed; its picture has been on three other sites since spring.",
        "With flats the pattern is the same. The landlord is away, the keys come by courier as soon as the " +
        'deposit has arrived at a "booking service". Never pay for a flat that you, or somebody you trust, ' +
        "have not walked through. Pictures can be searched for; do that, and you will often find the same " +
        "kitchen in another town.",
        "Tickets, cars, consoles at half price, firewood in a cold winter: where goods are short, sellers " +
        "appear who have none.",
      ],
    },
    {
      title: "How to stay on solid ground",
      paragraphs: [
        "Stay within the site: its chat, its payment, its protection. Whoever wants to move you to another app " +
        "wants to get out of sight of the people who watch for fraud. Pay with a method that can be disputed, " +
        "such as a credit card, or pay when you hold the thing in your hand. Meet where others are, at a " +
        "police station's exchange spot if your town has one. Count cash in a bank. For expensive things, look " +
        "at the papers and at an identity card whose name matches them.",
        "Check the number, as you have just done. A number that many people reported says something. A number " +
        "with no history says nothing yet.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "Tell the market site first; it can close the account and keep the data for the police. Call your bank " +
        "or the payment service, and ask for a dispute or a recall. Report it to the police with the " +
        "advertisement, the chat and the account number. If you gave a picture of your identity card, tell the " +
        "issuing authority, and expect that somebody will sell in your name; the police report is then your " +
        "proof that it was not you.",
      ],
    },
  ],
  short: [
    "To receive money, nobody needs your card.",
    "Money has come when your own app shows it, not when a mail says so.",
    'No payment as "friends" to somebody who is not one.',
    "No flat unseen, no dog unseen, no car unseen.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Describes overpayment by cheque, false rental listings and the request for a verification code on " +
        "market sites, and says that a bank may show a cheque's money before the cheque has proved good.",
    },
    {
      who: "US Better Business Bureau (BBB)",
      says: "Has warned in its studies of online pet sellers that ask for more and more fees for an animal that does " +
        "not exist.",
    },
    {
      who: "UK National Crime Agency and police forces",
      says: "Advise buyers to pay by a protected method and not by bank transfer to people they do not know.",
    },
  ],
};
