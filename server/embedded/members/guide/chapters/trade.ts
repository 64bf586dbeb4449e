/** Chapter of the guide: "Buying, selling and renting." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const trade: Chapter = {
  id: "trade",
  title: "Buying, selling and renting",
  about: "trade",
  lead: "Between two strangers, someone has to go first. If the other person insists it has to be you, politely say " +
    "no.",
  sections: [
    {
      title: "When you're selling",
      paragraphs: [
        "You list a stroller on an online marketplace. Within a minute, someone wants it, doesn't haggle, and can't " +
        "come in person. They'll pay through the site's \"secure service\": here's the link, just enter your card " +
        "number to receive the money. But cards are for paying. No one needs your card number to send you money, and " +
        "no one needs the code that arrives next. Real marketplaces never send you to another page through a chat " +
        "message.",
        'Or you get an email from the "payment service": the money is there, but it\'s on hold until you upgrade to ' +
        "a business account or enter the tracking number. The email is fake. Check your account in the service's own " +
        "app. If the money isn't there, it hasn't arrived.",
        "Or the buyer sends a check for too much and asks you to send back the difference. Weeks later, the check " +
        "bounces, and your bank takes back the full amount. The money showed up in your account, but it wasn't yours " +
        "yet.",
        'And sometimes the buyer only asks you to read back a six-digit code "to show you\'re a real person." With ' +
        "that code, they set up a new phone number linked to yours and use it to call the next victim.",
      ],
    },
    {
      title: "When you're buying",
      paragraphs: [
        "The price is good and the seller is friendly, but right now they're overseas, on a ship, or selling for an " +
        'aunt who passed away. They want a bank transfer or a "friends and family" payment, because that saves the ' +
        "fee. That fee is what pays for your protection. You can't dispute a friends and family payment, and that's " +
        "exactly why they ask for it. If you're buying a puppy, it soon needs a heated crate, then insurance, then " +
        "customs papers. The puppy never existed; its picture has been on three other sites since spring.",
        "Rentals work the same way. The landlord is out of the country, and the keys will come by courier as soon as " +
        'the deposit reaches a "booking service." Never pay for an apartment until you, or someone you trust, have ' +
        "walked through it. Do an image search for the photos, and you'll often find the same kitchen in another " +
        "city.",
        "Tickets, cars, half-price game consoles, firewood in a cold winter: wherever goods are scarce, you'll find " +
        "sellers who don't have any.",
      ],
    },
    {
      title: "How to stay on solid ground",
      paragraphs: [
        "Stay on the site: its chat, its payments, its protection. Anyone who wants to move you to another app wants " +
        "to get away from the people who watch for fraud. Pay in a way you can dispute, such as by credit card, or " +
        "pay when you have the item in your hands. Meet where there are other people, or at a police station's safe " +
        "exchange zone if your town has one. If you're paid in cash, count it at a bank. For anything expensive, ask " +
        "to see the paperwork and an ID with the matching name.",
        "Check the other person's phone number, too. A number that many people have reported tells you something. A " +
        "number with no history doesn't tell you anything yet.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "Tell the marketplace first: it can close the account and keep the data for the police. Call your bank or " +
        "the payment service and ask to dispute or recall the payment. Report it to the police with the listing, the " +
        "chat and the account number. If you sent a photo of your ID, tell the agency that issued it, and be " +
        "prepared for someone to sell things in your name. The police report will help you prove that it wasn't you.",
      ],
    },
  ],
  short: [
    "To send you money, no one needs your card number.",
    "Money has arrived when your own app shows it, not when an email says so.",
    'Never pay a stranger through "friends and family."',
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
      says: "Advise buyers to use a protected payment method rather than send a bank transfer to someone they don't " +
        "know.",
    },
  ],
};
