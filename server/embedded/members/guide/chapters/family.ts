/** Chapter of the guide: "Mum, I have a new number". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const family: Chapter = {
  id: "family",
  title: "Mum, I have a new number",
  about: "family",
  lead: "Nothing moves us faster than a child or a friend in trouble. So this one is built to leave no time for the " +
    "question: is it you?",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        '"Hi Mum, my phone is broken, this is my new number. Can you write to me on WhatsApp?" You save the ' +
        "number under the name of your child. A few friendly lines follow, and then a bill that must be paid " +
        "today, which cannot be done because banking was on the old phone. The account to which it goes " +
        'belongs to a "friend".',
        'By phone it is louder. Somebody is crying: "Papa, I did something terrible." A policewoman takes ' +
        "over. There was an accident, somebody died, and unless bail is paid today your daughter goes to " +
        "prison. A messenger can collect the money. In tears and over a bad line, most voices sound alike; and " +
        "today a few seconds of somebody's voice from a video are enough to make a copy by computer that says " +
        "whatever it is told.",
        'The third form comes from a real account. A friend writes: "Can you send me the code you just got? I ' +
        "typed your number by mistake.\" The friend's account was taken in just this way an hour ago, and you " +
        "are next.",
      ],
    },
    {
      title: "What gives it away",
      paragraphs: [
        "The new number comes first and the money soon after. The old number is suddenly forbidden. Voice " +
        "calls are not possible: the microphone is broken too. The recipient of the money has another name. " +
        "And there is always a reason why nobody else should know, above all not the other parent.",
      ],
    },
    {
      title: "The word",
      paragraphs: [
        "Agree on a word in the family, today. Not a pet's name that stands on the internet; something silly " +
        "that makes all of you laugh. Whoever asks for money or says they are in trouble must say it. A voice " +
        "that cannot say the word is not your child, however well it cries. If you did not agree on a word, " +
        "ask for something that only the two of you know, and that was never posted: what did we eat when the " +
        "car broke down?",
        'And call the old number. Always. The "broken" phone rings in your child\'s pocket more often than not, ' +
        "and the story ends in that second.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "Call your bank and ask for a recall of the transfer; give the name and the account it went to. Report " +
        "it to the police with the screenshots of the chat. Block the number, but keep the chat. If a " +
        "messenger took money or jewellery, call the emergency number now; describe the person, the way they " +
        "left and what they wore.",
        "If your own messaging account was taken over, register your number again in the app, with the code " +
        "that then comes to you. Some apps let the thief set a PIN, and you may have to wait for some days; " +
        "write to your contacts by other means that messages from you are false. Afterwards turn on the second " +
        "PIN of that app, so that a code alone is not enough.",
        "If it was your mother or father who paid: do not scold. People who are scolded hide the next one. Sit " +
        "down together, call the bank together, and take it as it is: somebody abused their love for you.",
      ],
    },
    {
      title: "Beforehand",
      paragraphs: [
        "Look at what strangers can learn about your family on the internet. Open friend lists and holiday " +
        "posts write the script for such a call. Old-fashioned first names in the phone book are read as an " +
        "age; you can ask for an entry to be shortened or taken out. And talk about it at the table, the word " +
        "included. It is a good conversation even if the call never comes.",
      ],
    },
  ],
  short: [
    "New number? Call the old one.",
    "Ask for the word.",
    "Money never goes to a friend of the child.",
    "Codes are not to be passed on, also not to friends.",
  ],
  sources: [
    {
      who: "Federal Bureau of Investigation (FBI)",
      says: "In its notice of December 2024 on fraud with generated voices and pictures, advises families to agree " +
        "on a secret word to verify who is speaking.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Describes emergency calls that claim to come from a relative, says that voices can be copied by " +
        "computer, and advises to call the person on a number you know is theirs.",
    },
    {
      who: "German police (Polizei)",
      says: 'Warns of "shock calls" about alleged accidents, and advises to hang up and to call the relative on the ' +
        "number you know.",
    },
  ],
};
