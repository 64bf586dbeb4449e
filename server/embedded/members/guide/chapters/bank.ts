/** Chapter of the guide: "The caller is from your bank". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const bank: Chapter = {
  id: "bank",
  title: "The caller says they're your bank",
  about: "bank",
  lead: "\"We've noticed an unusual payment.\" It's the most expensive sentence in this guide, because it sounds " +
    "like help.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "The call often follows a text about a payment to a store you've never heard of, with a number to" +
        ' call or a "no" to send back. A few minutes later the phone rings. The caller is calm and ' +
        "polite, with office noise in the background. They know your name, maybe your address or the " +
        "first digits of your card. They tell you they've stopped a payment and that your account is at " +
        "risk. You're relieved that someone noticed.",
        'Then it turns. Maybe they need the code that has "just been sent to verify you". In reality, ' +
        "that code confirms a payment they're making at that moment, or adds your card to their phone. " +
        'Maybe they ask you to move your money to a "safe account" opened in your name. Or they ask you ' +
        'to approve something in your app "so we can cancel it". Sometimes they announce a courier who\'ll' +
        " collect your card, cut in two, with the chip still intact.",
      ],
    },
    {
      title: "What a real bank does",
      paragraphs: [
        "Real banks do call about suspicious payments. They ask whether you made a payment: yes or no. " +
        "They don't need your full password, your PIN or a code they sent you in order to block a card; " +
        'they can do that themselves. They never move money to protect it. A "safe account" in your name ' +
        "at some other bank doesn't exist. No bank employee, police officer or regulator will ever ask " +
        "you to help with a secret investigation into the bank's own staff. That story was invented so " +
        "you won't ask questions at the counter.",
        "A real bank also never minds if you want to call back. That's the test. Say, \"I'll call the " +
        'number on my card", and see what happens. A real employee says, "Please do." A scammer explains ' +
        "why that isn't possible right now.",
      ],
    },
    {
      title: "What to do while they're on the line",
      paragraphs: [
        "Don't confirm anything they seem to know. Don't read out a code. Read the text around the code " +
        'instead: it often says what the code is for, such as "to pay 840.00 at ...", and that you should' +
        " never share it. Don't approve anything in your app that you didn't start yourself. Hang up " +
        "mid-sentence if you have to. Wait a few minutes, then call the number on the back of your card. " +
        "In the United Kingdom you can dial 159, which connects you to most large banks.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "If you gave them a code or approved something, call now; every minute counts. Ask the bank to " +
        "block the card and the online access, to look for new devices and new payees, and to recall the " +
        "transfer. Ask for written confirmation of your report. Then ask for a refund in writing, and say" +
        " whether or not you authorized the payment, exactly as it was. The rules are different for " +
        "payments you didn't make and payments you were tricked into making. In the United Kingdom, banks" +
        " have had to reimburse most people tricked into a bank transfer since October 2024, within " +
        "limits. Elsewhere you may have to insist. If the bank says no, ask for its reasons and take them" +
        " to the ombudsman or regulator in your country. In most countries that's free.",
      ],
    },
    {
      title: "Make it harder next time",
      paragraphs: [
        "Set a low limit for transfers and raise it only when you need to. Turn on a notification for " +
        "every payment. Keep your savings in an account without a card. Save your bank's number in your " +
        "phone under its name, and promise yourself that it's the only one you'll ever call. None of this" +
        " costs anything, and all of it turns a disaster into an annoyance.",
      ],
    },
  ],
  short: [
    "You type codes. You never say them out loud.",
    '"Safe account" means scam. Every time.',
    "The bank can block a card without your help.",
    "Say you'll call back, and listen to the answer.",
  ],
  sources: [
    {
      who: "UK Payment Systems Regulator (PSR)",
      says: "Since 7 October 2024, payment firms in the UK must reimburse most victims of authorized push " +
        "payment fraud, up to 85,000 pounds per claim.",
    },
    {
      who: "Stop Scams UK",
      says: "Runs the number 159, which connects customers of participating banks to their bank safely when a " +
        "call about money seems wrong.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: 'Warns that anyone who asks for your verification code is a scammer, and that moving money "to ' +
        'protect it" is the mark of a scam.',
    },
  ],
};
