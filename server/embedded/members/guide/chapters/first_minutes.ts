/** Chapter of the guide: "The first ten minutes". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const firstMinutes: Chapter = {
  id: "first-minutes",
  title: "The first ten minutes",
  about: null,
  lead: "Something has just happened. Read this chapter first, do what fits, and come back to the rest later.",
  sections: [
    {
      title: "If money has left",
      paragraphs: [
        "Call your bank now. Use the number on the back of your card or inside the bank's own app, not a " +
        'number from a message and not the number that called you. Say the words "I think I have been ' +
        'defrauded and I want to stop a payment". Banks keep a separate team for this, at any hour, and what ' +
        "they can do depends on how soon you call. A card payment can be blocked or disputed. A transfer can " +
        "sometimes be recalled while it still sits in the account it went to. After a day most of it has " +
        "usually moved on.",
        "Ask three things before you hang up: what was stopped, what could not be stopped, and the reference " +
        "of your report. Write down the time and the name of the person you spoke with. You will need these " +
        "lines later, with the bank, with the police and perhaps with an ombudsman.",
        "If you paid with a gift card, call the company that issued the card, not the shop. Keep the card and " +
        "the receipt. Some issuers can freeze what has not been spent. If you sent cash by post or courier, " +
        "call that company and ask them to stop the parcel. If you sent crypto, write to the exchange you used " +
        "with the transaction number. It is rarely reversed, but an exchange can mark the address it went to.",
      ],
    },
    {
      title: "If you gave a code or a password",
      paragraphs: [
        "A code that arrives by text is a key that works once and for a few minutes. Whoever asked for it was " +
        "standing at a door at that moment. Open the service yourself, on a device you trust, change the " +
        "password, and end all other sessions; most services have a button for that in their security " +
        "settings. Then change the password everywhere you used the same one. Start with your e-mail: whoever " +
        "can read your mail can ask for a new password everywhere else.",
        "If the code was from your bank, call the bank as above. If it was from a messaging app, register your " +
        "number again in that app. That throws the other device out.",
      ],
    },
    {
      title: "If you installed something or let somebody in",
      paragraphs: [
        "Turn off the connection: airplane mode on a phone, cable or Wi-Fi off on a computer. Do not use that " +
        "device for banking until it is clean. From another device, change the passwords of your mail and your " +
        "bank. Remove the program you were told to install. If you are not sure it is gone, have somebody you " +
        "know in person look at the device, or set it back to its factory state after saving your photos.",
      ],
    },
    {
      title: "If you gave papers or personal details",
      paragraphs: [
        "Details such as your name, address and date of birth cannot be taken back, but they can be made less " +
        "useful. Where your country has credit bureaus, ask for a freeze or a warning note. In the United " +
        "States a freeze is free at each of the three bureaus. If a picture of your passport or identity card " +
        "is with strangers, tell the authority that issued it and ask what it advises. Watch for letters about " +
        "accounts you did not open, and answer the first one at once.",
      ],
    },
    {
      title: "Then write it down",
      paragraphs: [
        "Memory smooths things over within days. Write the story in order while it is fresh: when they called, " +
        "from which number, what name they gave, what they asked for, what you did. Keep messages, mails and " +
        "the screenshots of your call list. Do not delete the chat, even if it makes you feel ill to see it. A " +
        "page of notes made on the day is worth more than a perfect story told in a month.",
        "And then tell one person you trust. People who do this for a living count on silence. It was their " +
        "work to fool you; they do it all day, with scripts and practice. Being reached at a bad moment says " +
        "nothing about how clever you are.",
      ],
    },
  ],
  short: [
    "Call the bank on the number of your card.",
    "Change the password of your mail first.",
    "Cut the connection of a device somebody else has been in.",
    "Keep every message, and write down what happened.",
    "Report it to the police: without a report many banks and insurers do not go on.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Its page on what to do if you were scammed tells people to contact the card issuer, bank, gift-card " +
        "company or transfer service at once, say it was fraud and ask for the payment to be reversed.",
    },
    {
      who: "US Consumer Financial Protection Bureau (CFPB)",
      says: "Under Regulation E, what you can lose through an unauthorised electronic transfer is lowest if you " +
        "report a lost card or code within two business days of learning of it.",
    },
    {
      who: "European Union, Directive (EU) 2015/2366 on payment services",
      says: "For payments you did not authorise, your bank must as a rule refund you by the end of the next business " +
        "day after you told it, unless it suspects you of fraud and says so to the authority.",
    },
  ],
};
