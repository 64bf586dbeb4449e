/** Chapter of the guide: "Your computer has a problem". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const techSupport: Chapter = {
  id: "tech-support",
  title: "Your computer has a problem",
  about: "tech_support",
  lead: "A pop-up that fills the screen, a loud voice, a number to call. The only thing wrong with the computer is " +
    "the page it is showing.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "You read a recipe or look for a film, and the screen turns red. A voice says that the computer is " +
        "infected, that you must not turn it off, that you should call the number shown. Or the phone rings: a " +
        "worried technician of a large company has seen errors coming from your machine. He asks you to open a " +
        "window full of warnings that every computer has, and there they are, in red and yellow.",
        "Then he asks you to install a small program so that he can help. These programs are honest tools; " +
        "real support people use them too. With it he sees your screen and moves your mouse. He shows you more " +
        '"proof", and offers a repair for some hundred dollars, or a subscription for life. While you pay, he ' +
        "watches you log in to your bank.",
        "A year later comes the second act. The same firm calls because it is closing and owes you a refund. " +
        'You fill in a form, he "makes a mistake" and sends you 4,000 instead of 400. On your screen your ' +
        "account really shows it. He has only moved your own money from savings to checking, or changed the " +
        "page in your browser. He begs you to send the difference back, his job depends on it.",
      ],
    },
    {
      title: "What real companies do",
      paragraphs: [
        "They do not watch your computer, and they do not call because of a virus. They would not know your " +
        "number. A real warning of your system has no telephone number in it. Support by a real company begins " +
        "with you: you go to its site, you open a case, and then somebody may call.",
      ],
    },
    {
      title: "What to do with the red screen",
      paragraphs: [
        "It is a web page in full-screen mode. Press Escape, or hold it down for a few seconds. If that does " +
        "not help, close the browser from the task list, or turn the computer off with its button; nothing " +
        "will be lost but what you had not saved. When it starts again, do not let the browser restore the old " +
        "pages. That is all. You need no repair.",
        "With a caller it is simpler still: hang up. You do not need to tell them that you know. Some people " +
        "enjoy keeping them busy; we advise against it, because they remember numbers.",
      ],
    },
    {
      title: "If somebody was in",
      paragraphs: [
        "Cut the connection first. Then take another device, and change the passwords of your mail and your " +
        "bank, in this order. Call your bank, say that somebody had remote access and that they saw you log " +
        "in; ask for new access data and for a look at recent payments. Remove the remote program. Let the " +
        "system's own virus check run in full. If the person was in for long, or you typed passwords while " +
        "they watched, have the computer set up anew by somebody you know.",
        "If you paid by card, dispute the payment: the service was never needed, and was sold by a lie. If you " +
        'paid with gift cards, call the issuer. If you "sent back" an overpayment, call your bank at once and ' +
        "tell it the whole story, also the part that makes you cringe. They hear it every day.",
      ],
    },
    {
      title: "For the one who helps the family",
      paragraphs: [
        "Remove administrator rights from accounts that do not need them. Turn off notifications from web " +
        "sites in the browser: many red screens begin there. Put your number on a sticker on the machine: " +
        '"Before you call anybody, call me."',
      ],
    },
  ],
  short: [
    "No real warning contains a phone number.",
    "Nobody can see from afar that your computer is ill.",
    "Remote access is only for people whom you called.",
    "A refund never needs your online banking on a shared screen.",
  ],
  sources: [
    {
      who: "Microsoft",
      says: "Says that its error and warning messages never include a phone number, and that it does not make " +
        "unasked calls to offer repairs.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Describes pop-ups and calls that pretend a computer problem, and the later call about a refund, and " +
        "advises to hang up and never to give control to somebody who called you.",
    },
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Takes reports of technical-support fraud and advises victims to keep records of all contacts and " +
        "payments.",
    },
  ],
};
