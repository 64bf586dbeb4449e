/** Chapter of the guide: "How these calls work." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const howItWorks: Chapter = {
  id: "how-it-works",
  title: "How these calls work",
  about: null,
  lead: "Nine different stories, one method. Once you know the method, you'll recognize even a story that isn't in " +
    "any guide.",
  sections: [
    {
      title: "Four moving parts",
      paragraphs: [
        "Almost every phone scam has the same four parts. The first is a role: someone you'd normally listen to, " +
        "such as a bank, a government agency, your child or a customer. The second is a reason to act: a danger to " +
        "avoid, or a gain you can't afford to miss. The third is a clock: it has to happen now, while the caller is " +
        "on the line. The fourth is a wall around you: you can't talk to anyone else, supposedly because it would be " +
        "illegal or embarrassing, or would spoil a surprise.",
        "Take away any one part and the scam falls apart. You can't verify the role while the caller is talking, but " +
        "you can hang up and call the real organization. You can't judge the reason in a minute, but you can take an " +
        "hour. You can ignore the clock. And you can always talk to someone else. No honest caller minds if you take " +
        "a moment to do that. That one rule would prevent most of what this guide describes.",
      ],
    },
    {
      title: "Why it works on careful people",
      paragraphs: [
        "People who've been scammed often say, \"I know about this stuff. I don't understand how I fell for it.\" " +
        "Usually, the answer is timing. The call from the delivery company came on the day a package was due. The " +
        "bank's text arrived ten minutes after a real payment. Scammers make thousands of calls, and some of them " +
        "land at just the right moment. What feels like proof (how else could they know?) is a coincidence. With " +
        "that many calls, there are bound to be a few.",
        "It also works because they know a little about you. Names, addresses, the last digits of a card, the name " +
        "of your bank: details like these are stolen from the customer files of stores and services, and lists of " +
        "them are bought and sold. A caller who knows your address has a list. That doesn't make the call real.",
        'And it works in small steps. No scammer starts with "Send me your savings." They start with "Can I just ' +
        'confirm your name?" Each step is only slightly bigger than the last, and each one makes the next feel ' +
        "natural. If you notice you're doing something you'd have refused at the start of the call, stop, no matter " +
        "how far you've already gone. Just hang up. You don't owe the caller a goodbye.",
      ],
    },
    {
      title: "What a number can and can't tell you",
      paragraphs: [
        "The number on your screen is just text sent by the caller's phone system. Phone networks pass it along, and " +
        "in many places no one checks it along the way. That's why a call can show the number of your own bank or " +
        "the police, or a number that's one digit off from yours. So a familiar number proves nothing, and neither " +
        "does an unfamiliar one.",
        "Still, numbers do tell you something. A number from a range that hasn't been assigned to anyone can't " +
        "belong to a real caller. If a message asks you to call back a premium-rate number, you know who makes money " +
        "from the call. If the number is from a different country than the caller claims, ask why. And many reports " +
        "from other people are a warning. Our check looks at all of this, and it always says what it couldn't see. " +
        'The best result it ever gives is "no known signals," because a number that was set up yesterday has no ' +
        "history.",
      ],
    },
    {
      title: "The one habit to keep",
      paragraphs: [
        "Hang up, wait, and call back yourself. Use a number you found without the caller's help: on your card, on a " +
        "bill, or on a website whose address you typed in. On a landline, wait a few minutes or use another phone, " +
        "because some lines stay open when only one side hangs up. If the call was real, the people you reach will " +
        "be glad you checked. If it wasn't, they'll know nothing about it, and you'll have avoided a scam.",
      ],
    },
  ],
  short: [
    "Who are they? You don't know yet, whatever the screen says.",
    "What has to happen right now? If the call is honest, nothing.",
    "Who are you not supposed to tell? The secrecy gives the scam away.",
    "What do they want in the end: money, a code, a look at your screen, or your ID?",
  ],
  sources: [
    {
      who: "US Federal Communications Commission (FCC)",
      says: 'Explains that callers can fake the number your screen shows ("spoofing"), often with one that looks ' +
        "local, and advises you not to rely on caller ID and to hang up.",
    },
    {
      who: "Take Five to Stop Fraud (UK Finance with the British government)",
      says: "Sums up its advice as stop, challenge, protect: take a moment, remember that it's OK to refuse, and " +
        "contact your bank right away if you think you've been caught.",
    },
    {
      who: "UK National Cyber Security Centre (NCSC)",
      says: "Lists authority, urgency, emotion, scarcity and current events as the signs of a scam message.",
    },
  ],
};
