/** Chapter of the guide: "Somebody you met online". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const onlineLove: Chapter = {
  id: "online-love",
  title: "Somebody you met online",
  about: "online",
  lead: "This chapter is not about being naive. It is about people who study loneliness as a trade, and about money " +
    "that leaves in small, tender steps.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        'They wrote first, or to the wrong number: "Is this Anna? Sorry! But you sound nice." They are ' +
        "good-looking, attentive, widowed perhaps; an engineer on a platform, an officer abroad, a doctor, an " +
        "heiress with a gift for investing. They write in the morning and at night. They remember the name of " +
        "your cat. After some weeks you are a couple that has not met yet, since each time you were about to, " +
        "something came between.",
        "Then there are two roads. On one of them, there is an emergency: customs, a hospital bill, a ticket " +
        "to you at last. On the other there is no emergency at all. They have done well with an investment, " +
        "show you how, and would never ask you for money. You open an account on a platform they know. It " +
        "grows. You can even take out a little once. So you put in more, and more; until you want it all back, " +
        "and there is a tax to pay first, then a fee, then silence. The platform was theirs. Investigators " +
        "first met this under an ugly name taken from fattening pigs; we call it what it is: fraud by long " +
        "courtship.",
        "A third road is short. After an intimate video chat come the pictures, the list of your friends, and " +
        "the demand. That is extortion.",
      ],
    },
    {
      title: "Signs that do not depend on feeling",
      paragraphs: [
        "They have never been in a room with you. Video is impossible, or always short and strange. They " +
        "wanted to move from the site to a private app within days. Their pictures belong to somebody else; " +
        "try searching for them. They bring in money, whether theirs or yours, and it is always something " +
        "other than a bank that you can walk into. Their story is known: copy a sentence from their messages " +
        "into a search engine.",
        "And they do not like your friends. That you should speak with nobody about the investment, or about " +
        "the two of you, is the wall from the first chapters.",
      ],
    },
    {
      title: "A test that costs nothing",
      paragraphs: [
        "Tell them that you have decided never to send money, never to invest and never to receive anything " +
        "for anybody, however this goes on. Then wait. Somebody who wants you stays. Somebody who wants your " +
        "money gets angry, gets ill, or disappears within a week.",
        "Show the chat to a person you trust. Choose somebody who has no stake in it. If that thought alone " +
        "makes you feel sick, take that seriously: it may be that a part of you has known for some time.",
      ],
    },
    {
      title: "If money is gone",
      paragraphs: [
        'Stop all payments, also the last one that would "release" everything. Call your bank; tell it that ' +
        "you were deceived in this way. If you used crypto, write down addresses and transactions and tell the " +
        "exchange. Report it to the police. Save the whole chat, then stop answering; do not try to take " +
        "revenge or to find out more, they are better at this than you.",
        "Then be careful with help. Soon somebody will write who can get your money back for a fee: a lawyer, " +
        'a hacker, an "agency". They are the same people, or they have bought your name from them. Nobody ' +
        "honest asks for money up front to bring back stolen money.",
        "With extortion: do not pay. Paying leads to the next demand. Keep the messages, block them, report to " +
        "the platform and the police. If you are under eighteen, or the pictures were taken when you were, " +
        "there are services that have them taken down, and you are not in trouble for asking.",
      ],
    },
    {
      title: "After",
      paragraphs: [
        "What hurts is often not the money, it is that somebody who wrote good night every evening never " +
        "existed. That is a real loss, and grief is the proper word for it. Speak with somebody: a doctor, a " +
        "helpline for victims of crime, a friend. You did not fall in love with a fool's idea. You fell in " +
        "love with something that was made, with great effort, to be loved.",
      ],
    },
  ],
  short: [
    "Never send money to somebody you have not met in person.",
    "An investment that only your new love knows is not one.",
    "Nobody honest takes a fee to bring back stolen money.",
    "Do not pay extortion; keep, block, report.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Advises never to send money or gifts to a sweetheart you have not met in person, and warns of " +
        '"recovery" services that ask for money up front.',
    },
    {
      who: "Federal Bureau of Investigation (FBI)",
      says: "Describes confidence and romance fraud, investment fraud with cryptocurrency, and sextortion, and asks " +
        "victims not to pay and to report to IC3.",
    },
    {
      who: "National Center for Missing and Exploited Children (NCMEC)",
      says: "Runs the free service Take It Down, which helps remove intimate pictures that were taken of somebody " +
        "under eighteen.",
    },
  ],
};
