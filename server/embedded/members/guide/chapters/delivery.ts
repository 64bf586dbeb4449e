/** Chapter of the guide: "The package delivery scam." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const delivery: Chapter = {
  id: "delivery",
  title: "The package delivery scam",
  about: "delivery",
  lead: "A small fee, a wrong address, a missed delivery. The amount is so small that it hardly seems worth " +
    "thinking about, and that's the idea.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The message says that a package couldn't be delivered, that you owe $1.99 in customs fees, or that your " +
        "address is incomplete. A link leads to a page that looks like the post office's website or a big carrier's. " +
        "It asks for your address, then for a card to pay the small fee. Sometimes it only wants you to install an " +
        'app to "track the package." By phone, it\'s a recorded voice: "Press one to speak to someone about your ' +
        'delivery." Press one, and a person asks you for the same information.',
        "The fee isn't what the scammers are after. The page collects your card number, its expiration date and the " +
        "three digits on the back. Right away, they try to add the card to a digital wallet on their own phone, and " +
        "the page asks you for the code your bank has just sent. From then on, they can pay with your card. Or, " +
        'weeks later, you get a call from your bank\'s "fraud team." They already know your card number, because you ' +
        "typed it in.",
        "The app is worse. It asks for permission to read your messages and control your screen. Then it reads your " +
        "bank's codes and sends the same package text to everyone in your contacts. Your friends get it from your " +
        "number, so they trust it.",
      ],
    },
    {
      title: "Why it seems to fit",
      paragraphs: [
        "In any given week, a lot of people are expecting a package. The message goes to everyone, and for some of " +
        "them it happens to fit. That doesn't mean the sender knows about your order. Look at what's missing: the " +
        "name of the store, the order number, the name of the sender. A company that's really delivering something " +
        "to you knows all three.",
      ],
    },
    {
      title: "How to tell",
      paragraphs: [
        "Look at the link's address without opening it. What counts is the very end of the part before the first " +
        'single slash: "post.example-package.top" belongs to "example-package.top" and not to the post office. ' +
        "Shortened links and strange endings are reasons to stop. Don't pay customs fees through a link in a text you " +
        "didn't ask for. If you really owe something, there'll be a notice in your mailbox, or you'll " +
        "see the charge in your account at the store where you ordered.",
        "The sure way takes a minute: go to the store or the carrier yourself, in its app or by typing in its web " +
        "address, and enter the tracking number from your order. No tracking number, no package.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        'Don\'t reply, not even with "stop": any reply tells them your number is active. Forward the text to the ' +
        "spam-reporting number, which is 7726 in the United States and the United Kingdom, then delete it. If you " +
        "entered your card number, call your bank and have the card replaced. Tell the bank you typed the number " +
        "into a fake page, even if nothing has been taken yet. If you entered a password, change it. If you " +
        "installed an app, switch the phone to airplane mode, remove the app, change your passwords from another " +
        "device, and warn your contacts that messages from you may be fake.",
        "If a package you didn't order really does show up, you don't have to pay for it or pay to send it back. Do " +
        "check your accounts at online stores, though: someone may be using your name to ship goods.",
      ],
    },
  ],
  short: [
    "Never pay a fee through a link. Open the carrier's site yourself.",
    "The tracking number comes from your order, not from the message.",
    "Get apps from your phone's app store, never from a message.",
    "Forward the text to 7726 where that number exists, then delete it.",
  ],
  sources: [
    {
      who: "United States Postal Inspection Service (USPIS)",
      says: "Says that the Postal Service texts or emails you about a package only if you asked for tracking, that " +
        "those messages don't contain a link, and that you can forward suspicious texts to 7726.",
    },
    {
      who: "Ofcom (UK)",
      says: "Asks people to forward suspicious texts to 7726 free of charge, so that phone networks can investigate " +
        "the sender.",
    },
    {
      who: "US Federal Communications Commission (FCC)",
      says: "Warns about delivery notices by text and phone that lead to fake pages or to numbers that are expensive " +
        "to call, and advises contacting the carrier through its own site.",
    },
  ],
};
