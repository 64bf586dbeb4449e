/** Chapter of the guide: "The buyer, the seller, the flat". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const trade: Chapter = {
  id: "trade",
  title: "Buying, selling and renting",
  about: "trade",
  lead: "Between two strangers, someone has to go first. If the other person insists it has to be you, say no, " +
    "kindly.",
  sections: [
    {
      title: "When you're selling",
      paragraphs: [
        "You list a stroller on a marketplace. Within a minute someone wants it, doesn't haggle, and " +
        "can't come in person. They'll pay through the site's \"secure service\"; here's the link, just " +
        "enter your card to receive the money. But cards are for paying. No one needs your card number to" +
        " send you money, and no one needs the code that arrives next. Marketplaces never send you to " +
        "another page through a chat.",
        'Or the buyer emails you from the "payment service": the money is there, but on hold until you ' +
        "upgrade to a business account or enter the tracking number. The email is fake. Check your " +
        "account in the service's own app. If the money isn't there, it hasn't arrived.",
        "Or they pay too much by check and ask you to send back the rest. Weeks later the check bounces, " +
        "and your bank takes back the full amount. Seeing the money in your account didn't mean it was " +
        "yours yet.",
        'And sometimes they only ask you to read back a six-digit code "to show you\'re a real person". ' +
        "With that code, they open a phone account in your name, and the next victim sees your number.",
      ],
    },
    {
      title: "When you're buying",
      paragraphs: [
        "The price is good and the seller is friendly, but right now they're abroad, at sea, or selling " +
        'for an aunt who passed away. They want a transfer, or a payment to "friends and family", because' +
        " that saves the fee. That fee is what pays for your protection. You can't dispute a payment to " +
        "friends and family, and that's exactly why they ask for it. Then the puppy needs a heated crate," +
        " then insurance, then a customs stamp. The puppy never existed; its picture has been on three " +
        "other sites since spring.",
        "Rentals work the same way. The landlord is out of the country, and the keys will come by courier" +
        ' as soon as the deposit reaches a "booking service". Never pay for an apartment that you, or ' +
        "someone you trust, haven't walked through. You can search for pictures online. Do it, and you'll" +
        " often find the same kitchen in another city.",
        "Tickets, cars, half-price game consoles, firewood in a cold winter: wherever goods are scarce, " +
        "sellers appear who don't have any.",
      ],
    },
    {
      title: "How to stay on solid ground",
      paragraphs: [
        "Stay on the site: its chat, its payments, its protection. Anyone who wants to move you to " +
        "another app wants to get away from the people who watch for fraud. Pay in a way you can dispute," +
        " such as by credit card, or pay when you have the item in your hands. Meet where there are other" +
        " people, or at a police station's exchange spot if your town has one. Count cash at a bank. For " +
        "anything expensive, look at the paperwork and at an ID with the matching name.",
        "Check the number, as you just did. A number many people have reported tells you something. A " +
        "number with no history doesn't tell you anything yet.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "Tell the marketplace first: it can close the account and keep the data for the police. Call your" +
        " bank or the payment service and ask for a dispute or a recall. Report it to the police with the" +
        " listing, the chat and the account number. If you sent a photo of your ID, tell the authority " +
        "that issued it, and expect someone to sell things in your name. The police report will be your " +
        "proof that it wasn't you.",
      ],
    },
  ],
  short: [
    "To send you money, no one needs your card.",
    "Money has arrived when your own app shows it, not when an email says so.",
    'Never pay a stranger as "friends and family".',
    "Never pay for an apartment, a dog or a car you haven't seen.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Describes overpayment by check, fake rental listings and requests for a verification code on " +
        "marketplaces, and says that a bank may show the money from a check before the check has cleared.",
    },
    {
      who: "US Better Business Bureau (BBB)",
      says: "Has warned in its studies about online pet sellers that ask for one fee after another for an " +
        "animal that doesn't exist.",
    },
    {
      who: "UK National Crime Agency and police forces",
      says: "Advise buyers to use a protected payment method rather than a bank transfer to people they don't know.",
    },
  ],
};
