/** Chapter of the guide: "The parcel that waits for you". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const delivery: Chapter = {
  id: "delivery",
  title: "The parcel that waits for you",
  about: "delivery",
  lead: "A small fee, a wrong address, a missed delivery. The sum is so small that it seems not worth a thought, and " +
    "that is the idea.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The message says that a parcel could not be delivered, that customs wants 1.99, or that the address " +
        "is incomplete. A link leads to a page that looks like that of the post office or a large carrier. It " +
        "asks for your address, then for a card to pay the small fee. Sometimes it asks for nothing but an " +
        'app, to "follow the parcel". By phone it is a recorded voice: press one to speak about your delivery. ' +
        "Press one, and somebody asks for the same things.",
        "The fee is not the aim. The page collects the card number, its expiry date and the three digits. " +
        "Within hours somebody tries to add the card to a wallet on their own phone, and the page asks you for " +
        "the code that your bank sends at that moment. From then on they can pay with it. Or, weeks later, " +
        "somebody calls as your bank's fraud team; they already know your card number, since you typed it in.",
        "The app is worse. It asks for permission to read your messages and to act on your screen. Then it " +
        "reads the codes of your bank and sends the same parcel text to everybody in your contacts. Friends " +
        "get it from your number, and trust it.",
      ],
    },
    {
      title: "Why it fits",
      paragraphs: [
        "In any week, a good share of people expect a parcel. The message reaches everyone, and for some it " +
        "fits. That is no proof that the sender knows about your order. Look closely at what is missing: no " +
        "name of the shop, no number of the order, no name of the sender. Those who really deliver know all " +
        "three.",
      ],
    },
    {
      title: "How to tell",
      paragraphs: [
        "Look at the address of the link without opening it. What counts is the part right before the first " +
        'single slash, read from its end: "post.example-parcel.top" belongs to "example-parcel.top" and not to ' +
        "the post. Short links and strange endings are reasons to stop. A carrier does not take customs fees " +
        "through a link in a text to people who asked for nothing. If something really is to be paid, there is " +
        "a card in your letter box, or it stands in the account of the shop where you bought.",
        "The sure way takes a minute: open the shop or the carrier yourself, by its app or by typing its " +
        "address, and enter the number of the parcel from your order. If there is no such number, there is no " +
        "such parcel.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        'Do not answer, also not with "stop"; an answer tells them that the number is alive. Forward the text ' +
        "to the number for spam reports, which is 7726 in the United States and the United Kingdom, then " +
        "delete it. If you entered a card, call your bank and have it replaced; say that it was typed into a " +
        "false page, even if nothing has been taken yet. If you entered a password, change it. If you " +
        "installed an app, put the phone in airplane mode, remove the app, change the passwords from another " +
        "device, and tell your contacts that messages from you may be false.",
        "If a parcel really comes that you did not order, you need not pay for it nor send it back at your " +
        "cost. Look into your accounts at shops, though: somebody may be using your name to send goods.",
      ],
    },
  ],
  short: [
    "No link for fees. Open the carrier's site yourself.",
    "The number of the parcel comes from your order, not from the message.",
    "Apps come from the store of your phone, never from a message.",
    "Forward to 7726 where it exists, then delete.",
  ],
  sources: [
    {
      who: "United States Postal Inspection Service (USPIS)",
      says: "Says that the Postal Service does not send texts or mails about a parcel with a link unless you asked " +
        "for tracking first, and that texts can be forwarded to 7726.",
    },
    {
      who: "Ofcom (UK)",
      says: "Asks people to forward suspicious texts free of charge to 7726, so that networks can look into the " +
        "sender.",
    },
    {
      who: "US Federal Communications Commission (FCC)",
      says: "Warns of delivery notices by text and call that lead to false pages or to numbers with high charges, " +
        "and advises contacting the carrier through its own site.",
    },
  ],
};
