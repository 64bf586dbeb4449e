/** Chapter of the guide: "How these calls work". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const howItWorks: Chapter = {
  id: "how-it-works",
  title: "How these calls work",
  about: null,
  lead: "Nine different stories, one machine. Once you have seen the machine, you recognise a story that is not in " +
    "any guide.",
  sections: [
    {
      title: "Four gears",
      paragraphs: [
        "Almost every fraud by phone turns four gears. The first is a role: somebody you would normally listen " +
        "to, such as a bank, an office, a child, a customer. The second is a reason to act: a danger that must " +
        "be averted or a gain that must not be missed. The third is a clock: it must happen now, while they " +
        "are on the line. The fourth is a wall: you should not speak to anybody else about it, because that " +
        "would be unlawful, embarrassing, or would spoil the surprise.",
        "Take away one gear and the machine stops. You cannot check the role while they are talking, but you " +
        "can hang up and call the real office. You cannot judge the reason in a minute, but you can take an " +
        "hour. You can refuse the clock. And you can always, in every case, talk to somebody else. No honest " +
        "caller is harmed by a pause. That sentence alone would prevent most of what this guide describes.",
      ],
    },
    {
      title: "Why it works on careful people",
      paragraphs: [
        "People who were cheated often say: I know about these things, I don't understand how I fell for it. " +
        "The answer is mostly timing. The call from the parcel service came on the day a parcel was due. The " +
        "bank's text arrived ten minutes after a real payment. Callers place thousands of calls, and some of " +
        "them fit by chance. What feels like proof - how could they know? - is a coincidence that somebody " +
        "bought in bulk.",
        "The second part is that they know a little. Names, addresses, the last digits of a card, the name of " +
        "your bank: such lists come from stores and services that lost their customers' data, and they are " +
        "traded. A caller who knows your address has a list. It does not mean that they have the right to " +
        "call.",
        'The third part is a staircase of small steps. Nobody begins with "send me your savings". They begin ' +
        'with "may I confirm your name?". Each step is only a little higher than the last, and each one makes ' +
        "the next seem natural. If you notice that you are doing something you would have refused at the " +
        "beginning of the call, you are on the staircase. Going down is easy: you put the phone down. You do " +
        "not owe anybody a goodbye.",
      ],
    },
    {
      title: "What a number can and cannot tell you",
      paragraphs: [
        "The number on your display is text that the caller's side sent along. Phone networks carry it, and in " +
        "many places nobody checks it on the whole way. That is why a call can show the number of your own " +
        "bank, of the police, or a number next to yours. So a known number is no proof, and a strange number " +
        "is no proof either.",
        "Still, numbers tell something. A range that has not been given to anybody cannot be a real caller. A " +
        "premium-rate number in a message that asks you to call back tells you who earns on the call. A number " +
        "from another country than the caller claims deserves a question. And many reports by other people are " +
        "a warning. This is what our check looks at, and why it always says what it could not see. The lowest " +
        'result is "no known signals", never more, because a number that was taken yesterday has no history.',
      ],
    },
    {
      title: "The one habit",
      paragraphs: [
        "Hang up, wait, call back yourself. Use a number you find without their help: on your card, on a bill, " +
        "on the site you type in yourself. If you use a landline, wait a few minutes or use another phone, " +
        "since some lines stay open when only one side hangs up. If it was real, they will be glad. If it was " +
        "not, you will reach people who know nothing about it, and you will have saved yourself.",
      ],
    },
  ],
  short: [
    "Who are they? You do not know yet, whatever the display says.",
    "What must be done now? Nothing that is honest.",
    "Who should not be told? That is the question that gives it away.",
    "What do they want in the end: money, a code, a look at your screen, or your papers?",
  ],
  sources: [
    {
      who: "US Federal Communications Commission (FCC)",
      says: 'Explains that callers can falsify what the display shows ("spoofing"), often with a number that looks ' +
        "like your own neighbourhood, and advises not to trust the display and to hang up.",
    },
    {
      who: "Take Five to Stop Fraud (UK Finance with the British government)",
      says: "Sums up its advice as stop, challenge, protect: take a moment, it is fine to refuse, and contact your " +
        "bank at once if you think you were caught.",
    },
    {
      who: "UK National Cyber Security Centre (NCSC)",
      says: "Names authority, urgency, emotion, scarcity and current events as the signs by which to recognise a " +
        "fraudulent message.",
    },
  ],
};
