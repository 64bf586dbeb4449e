/** Chapter of the guide: "Someone you met online." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const onlineLove: Chapter = {
  id: "online-love",
  title: "Someone you met online",
  about: "online",
  lead: "This chapter isn't about being naive. It's about people who study loneliness for a living, and take your " +
    "money in small, affectionate steps.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        'They wrote first, or texted you "by mistake": "Is this Anna? Sorry! But you sound nice." They\'re ' +
        "good-looking, attentive, perhaps widowed. They're an engineer on an oil rig, an officer overseas, a doctor, " +
        "an heiress with a gift for investing. They write in the morning and at night. They remember your cat's " +
        "name. After a few weeks, you're a couple, even though you've never met: every time you were about to, " +
        "something came up.",
        "From there, it usually goes one of two ways. In the first, there's an emergency: customs fees, a hospital " +
        "bill, a plane ticket to visit you at last. In the second, there's no emergency at all. They've done well " +
        "with an investment, they'll show you how, and they'd never ask you for money. You open an account on a " +
        "platform they recommend. The balance grows. Once, you can even withdraw a little. So you put in more, and " +
        "more, until you want it all back. Then there's a tax to pay first, then a fee, then silence. The platform " +
        "was theirs. Investigators have an ugly name for this, which compares victims to pigs being fattened. We'll " +
        "call it what it is: investment fraud that begins with a courtship.",
        "There's also a third version, and it's quick. After an intimate video chat, they send you the pictures, " +
        "your friend list, and a demand for money. That's extortion.",
      ],
    },
    {
      title: "Signs that don't depend on your feelings",
      paragraphs: [
        "They've never been in a room with you. Video calls are impossible, or always short and strange. Within " +
        "days, they wanted to move from the site to a private app. Their pictures belong to someone else; try a " +
        "reverse image search. Sooner or later, it's about money, theirs or yours, and the money is never in a bank " +
        "you could walk into. Their story has been used before: paste a sentence from their messages into a search " +
        "engine.",
        "And they don't like your friends. When you're told not to talk to anyone about the investment, or about the " +
        'two of you, that\'s the wall we describe in "How these calls work."',
      ],
    },
    {
      title: "A test that costs nothing",
      paragraphs: [
        "Tell them you've decided never to send money, never to invest, and never to receive anything for anyone, " +
        "however this goes. Then wait. Someone who wants you will stay. Someone who wants your money will get angry, " +
        "get sick or disappear within a week.",
        "Show the chat to someone you trust, someone with no stake in it. If the very thought makes you " +
        "feel sick, take that seriously. Part of you may have known for a while.",
      ],
    },
    {
      title: "If the money is gone",
      paragraphs: [
        'Stop all payments, including that one last payment that will supposedly "release" everything. Call your ' +
        "bank and tell them how you were deceived. If you used crypto, write down the wallet addresses and " +
        "transaction IDs and tell the exchange. Report it to the police. Save the whole chat, then stop answering. " +
        "Don't try to get revenge or find out more: they're better at this than you are.",
        "Then be wary of anyone who offers to help. Soon you'll hear from someone who says they can get your money " +
        'back for a fee: a lawyer, a hacker, an "agency." It\'s the same people, or people who bought your name from ' +
        "them. No honest person asks for money up front to recover stolen money.",
        "If it's extortion, don't pay. Paying leads to the next demand. Keep the messages, block the sender, and " +
        "report the account to the platform and the police. If you're under eighteen, or were when the pictures were " +
        "taken, there are services that help get them taken down, and you won't be in trouble for asking.",
      ],
    },
    {
      title: "Afterward",
      paragraphs: [
        "Often, what hurts most isn't the money. It's that the person who wrote \"good night\" every evening never " +
        "existed. That's a real loss, and grief is the right word for it. Talk to someone: a doctor, a helpline for " +
        "crime victims, a friend. You weren't foolish. You fell in love with something that was made, with great " +
        "effort, to be loved.",
      ],
    },
  ],
  short: [
    "Never send money to someone you haven't met in person.",
    "If only your new love knows about an investment, it isn't one.",
    "No honest person charges a fee to recover stolen money.",
    "Don't pay extortion. Save, block, report.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Advises you never to send money or gifts to a sweetheart you haven't met in person, and warns about " +
        '"recovery" services that ask for money up front.',
    },
    {
      who: "Federal Bureau of Investigation (FBI)",
      says: "Describes romance fraud, cryptocurrency investment fraud and sextortion, and asks victims not to pay " +
        "and to report it to IC3.",
    },
    {
      who: "National Center for Missing and Exploited Children (NCMEC)",
      says: "Runs the free service Take It Down, which helps remove intimate pictures of anyone who was under " +
        "eighteen when they were taken.",
    },
  ],
};
