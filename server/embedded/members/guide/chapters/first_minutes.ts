/** Chapter of the guide: "The first ten minutes." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const firstMinutes: Chapter = {
  id: "first-minutes",
  title: "The first ten minutes",
  about: null,
  lead: "Something has just happened. Read this chapter first, do what applies to you, and come back to the " +
    "rest later.",
  sections: [
    {
      title: "If you've sent money",
      steps: [
        "Call your bank now. Use the number on the back of your card or in the bank's own app, not a number from a " +
        "message and not the number that called you.",
        'Say these words: "I think I\'ve been scammed, and I want to stop a payment." A card payment can be blocked ' +
        "or disputed. A transfer can sometimes be recalled while the money is still in the account it went to.",
        "Before you hang up, find out three things: what was stopped, what couldn't be stopped, and the reference " +
        "number of your report.",
        "Write down the time and the name of the person you spoke to. You'll need these notes later, with the bank, " +
        "with the police, and maybe with an ombudsman.",
      ],
      paragraphs: [
        "Many banks have a fraud team on duty around the clock, and what it can do depends on how soon you call. After " +
        "a day, most of the money has usually been moved.",
        "If you paid with a gift card, call the company that issued the card, not the store that sold it. Keep the " +
        "card and the receipt. Some issuers can freeze whatever hasn't been spent yet.",
        "If you sent cash by mail or courier, call the postal service or the courier company and ask them to stop the " +
        "package.",
        "If you sent crypto, contact the exchange you used and give it the transaction ID. Crypto payments are rarely " +
        "reversed, but an exchange can flag the address the money went to.",
      ],
    },
    {
      title: "If you gave away a code or a password",
      steps: [
        "On a device you trust, go to the app or website yourself and change the password.",
        "Sign out of all other devices. Most services have a button for that in their security settings.",
        "Change the password everywhere you've used the same one. Start with your email: anyone who can read your " +
        "email can reset the password of almost everything else.",
      ],
      paragraphs: [
        "A code that arrives by text is a key that works once, for a few minutes. The person who asked you for it " +
        "was trying to sign in as you at that very moment.",
        "If the code was from your bank, call the bank as described above. If it was from a messaging app, register " +
        "your number with that app again. In most apps, that signs the other device out.",
      ],
    },
    {
      title: "If you installed something or let someone in",
      steps: [
        "Disconnect the device. On a phone, turn on airplane mode. On a computer, unplug the network cable or turn off " +
        "Wi-Fi.",
        "From another device, change the passwords for your email and your bank.",
        "Uninstall the program you were told to install. If you're not sure it's gone, ask someone you know personally " +
        "to look at the device, or back up your photos and reset the device to its factory settings.",
      ],
      paragraphs: ["Don't use that device for banking until you know it's clean."],
    },
    {
      title: "If you shared your ID or personal details",
      steps: [
        "If your country has credit bureaus, ask them for a credit freeze or a fraud alert. In the United States, a " +
        "freeze is free at each of the three bureaus.",
        "If strangers have a photo of your passport or ID card, tell the agency that issued it and ask what it " +
        "recommends.",
        "Watch for letters about accounts you didn't open, and respond to the first one right away.",
      ],
      paragraphs: [
        "You can't take back your name, address and date of birth, but you can make them less useful to a thief.",
      ],
    },
    {
      title: "Then write it down and report it",
      steps: [
        "Write down what happened, in order: when they called, what number they called from, what name they gave, " +
        "what they asked for, and what you did.",
        "Keep the messages and emails, and take screenshots of your call log. Don't delete the chat, even if it makes " +
        "you sick to look at it.",
        "Report it to the police. Some banks and insurers ask for a copy of the report.",
        "Tell one person you trust. Scammers count on your silence.",
      ],
      paragraphs: [
        "Within days, you'll forget some details and mix up others. A page of notes from the same day is worth more " +
        "than a perfect account written a month later.",
        "Fooling people is their job, and they do it all day, with scripts and plenty of practice. Being caught at a " +
        "bad moment says nothing about how smart you are.",
      ],
    },
  ],
  short: [
    "If you've sent money, call the bank at the number on your card.",
    "If you gave away a password, change it everywhere you use it.",
    "If someone got into your device, disconnect it.",
    "Keep every message, and write down what happened.",
    "Report it to the police.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Tells people who were scammed to contact the card issuer, bank, gift card company or transfer service " +
        "right away, say it was fraud, and ask for the payment to be reversed.",
    },
    {
      who: "US Consumer Financial Protection Bureau (CFPB)",
      says: "Explains that under Regulation E, what you can lose through an unauthorized electronic transfer is " +
        "lowest if you report a lost or stolen card or PIN within two business days of learning about it.",
    },
    {
      who: "European Union, Directive (EU) 2015/2366 on payment services",
      says: "Says that your bank must generally refund a payment you didn't authorize by the end of the business day " +
        "after you report it, unless it suspects you of fraud and reports that to the national authority.",
    },
  ],
};
