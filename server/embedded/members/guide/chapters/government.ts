/** Chapter of the guide: "The office, the tax, the police". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const government: Chapter = {
  id: "government",
  title: "The office, the tax, the police",
  about: "government",
  lead: "Offices write letters. When an office calls and wants money today, it is not the office.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The voice is stern. There is a warrant. Your tax number has been used for a crime. Your social " +
        "security number will be suspended. A parcel with drugs was sent in your name. You can settle the " +
        "matter if you cooperate, but you must stay on the line and tell no one, since the investigation is " +
        'secret. Sometimes you are passed on from the "tax office" to the "police" to the "court", with music ' +
        "in between. Sometimes there is a video call with somebody in uniform, before a flag.",
        "The softer form promises something: a refund, a grant, a repayment of energy costs, waiting for your " +
        "account details and a small fee. It comes at the time when such payments are in the news, and it goes " +
        "out by text.",
      ],
    },
    {
      title: "What the real ones do",
      paragraphs: [
        "Tax offices begin with a letter. They give you time, an account in their own name, and a way to " +
        "object. They do not take gift cards, crypto or cash handed to a messenger. They do not threaten " +
        'arrest by phone. No office anywhere can "suspend" your identity number. The police do not collect ' +
        "your jewellery to keep it safe, and the police do not appear with their emergency number on your " +
        "display: in Germany, the police say so plainly, a call showing 110 is never from them.",
        "Courts send papers. Customs send papers. If an officer of immigration has a question, there is a " +
        "letter, an appointment, and the right to bring somebody. Everything that is real leaves you time to " +
        "ask a lawyer, a neighbour or your child.",
      ],
    },
    {
      title: "Why threats work",
      paragraphs: [
        "Fear narrows the view. Under a threat, people look for the nearest exit, and the caller is holding " +
        'one open. It helps to name it aloud: "You are trying to frighten me." It sounds silly; it works, ' +
        "because you hear it yourself. The longer the call, the less you can think, so they keep you on the " +
        "line for hours, sometimes through the way to the bank, with advice on what to tell the cashier. If " +
        "somebody tells you what to say to your own bank, you are speaking with a thief.",
        "People who come from abroad are called more often, in their own language, by voices that claim to be " +
        "an embassy or the police at home. The pattern is the same, and so is the answer. An embassy does not " +
        "collect fines by phone.",
      ],
    },
    {
      title: "What to do",
      paragraphs: [
        "Hang up. If you want to be sure, look up the office yourself and call it, with the file number they " +
        "gave you; it will not exist. If somebody announces a visit, do not open the door; call the emergency " +
        "number of your country, on another phone, dialled by yourself. If you gave money to a messenger, call " +
        "the police at once: such people are sometimes still on the way, and more often than you would think " +
        "they are caught.",
        "If you gave a tax or social security number, tell the office that issued it and ask for its " +
        "protection, such as a PIN for your tax return where that exists. Look at your tax account after some " +
        "weeks, for a return you did not file. If you paid with gift cards, keep the cards and the receipts " +
        "and call the issuer.",
      ],
    },
    {
      title: "What to tell older relatives",
      paragraphs: [
        'One sentence is better than ten rules. "If the police call and want money or valuables, it is not the ' +
        'police; hang up and call me." Write it on a card beside the phone. Then mean it: be glad when they ' +
        "call for nothing.",
      ],
    },
  ],
  short: [
    "Letters first, time to object, an account in the office's own name.",
    "Gift cards, crypto, cash to a messenger: never an office.",
    "Secrecy is not a rule of any procedure that you are the subject of.",
    "Dial the office yourself; the file number will tell.",
  ],
  sources: [
    {
      who: "US Internal Revenue Service (IRS)",
      says: "Says that it makes first contact mostly by letter, does not demand immediate payment by gift card, " +
        "prepaid card or wire, and does not threaten to bring in the police for not paying.",
    },
    {
      who: "US Social Security Administration, Office of the Inspector General",
      says: "Says that the agency never threatens arrest, never suspends numbers and never asks for gift cards or " +
        "cash.",
    },
    {
      who: "German police (Polizei)",
      says: "Says that it never calls from the number 110, and never asks people to hand over money or valuables.",
    },
  ],
};
