/** Chapter of the guide: "Mom, I have a new number." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const family: Chapter = {
  id: "family",
  title: '"Mom, I have a new number"',
  about: "family",
  lead: "Nothing makes us move faster than a child or a friend in trouble. So this scam is built to leave you no " +
    'time to ask, "Is it really you?"',
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        '"Hi Mom, my phone broke. This is my new number. Can you text me on WhatsApp?" You save the number under ' +
        "your child's name. A few friendly messages follow, and then there's a bill that has to be paid today. Your " +
        "child can't pay it, because the banking app was on the old phone. The account you're asked to send the " +
        'money to belongs to a "friend."',
        'By phone, it\'s more dramatic. Someone is crying: "Dad, I did something terrible." A "police officer" takes ' +
        "over. There's been an accident, someone died, and unless you pay bail today, your daughter goes to jail. A " +
        "courier can come and pick up the money. Through tears and on a bad connection, most voices sound alike. And " +
        "today, a few seconds of someone's voice from a video are enough for a computer to clone it and make it say " +
        "anything.",
        'The third version comes from a real account. A friend writes: "Can you send me the code you just' +
        " got? I typed your number by mistake.\" The friend's account was stolen in exactly this way an " +
        "hour ago, and you're next.",
      ],
    },
    {
      title: "What gives it away",
      paragraphs: [
        "The new number comes first, and the request for money soon after. You're told the old number no longer " +
        "works. Voice calls don't work either: the microphone is broken, too. The money goes to someone with a " +
        "different name. And there's always a reason no one else should know, least of all the other parent.",
      ],
    },
    {
      title: "The family code word",
      paragraphs: [
        "Agree on a code word as a family, today. Don't use a pet's name that's all over the internet. Pick " +
        "something silly that makes all of you laugh. Anyone who asks for money or says they're in trouble has to " +
        "say it. A voice that can't say the word isn't your child, however convincingly it cries. If you haven't " +
        'agreed on one, ask about something that only the two of you know and that was never posted online: "What ' +
        'did we eat the night the car broke down?"',
        'And call the old number. Always. The "broken" phone usually rings in your child\'s pocket, and the story ' +
        "falls apart right there.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "Call your bank and ask them to recall the transfer, giving the name and the account it went to. Report it " +
        "to the police with screenshots of the chat. Block the number, but keep the chat. If a courier took money or " +
        "jewelry, call 911 or your local emergency number now and describe the person, what they wore, and which way " +
        "they went.",
        "If your own messaging account was taken over, register your number with the app again, using the new code " +
        "it sends you. In some apps, the thief can set a PIN, so you may have to wait a few days to get back in. " +
        "Meanwhile, tell your contacts some other way that messages from you are fake. Afterward, turn on the app's " +
        "extra PIN so that a code alone isn't enough.",
        "If it was your mother or father who paid, don't scold them. People who get scolded hide the next scam. Sit " +
        "down together, call the bank together, and see it for what it is: someone took advantage of their love for " +
        "you.",
      ],
    },
    {
      title: "Before it happens",
      paragraphs: [
        "Look at what strangers can find out about your family online. Public friend lists and vacation posts write " +
        "the script for a call like this. In a phone directory, an old-fashioned first name gives away a person's " +
        "age; you can ask to have the listing shortened or removed. And talk about all of this over dinner, " +
        "including the code word. It's a good conversation even if the call never comes.",
      ],
    },
  ],
  short: [
    "New number? Call the old one.",
    "Ask for the code word.",
    'Never send money to your child\'s "friend."',
    "Never pass on a code, not even to a friend.",
  ],
  sources: [
    {
      who: "Federal Bureau of Investigation (FBI)",
      says: "In its December 2024 notice on fraud with AI-generated voices and images, advises families to " +
        "agree on a secret word to verify who's speaking.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Describes emergency calls that claim to come from a relative, says that voices can be cloned, and " +
        "advises calling the person at a number you know is theirs.",
    },
    {
      who: "German police (Polizei)",
      says: 'Warn about "shock calls" that invent an accident, and advise hanging up and calling the relative at the ' +
        "number you know.",
    },
  ],
};
