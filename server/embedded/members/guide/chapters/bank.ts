/** Chapter of the guide: "The caller says they're your bank." */
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
        "It often starts with a text about a payment to a store you've never heard of. The text gives you a number " +
        'to call or asks you to reply "NO." A few minutes later, the phone rings. The caller is calm and polite, ' +
        "with office noise in the background. They know your name, maybe your address or the first digits of your " +
        "card. They tell you that they've stopped a payment and that your account is at risk. You're relieved that " +
        "someone noticed.",
        'Then the call takes a turn. Maybe they need the code that was "just sent to verify you." In reality, that ' +
        "code confirms a payment they're making at that moment, or adds your card to their phone. Maybe they ask you " +
        'to move your money to a "safe account" opened in your name. Or they ask you to approve something in your ' +
        'app "so we can cancel it." Sometimes they tell you to cut your card in two, leaving the chip intact, and ' +
        "say a courier will pick it up.",
      ],
    },
    {
      title: "What a real bank does",
      paragraphs: [
        "Real banks do call about suspicious payments. They ask whether you made a payment: yes or no. To block a " +
        "card, they don't need your password, your PIN or a code they sent you; they can do it on their own. They " +
        'never ask you to move money to protect it. A "safe account" in your name at some other bank doesn\'t exist. ' +
        "No bank employee, police officer or regulator will ever ask you to help with a secret investigation into " +
        "the bank's own staff. Scammers invented that story so you won't talk openly to the teller.",
        "A real bank also never minds if you want to call back. That's the test. Say, \"I'll call the number on my " +
        'card," and see what happens. A real employee says, "Please do." A scammer explains why that isn\'t possible ' +
        "right now.",
      ],
    },
    {
      title: "What to do while they're on the line",
      paragraphs: [
        "Don't confirm anything, even if they already seem to know it. Don't read a code out loud. Read the message " +
        'around the code instead: it often says what the code is for, such as "to approve a payment of $840.00," and ' +
        "that you should never share it. Don't approve anything in your app that you didn't start yourself. Hang up " +
        "mid-sentence if you have to. Wait a few minutes, then call the number on the back of your card. In the " +
        "United Kingdom, you can dial 159, which connects you to most large banks.",
      ],
    },
    {
      title: "If it has already happened",
      paragraphs: [
        "If you gave them a code or approved something, call now; every minute counts. Ask the bank to block the " +
        "card and your online access, to look for new devices and new payees, and to recall the transfer. Ask for " +
        "written confirmation of your report. Then request a refund in writing, and say truthfully whether you " +
        "authorized the payment. The rules are different for payments you didn't make and payments you were tricked " +
        "into making. In the United Kingdom, since October 2024, banks have had to reimburse most people who were " +
        "tricked into a bank transfer, within limits. Elsewhere, you may have to insist. If the bank says no, ask " +
        "for its reasons and take them to the ombudsman or regulator in your country. In most countries, that's free.",
      ],
    },
    {
      title: "Make it harder next time",
      paragraphs: [
        "Set a low limit for transfers and raise it only when you need to. Turn on a notification for every payment. " +
        "Keep your savings in an account that has no card. Save your bank's number in your phone under its name, and " +
        "promise yourself that it's the only one you'll ever call. None of this costs anything, and it can turn a " +
        "disaster into an annoyance.",
      ],
    },
  ],
  short: [
    "Type codes in yourself. Never say them out loud.",
    '"Safe account" means scam. Every time.',
    "The bank can block a card without your help.",
    "Say you'll call back, and listen to the answer.",
  ],
  sources: [
    {
      who: "UK Payment Systems Regulator (PSR)",
      says: "Since October 7, 2024, has required payment firms in the UK to reimburse most people tricked into " +
        'making a transfer ("authorized push payment fraud"), up to 85,000 pounds per claim.',
    },
    {
      who: "Stop Scams UK",
      says: "Runs the 159 hotline, which safely connects customers of participating banks to their bank when a call " +
        "about money seems suspicious.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Warns that anyone who asks for your verification code is a scammer, and that a request to move money " +
        '"to protect it" is the mark of a scam.',
    },
  ],
};
