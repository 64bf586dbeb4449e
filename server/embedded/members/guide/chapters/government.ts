/** Chapter of the guide: "Tax, police and other officials." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const government: Chapter = {
  id: "government",
  title: "Tax, police and other officials",
  about: "government",
  lead: "Government agencies write letters. A caller who wants money today isn't from one.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The voice is stern. There's a warrant for your arrest. Your taxpayer ID was used in a crime. Your Social " +
        "Security number is about to be suspended. A package of drugs was sent in your name. You can clear this up " +
        "if you cooperate, but you have to stay on the line and tell no one, because the investigation is secret. " +
        'Sometimes they transfer you from the "tax office" to the "police" to the "court," with hold music in ' +
        "between. Sometimes there's a video call with someone in uniform, in front of a flag.",
        "The softer version promises something: a refund, a grant, help with your energy bill, all ready to be paid " +
        "as soon as you enter your bank account number and pay a small fee. It comes by text, just when payments " +
        "like that are in the news.",
      ],
    },
    {
      title: "What real agencies do",
      paragraphs: [
        "Tax agencies start with a letter. They give you time, have you pay the agency itself, and tell you how to " +
        "appeal. They don't demand gift cards, crypto, or cash handed to a courier. They don't threaten arrest by " +
        'phone. No agency will call to say your Social Security number has been "suspended." The police don\'t ' +
        "collect your jewelry to keep it safe, and they don't call from the emergency number. The German police put " +
        "it plainly: a call that shows 110, the emergency number there, is never from them.",
        "Courts send paperwork. So does customs. If an immigration officer has a question, you get a letter, an " +
        "appointment, and the right to bring someone with you. Anything real leaves you time to ask a lawyer, a " +
        "neighbor or a relative.",
      ],
    },
    {
      title: "Why threats work",
      paragraphs: [
        "Fear gives you tunnel vision. Under threat, people look for the nearest exit, and the caller is holding one " +
        'open. It helps to say it out loud: "You\'re trying to scare me." It sounds silly, and it works, because you ' +
        "hear yourself say it. The longer the call, the less clearly you can think, so scammers keep you on the line " +
        "for hours, sometimes all the way to the bank, telling you what to say to the teller. If anyone tells you " +
        "what to say to your own bank, you're talking to a thief.",
        "Immigrants get more of these calls, often in their own language, from callers who claim to be from an " +
        "embassy or the police back home. The pattern is the same, and so is the answer. An embassy doesn't collect " +
        "fines by phone.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        "Hang up. If you want to be sure, look up the agency yourself, call it, and ask about the case number you " +
        "were given. If the call was a scam, it won't exist. If the caller says someone is on the way to your home, " +
        "don't open the door. On another phone, dial 911 or your country's emergency number yourself. If you've " +
        "handed money to a courier, call the police right away: the courier may still be nearby, and couriers get " +
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
    "A real agency writes first, gives you time to appeal, and is paid in its own name.",
    "No government agency demands gift cards, crypto, or cash handed to a courier.",
    "No official procedure requires you to keep it secret from your family.",
    "Call the agency yourself and ask about the case number.",
  ],
  sources: [
    {
      who: "US Internal Revenue Service (IRS)",
      says: "Says that it usually makes first contact by letter, doesn't demand immediate payment by gift card, " +
        "prepaid card or wire transfer, and doesn't threaten to bring in the police over an unpaid tax bill.",
    },
    {
      who: "US Social Security Administration, Office of the Inspector General",
      says: "Says that the agency never threatens arrest, never suspends numbers and never asks for gift cards " +
        "or cash.",
    },
    {
      who: "German police (Polizei)",
      says: "Say that they never call from the number 110 and never ask people to hand over money or valuables.",
    },
  ],
};
