/** Chapter of the guide: "How these calls work". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const howItWorks: Chapter = {
  id: "how-it-works",
  title: "How these calls work",
  about: null,
  lead: "Nine different stories, one method. Once you know the method, you'll recognize the story that isn't in" +
    " any guide.",
  sections: [
    {
      title: "Four moving parts",
      paragraphs: [
        "Almost every phone scam has the same four parts. The first is a role: someone you'd normally " +
        "listen to, such as a bank, a government agency, your child, a customer. The second is a reason " +
        "to act: a danger to avoid, or a gain you can't afford to miss. The third is a clock: it has to " +
        "happen now, while they're on the line. The fourth is a wall around you: you mustn't talk to " +
        "anyone else, because that would be illegal, embarrassing, or spoil the surprise.",
        "Take away any one part and the scam falls apart. You can't check the role while they're talking," +
        " but you can hang up and call the real organization. You can't judge the reason in a minute, but" +
        " you can take an hour. You can ignore the clock. And you can always, in every case, talk to " +
        "someone else. No honest caller is hurt by a pause. That one sentence would prevent most of what " +
        "this guide describes.",
      ],
    },
    {
      title: "Why it works on careful people",
      paragraphs: [
        "People who've been scammed often say: I know about this stuff, I don't understand how I fell for" +
        " it. Usually, the answer is timing. The call from the delivery company came on the day a parcel " +
        "was due. The bank's text arrived ten minutes after a real payment. Scammers make thousands of " +
        "calls, and some of them land at just the right moment. What feels like proof (how else could " +
        "they know?) is a coincidence they bought in bulk.",
        "It also works because they know a little about you. Names, addresses, the last digits of a card," +
        " the name of your bank: lists like these come from stores and services that had their customer " +
        "data stolen, and they're bought and sold. A caller who knows your address has a list. That " +
        "doesn't mean they have any business calling you.",
        'And it works in small steps. Nobody starts with "send me your savings". They start with "can I ' +
        'just confirm your name?". Each step is only slightly bigger than the last, and each one makes ' +
        "the next feel natural. If you notice you're doing something you'd have refused at the start of " +
        "the call, you're halfway up the staircase. Getting down is easy: put the phone down. You don't " +
        "owe anyone a goodbye.",
      ],
    },
    {
      title: "What a number can and can't tell you",
      paragraphs: [
        "The number on your screen is just text sent by the caller's side. Phone networks pass it along, " +
        "and in many places it's never checked on the way. That's why a call can show the number of your " +
        "own bank, of the police, or a number one digit away from yours. So a familiar number proves " +
        "nothing, and neither does an unfamiliar one.",
        "Still, numbers do tell you something. A range that hasn't been assigned to anyone can't belong " +
        "to a real caller. A premium-rate number in a message asking you to call back tells you who makes" +
        " money from the call. A number from a different country than the caller claims deserves a " +
        "question. And a pile of reports from other people is a warning. That's what our check looks at, " +
        "and it's why the check always says what it couldn't see. The lowest result is \"no known signals\"" +
        " and never anything better, because a number that was set up yesterday has no history.",
      ],
    },
    {
      title: "The one habit to keep",
      paragraphs: [
        "Hang up, wait, and call back yourself. Use a number you found without their help: on your card, " +
        "on a bill, or on a website whose address you typed in. On a landline, wait a few minutes or use " +
        "another phone, because some lines stay open when only one side hangs up. If the call was real, " +
        "they'll be glad you checked. If it wasn't, you'll reach people who know nothing about it, and " +
        "you'll have saved yourself.",
      ],
    },
  ],
  short: [
    "Who are they? You don't know yet, whatever the screen says.",
    "What has to happen right now? Nothing that's honest.",
    "Who aren't you supposed to tell? That question gives the scam away.",
    "What do they want in the end: money, a code, a look at your screen, or your ID?",
  ],
  sources: [
    {
      who: "US Federal Communications Commission (FCC)",
      says: 'Explains that callers can fake what your screen shows ("spoofing"), often with a number that looks' +
        " local, and advises you not to trust caller ID and to hang up.",
    },
    {
      who: "Take Five to Stop Fraud (UK Finance with the British government)",
      says: "Sums up its advice as stop, challenge, protect: take a moment, remember it's fine to refuse, and " +
        "contact your bank right away if you think you've been caught.",
    },
    {
      who: "UK National Cyber Security Centre (NCSC)",
      says: "Names authority, urgency, emotion, scarcity and current events as the signs of a fraudulent message.",
    },
  ],
};
