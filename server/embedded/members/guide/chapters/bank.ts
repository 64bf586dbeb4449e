/** Chapter of the guide: "The caller is from your bank". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const bank: Chapter = {
  id: "bank",
  title: "The caller is from your bank",
  about: "bank",
  lead: '"We have noticed an unusual payment." It is the most expensive sentence in this guide, because it sounds ' +
    "like help.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The call often follows a text message about a payment to a shop you have never heard of, with a " +
        'number to call or a "no" to answer. A few minutes later somebody rings: calm, polite, with office ' +
        "noise behind them. They know your name, perhaps your address or the start of your card number. They " +
        "say that a payment has been stopped, and that your account is in danger. You are relieved that " +
        "somebody noticed.",
        'Then it turns. Either they need the code that has "just been sent to verify you". That code in truth ' +
        "confirms a payment they are making at that moment, or adds your card to their phone. Or they ask you " +
        'to move your money to a "safe account" that has been opened in your name. Or they ask you to approve ' +
        'something in your app "so that we can cancel it". Sometimes a courier is announced who will collect ' +
        "the card, cut in two, with the chip intact.",
      ],
    },
    {
      title: "What a real bank does",
      paragraphs: [
        "A real bank does call about suspicious payments. It asks whether you made a payment: yes or no. It " +
        "does not need your full password, your PIN or a code that was sent to you in order to block a card; " +
        "it can do that by itself. It never moves money to protect it. A safe account in your own name at " +
        "another place does not exist. No bank employee, police officer or regulator will ever ask you to help " +
        "in a secret investigation against the bank's own staff. That story was invented so that you do not " +
        "ask at the counter.",
        'It also never objects when you want to call back. That is the test: say, "I will call the number on ' +
        'my card." Watch what happens. A real employee says, "Please do." The other one explains why that is ' +
        "not possible now.",
      ],
    },
    {
      title: "What to do on the line",
      paragraphs: [
        "Say nothing that confirms what they have. Do not read out a code. Read the text around the code " +
        'instead: it often says what it is for, for example "to pay 840.00 at ...", and that nobody will ask ' +
        "you for it. Do not approve anything in your app that you did not begin yourself. Hang up in the " +
        "middle of a sentence if you must. Wait a few minutes, then call the number on the back of your card. " +
        "In the United Kingdom you can dial 159, which connects to most large banks.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "If you gave a code or approved something, call now; every minute counts. Ask the bank to block the " +
        "card and the online access, to look for new devices and new payees, and to recall the transfer. Ask " +
        "for a written confirmation of your report. Then ask in writing for a refund and say whether you " +
        "authorised the payment or not, exactly as it was. Rules differ between payments you did not make and " +
        "payments you were tricked into making. In the United Kingdom banks must since October 2024 as a rule " +
        "reimburse people who were tricked into a bank transfer, within limits. In other places you may have " +
        "to insist. If the bank says no, ask for its reasons and take them to the ombudsman or the supervisor " +
        "of your country; this is free in most countries.",
      ],
    },
    {
      title: "Make it harder beforehand",
      paragraphs: [
        "Set a low limit for transfers and raise it only when you need it. Turn on a notice for each payment. " +
        "Keep savings in an account without a card. Save your bank's number in your phone under its name, and " +
        "agree with yourself that you only ever call that one. None of this costs anything, and all of it " +
        "turns a disaster into an annoyance.",
      ],
    },
  ],
  short: [
    "A code is for you to type, never for you to say.",
    '"Safe account" means fraud. Every time.',
    "The bank can block a card without your help.",
    "Say you will call back, and listen to the answer.",
  ],
  sources: [
    {
      who: "UK Payment Systems Regulator (PSR)",
      says: "Since 7 October 2024 payment firms in the UK must reimburse most victims of authorised push payment " +
        "fraud, up to 85,000 pounds a claim.",
    },
    {
      who: "Stop Scams UK",
      says: "Runs the number 159, by which customers of participating banks reach their bank safely when a call " +
        "about money seems wrong.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: 'Warns that nobody honest will ask for a verification code, and that moving money "to protect it" is the ' +
        "mark of a scam.",
    },
  ],
};
