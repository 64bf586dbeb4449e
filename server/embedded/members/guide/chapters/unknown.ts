/** Chapter of the guide: "They didn't say who they were." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const unknown: Chapter = {
  id: "unknown",
  title: "They didn't say who they were",
  about: "did_not_say",
  lead: 'Silence, one ring, a recorded voice, a "hello?" and then a click. Most of these calls are harmless. Some ' +
    "are meant to size you up.",
  sections: [
    {
      title: "The silent call",
      paragraphs: [
        "You pick up and no one's there. Often, a call center's autodialer has called several people at once, and " +
        "someone else picked up first. That's a nuisance, and many countries limit it by law, but it isn't an " +
        "attack. Some autodialers, though, exist only to find out which numbers get answered, and when. If you " +
        "answer, you go on a list of active numbers. So if you don't know the number, let it ring. Anyone who really " +
        "wants to reach you will leave a message or text you.",
      ],
    },
    {
      title: "One ring",
      paragraphs: [
        "A call comes in from a faraway country, rings once and stops. The caller wants you to call back and pay for " +
        "an expensive connection while you listen to hold music. Don't call back. Look at the first digits: some " +
        "area codes look domestic but aren't. If you're in another country, our check flags the ones authorities " +
        "have warned about. If you did call back, check your next bill and dispute the charge in writing, within the " +
        "time limit printed on it.",
      ],
    },
    {
      title: '"Can you hear me?"',
      paragraphs: [
        "You may have read that you should never say yes to this, because the caller will record the word and pass " +
        "it off as your consent to a contract. Authorities have warned about such calls, but proven cases where the " +
        "word alone was enough are rare. What's certain is that you don't owe a stranger an answer. If you're " +
        "worried about a contract, wait for the first letter or bill and dispute it in writing right away. It takes " +
        "more than one recorded word to make a contract.",
      ],
    },
    {
      title: "The recorded voice",
      paragraphs: [
        '"It\'s about your car warranty." "It\'s about your energy bill." "Press nine to be removed from our list." ' +
        "Don't press anything. Pressing a key shows that someone is there, and it connects you to a person whose job " +
        "is to sell. In the United States, sales robocalls are generally illegal without your written consent, so " +
        "the caller has most likely broken the law before the conversation even begins.",
      ],
    },
    {
      title: "Surveys and sales",
      paragraphs: [
        'Some calls are just sales calls. You can say, "Please take me off your list," and hang up; in many ' +
        "countries, callers have to comply. Add your number to the do-not-call list if your country has one: in the " +
        "United States, the National Do Not Call Registry; in the United Kingdom, the Telephone Preference Service. " +
        "Honest companies check the list. After a few weeks, most of the sales calls you still get are the dishonest " +
        "ones, and that makes them easier to spot.",
        "Be careful with small questions at the start: which carrier you use, whether you live alone, how" +
        ' old you are. Each answer is worth something to someone. "Why do you ask?" is a complete answer.',
      ],
    },
    {
      title: "When someone won't stop",
      paragraphs: [
        "If you get calls every day, or threats, keep a log: date, time, number, what was said. Block the number, " +
        "even if calls from other numbers may follow. Turn on the filter that sends unknown callers to voicemail, " +
        "either on your phone or through your carrier. Tell your carrier, too: it can trace malicious calls for the " +
        "police even if the number on your screen was fake. If you know the caller, or think you do, and you're " +
        "afraid, talk to the police or a stalking helpline. Your log will help them help you.",
      ],
    },
    {
      title: "What we don't know",
      paragraphs: [
        "A number without reports isn't a good number. It's an unknown one. Silence on the line might be a bad " +
        'connection, a shy aunt, or a machine. Our check will say "no known signals" and list what it couldn\'t see. ' +
        "Let that be enough. You don't have to find out who it was. A caller who matters will find another way to " +
        "reach you.",
      ],
    },
  ],
  short: [
    "Unknown number: let it ring.",
    "One ring from abroad: don't call back.",
    "Recorded voice: don't press anything.",
    "Calls every day: keep a log and tell your carrier.",
  ],
  sources: [
    {
      who: "US Federal Communications Commission (FCC)",
      says: "Describes one-ring calls from abroad and advises you not to call back numbers you don't know, and " +
        "to check whether an area code is international before you dial.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Runs the National Do Not Call Registry and says that sales robocalls without your written " +
        "permission are illegal, and that you should hang up without pressing a key.",
    },
    {
      who: "Ofcom (UK)",
      says: "Has rules against persistent silent and abandoned calls and takes complaints about them.",
    },
  ],
};
