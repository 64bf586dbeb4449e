/** Chapter of the guide: "Your computer has a problem." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const techSupport: Chapter = {
  id: "tech-support",
  title: "Your computer has a problem",
  about: "tech_support",
  lead: "A pop-up that fills the screen, a loud voice, a number to call. The only thing wrong with your " +
    "computer is the page it's showing.",
  sections: [
    {
      title: "How it goes",
      paragraphs: [
        "You're reading a recipe or looking for a movie, and the screen turns red. A voice says your computer is " +
        "infected, warns you not to turn it off, and tells you to call the number on the screen. Or the phone rings: " +
        "a worried technician from a big company has seen errors coming from your computer. He has you open a list " +
        "of warnings, the kind every computer has, and there they are, in red and yellow.",
        "Then he asks you to install a small program so he can help. The program is legitimate; real support teams " +
        'use it too. It lets him see your screen and move your mouse. He shows you more "proof" and offers to fix ' +
        "the problem for a few hundred dollars, or sells you a lifetime subscription. While you pay, he watches you " +
        "sign in to your bank.",
        "A year later comes part two. The same company calls to say it's closing and owes you a refund. You fill out " +
        'a form, and the caller "makes a mistake" and sends you $4,000 instead of $400. The account on your screen ' +
        "really does show the extra money. All he did was move your own money from savings to checking, or change " +
        "the page in your browser. He begs you to send back the difference, because his job depends on it.",
      ],
    },
    {
      title: "What real companies do",
      paragraphs: [
        "They don't monitor your computer, and they don't call about a virus. They wouldn't know what number to " +
        "call. A real system warning never has a phone number in it. Real support starts with you: you go to the " +
        "company's site and open a case, and then someone may call you.",
      ],
    },
    {
      title: "What to do about the red screen",
      paragraphs: [
        "It's just a web page in full-screen mode. Press the Escape key, or hold it down for a few seconds. If that " +
        "doesn't help, force the browser to quit, or turn the computer off with its power button. You'll lose " +
        "nothing except unsaved work. When it starts again, don't let the browser restore your old pages. That's it. " +
        "Nothing needs to be fixed.",
        "With a caller, it's even simpler: hang up. You don't have to tell them you know. Some people enjoy wasting " +
        "a scammer's time. We advise against it, because scammers keep notes on the numbers they call.",
      ],
    },
    {
      title: "If someone got into your computer",
      paragraphs: [
        "Disconnect first. Then, on another device, change the passwords for your email and your bank, in that " +
        "order. Call your bank, tell them someone had remote access and saw you sign in, and ask for a new login and " +
        "a review of recent payments. Remove the remote-access program. Run a full scan with your system's own virus " +
        "protection. If the scammers had access for a long time, or watched you type passwords, have someone you " +
        "know wipe the computer and set it up from scratch.",
        "If you paid by card, dispute the payment: you never needed the service, and they lied to sell it to you. If " +
        'you paid with gift cards, call the issuer. If you "sent back" an overpayment, call your bank right away and ' +
        "tell them the whole story, including the part that makes you cringe. They hear it every day.",
      ],
    },
    {
      title: "If you're the family's tech support",
      paragraphs: [
        "Remove administrator rights from accounts that don't need them. Turn off website notifications " +
        "in the browser: that's where many red screens begin. Put a sticker with your number on the " +
        'machine: "Before you call anyone, call me."',
      ],
    },
  ],
  short: [
    "No real warning contains a phone number.",
    "No one can tell from a distance that your computer is infected.",
    "Give remote access only to people you called yourself, at a number you looked up.",
    "No refund requires you to sign in to your bank on a shared screen.",
  ],
  sources: [
    {
      who: "Microsoft",
      says: "Says that its error and warning messages never include a phone number, and that it doesn't make " +
        "unsolicited calls to offer repairs.",
    },
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Describes pop-ups and calls that make up a computer problem, as well as later calls about a refund, and " +
        "advises you to hang up and never give control of your computer to anyone who calls you.",
    },
    {
      who: "FBI Internet Crime Complaint Center (IC3)",
      says: "Takes reports of tech-support fraud and advises victims to keep records of all contacts and payments.",
    },
  ],
};
