/** Chapter of the guide: "The office, the tax, the police". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const government: Chapter = {
  id: "government",
  title: "Tax, police and other officials",
  about: "government",
  lead: "Government agencies write letters. When one calls and wants money today, it isn't a government agency.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The voice is stern. There's a warrant. Your tax number was used in a crime. Your Social Security" +
        " number is about to be suspended. A parcel with drugs was sent in your name. You can settle it " +
        "if you cooperate, but you have to stay on the line and tell no one, because the investigation is" +
        ' secret. Sometimes they transfer you from the "tax office" to the "police" to the "court", with ' +
        "hold music in between. Sometimes there's a video call with someone in uniform, in front of a " +
        "flag.",
        "The softer version promises something: a refund, a grant, help with your energy bill, all ready " +
        "to be paid as soon as you enter your bank details and a small fee. It goes out by text, just " +
        "when payments like that are in the news.",
      ],
    },
    {
      title: "What the real ones do",
      paragraphs: [
        "Tax offices start with a letter. They give you time, an account in their own name, and a way to " +
        "appeal. They don't take gift cards, crypto, or cash handed to a courier. They don't threaten " +
        'arrest by phone. No agency anywhere can "suspend" your ID number. The police don\'t collect your ' +
        "jewelry to keep it safe, and they don't call from their emergency number. In Germany, the police" +
        " put it plainly: a call showing 110 is never from them.",
        "Courts send paperwork. Customs sends paperwork. If an immigration officer has a question, " +
        "there's a letter, an appointment, and the right to bring someone with you. Anything that's real " +
        "leaves you time to ask a lawyer, a neighbor or your child.",
      ],
    },
    {
      title: "Why threats work",
      paragraphs: [
        "Fear narrows your view. Under threat, people look for the nearest exit, and the caller is " +
        'holding one open. It helps to say it out loud: "You\'re trying to scare me." It sounds silly, and' +
        " it works, because you hear yourself say it. The longer the call, the less clearly you can " +
        "think, so they keep you on the line for hours, sometimes all the way to the bank, telling you " +
        "what to say to the teller. If anyone tells you what to say to your own bank, you're talking to a" +
        " thief.",
        "People who've moved from another country get more of these calls, often in their own language, " +
        "from callers who claim to be an embassy or the police back home. The pattern is the same, and so" +
        " is the answer. An embassy doesn't collect fines by phone.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        "Hang up. If you want to be sure, look up the agency yourself and call it with the case number " +
        "they gave you. It won't exist. If they say someone is on the way to you, don't open the door. " +
        "Call your country's emergency number, on another phone, and dial it yourself. If you've handed " +
        "money to a courier, call the police right away: the courier may still be nearby, and they get " +
        "caught more often than you'd think.",
        "If you gave out a tax or Social Security number, tell the agency that issued it and ask how to " +
        "protect it, for example with a PIN for your tax return where that exists. Check your tax account" +
        " a few weeks later for a return you didn't file. If you paid with gift cards, keep the cards and" +
        " receipts and call the issuer.",
      ],
    },
    {
      title: "What to tell older relatives",
      paragraphs: [
        "One sentence is better than ten rules: \"If the police call and want money or valuables, it isn't" +
        ' the police. Hang up and call me." Write it on a card and put it by the phone. Then mean it: be ' +
        "glad every time they call, even when it's nothing.",
      ],
    },
  ],
  short: [
    "Letters first, time to appeal, an account in the agency's own name.",
    "Gift cards, crypto, cash to a courier: never a government agency.",
    "No official procedure requires you to keep it secret from your family.",
    "Dial the agency yourself. The case number will tell you the truth.",
  ],
  sources: [
    {
      who: "US Internal Revenue Service (IRS)",
      says: "Says that it usually makes first contact by letter, doesn't demand immediate payment by gift card," +
        " prepaid card or wire, and doesn't threaten to bring in the police over an unpaid bill.",
    },
    {
      who: "US Social Security Administration, Office of the Inspector General",
      says: "Says that the agency never threatens arrest, never suspends numbers and never asks for gift cards " +
        "or cash.",
    },
    {
      who: "German police (Polizei)",
      says: "Says that it never calls from the number 110, and never asks people to hand over money or valuables.",
    },
  ],
};
