/** Chapter of the guide: "They did not say who they were". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const unknown: Chapter = {
  id: "unknown",
  title: "They didn't say who they were",
  about: "did_not_say",
  lead: 'Silence, one ring, a recorded voice, a "hello?" that hangs up. Most of it is harmless. Some of it is ' +
    "sizing you up.",
  sections: [
    {
      title: "The silent call",
      paragraphs: [
        "You pick up and no one's there. Often, a call center's machine has dialed several people at " +
        "once, and someone else was faster. That's a nuisance, and many countries limit it by law, but it" +
        " isn't an attack. Some machines, though, exist only to find out which numbers get answered, and " +
        "when. If you answer, you go on a list of active numbers. So if you don't know the number, let it" +
        " ring. Anyone who really wants to reach you will leave a message or write.",
      ],
    },
    {
      title: "One ring",
      paragraphs: [
        "A call from a faraway country, one ring, gone. The idea is that you call back and pay for an " +
        "expensive connection, with hold music. Don't call back. Look at the first digits: some area " +
        "codes look domestic and aren't. Our check flags the ones authorities have named, when the call " +
        "comes from another country. If you did call back, check your next bill and dispute the charge in" +
        " writing, within the time limit printed on it.",
      ],
    },
    {
      title: '"Can you hear me?"',
      paragraphs: [
        "You may have read that you should never say yes to this, because they'll record the word and " +
        "turn it into a contract. Authorities have warned about such calls, but proven cases where the " +
        "word alone was enough are rare. What's certain is that you don't owe a stranger an answer. If " +
        "you're worried about a contract, wait for the first letter or bill and dispute it in writing " +
        "right away. A contract takes more than one word.",
      ],
    },
    {
      title: "The recorded voice",
      paragraphs: [
        '"Your car warranty", "your energy bill", "press nine to be removed from our list". Press ' +
        "nothing. Pressing a key is an answer, and it connects you to a person whose job is to sell. In " +
        "the United States, sales robocalls are generally illegal without your written consent, so the " +
        "caller has already broken one law before the conversation begins.",
      ],
    },
    {
      title: "Surveys and sales",
      paragraphs: [
        'Some calls are just sales calls. You can say, "Please take me off your list", and hang up; in ' +
        "many countries they have to comply. Add your number to the do-not-call register if your country " +
        "has one: in the United States the National Do Not Call Registry, in the United Kingdom the " +
        "Telephone Preference Service. Honest companies check it. After a few weeks, most of the calls " +
        "you still get are the dishonest ones, and that makes them easier to spot.",
        "Be careful with small questions at the start: which carrier you use, whether you live alone, how" +
        ' old you are. Each answer is worth something to someone. "Why do you ask?" is a complete answer.',
      ],
    },
    {
      title: "When someone won't stop",
      paragraphs: [
        "If the calls come every day, or with threats, keep a log: date, time, number, what was said. " +
        "Block the number, even if others may follow. Turn on the filter in your phone or from your " +
        "carrier that sends unknown callers to voicemail. Tell your carrier: it can trace malicious calls" +
        " for the police even if the number on your screen was fake. If you know the caller, or think you" +
        " do, and you're afraid, talk to the police or a stalking helpline. Your log will help them help " +
        "you.",
      ],
    },
    {
      title: "What we don't know",
      paragraphs: [
        "A number without reports isn't a good number, it's an unknown one. Silence on the line might be " +
        'a bad connection, a shy aunt, or a machine. Our check will say "no known signals" and list what ' +
        "it couldn't see. Let that be enough. You don't have to find out who it was. A caller who matters" +
        " will find another way to reach you.",
      ],
    },
  ],
  short: [
    "Unknown number: let it ring.",
    "One ring from abroad: don't call back.",
    "Recorded voice: press nothing.",
    "Every day: keep a log and tell your carrier.",
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
