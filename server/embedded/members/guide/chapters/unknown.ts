/** Chapter of the guide: "They did not say who they were". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const unknown: Chapter = {
  id: "unknown",
  title: "They did not say who they were",
  about: "did_not_say",
  lead: 'Silence, one ring, a recorded voice, a "hello?" that hangs up. Most of it is harmless, some of it is ' +
    "measuring you.",
  sections: [
    {
      title: "The silent call",
      paragraphs: [
        "You pick up and nobody is there. Often a call centre's machine has dialled several people at once, " +
        "and somebody else was faster. That is a nuisance, in many countries it is limited by law, and it is " +
        "no attack. But some machines are only there to find out which numbers are answered, and when. Whoever " +
        "answers gets on a list of numbers that are alive. So: if you do not know the number, let it ring. Who " +
        "really wants you leaves a message or writes.",
      ],
    },
    {
      title: "One ring",
      paragraphs: [
        "A call from a far country, one ring, gone. The idea is that you call back, and pay for an expensive " +
        "connection with music on hold. Do not call back. Look at the first digits: some area codes look as if " +
        "they were domestic and are not. Our check marks the ones that authorities have named, when they come " +
        "across a border. If you did call back, look at your next bill, and object to the charge in writing, " +
        "within the time that stands on it.",
      ],
    },
    {
      title: '"Can you hear me?"',
      paragraphs: [
        "You may have read that you must never say yes to this, because the word is recorded and a contract " +
        "made of it. Authorities have warned of such calls; proven cases in which the word alone was enough " +
        "are rare. What is certain: you owe a stranger no answer. If you fear that a contract was made, wait " +
        "for the first paper and object at once, in writing. A contract needs more than a sound.",
      ],
    },
    {
      title: "The recorded voice",
      paragraphs: [
        '"Your car warranty", "your energy bill", "press nine to be removed from our list". Press nothing. A ' +
        "key is an answer, and takes you to a person whose job it is to sell. In the United States, selling by " +
        "recorded call is as a rule unlawful without your written consent; so that whoever does it has already " +
        "broken one law before the conversation begins.",
      ],
    },
    {
      title: "Surveys and sales",
      paragraphs: [
        'Some calls are simply sales. You may say: "Please take me off your list," and hang up; in many ' +
        "countries they must follow it. Enter your number into the register against sales calls where there is " +
        "one: in the United States the National Do Not Call Registry, in the United Kingdom the Telephone " +
        "Preference Service. Honest firms look there. After some weeks, the calls that are left are mainly the " +
        "dishonest ones, and that makes them easier to recognise.",
        "Be careful with small questions at the beginning: which network you use, whether you live alone, how " +
        'old you are. Each of them is worth something to somebody. "Why do you ask?" is a complete answer.',
      ],
    },
    {
      title: "When somebody does not stop",
      paragraphs: [
        "If calls come every day, or with threats, keep a list: date, time, number, what was said. Block the " +
        "number, although others may follow. Turn on the filter of your phone or network, which sends unknown " +
        "callers to the voicemail. Tell your network; it can trace malicious calls for the police even if the " +
        "display showed something false. If you know the person, or think you do, and are afraid, speak with " +
        "the police or a help centre for stalking; the list will help them help you.",
      ],
    },
    {
      title: "What we do not know",
      paragraphs: [
        "A number without reports is not a good number, it is an unknown one. That nobody spoke may mean a bad " +
        'connection, a shy aunt, or a machine. Our check will say "no known signals" and list what it could ' +
        "not see. Let that be enough: you do not have to find out who it was. A caller who matters will find a " +
        "second way to reach you.",
      ],
    },
  ],
  short: [
    "Unknown number: let it ring.",
    "One ring from abroad: do not call back.",
    "Recorded voice: press nothing.",
    "Every day: keep a list, tell the network.",
  ],
  sources: [
    {
      who: "US Federal Communications Commission (FCC)",
      says: "Describes one-ring calls from abroad and advises not to call back numbers you do not know, and to check " +
        "before dialling whether an area code is international.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Runs the National Do Not Call Registry and says that sales robocalls without your written permission " +
        "are illegal, and that you should hang up and press no key.",
    },
    {
      who: "Ofcom (UK)",
      says: "Has rules against persistent silent and abandoned calls and takes complaints about them.",
    },
  ],
};
