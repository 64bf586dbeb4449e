/** Chapter of the guide: "Protect yourself and others." */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const protect: Chapter = {
  id: "protect",
  title: "Protect yourself and others",
  about: null,
  lead: "One evening is enough for most of this. Make some tea, and do it together with the person you're " +
    "worried about.",
  sections: [
    {
      title: "Your phone",
      paragraphs: [
        "Turn on the filter for unknown callers, if you can live with it. Save the numbers of your bank, your " +
        "doctor, your children's school and your utility company under their names, so you'll recognize them and " +
        "have a number to call back. Put a PIN on your SIM. Put another on your account with your carrier, so that " +
        "no one can move your number to their own SIM; ask your carrier what protection it offers. Keep the phone's " +
        "software up to date. Remove apps you haven't opened in a year. Check which apps can read your messages or " +
        "control your screen. There should be almost none.",
      ],
    },
    {
      title: "Your accounts",
      paragraphs: [
        "Your email is the master key. Give it a password you don't use anywhere else, and turn on two-step " +
        "verification, ideally with a passkey or an authenticator app, because texts can be intercepted. Then do the " +
        "same for your bank, and set up the extra PIN in your messaging app. For everything else, use a password " +
        "manager; the one built into your phone is fine. It has an advantage that rarely gets mentioned: it " +
        "recognizes web addresses. If it doesn't offer to fill in your password, you may not be on the site you " +
        "think you're on.",
      ],
    },
    {
      title: "Your data",
      paragraphs: [
        "The less a store knows about you, the less it can lose. Check out as a guest. Leave your date of birth " +
        "blank where it isn't needed. Use a second email address for everything that doesn't matter. Look at what " +
        "your social networks show to strangers: your friend list, your birthday, your vacations, your employer. Ask " +
        "people-search sites to remove you where the law gives you that right.",
        "In the United States, freeze your credit at the three bureaus. It's free, and you can lift the freeze for a " +
        "day when you need a loan. In other countries, ask the credit bureau what it has on you. Once a year, that's " +
        "usually free.",
      ],
    },
    {
      title: "Your money",
      paragraphs: [
        "Turn on a notification for every payment. Keep transfer limits low and raise them only for a day when you " +
        "need to. Have one account for daily life, and one for savings that no card or app can reach. And make a " +
        "deal with yourself: no payment above a certain amount on the day someone asks for it. Sleeping on it is the " +
        "cheapest insurance there is.",
      ],
    },
    {
      title: "Your people",
      paragraphs: [
        "Talk about it before it happens. Tell them what happened to you, or to a friend; stories stick where rules " +
        "don't. Agree on a family code word. Agree on one person who can be called at any hour with a silly " +
        "question, and who'll never laugh. If your older relatives are open to it, many banks let them name a " +
        "trusted contact, who's told when something unusual happens but can't move any money.",
        "Don't take away their phones, and don't take over their accounts, unless a court has appointed you to. " +
        "People hide their losses because they're afraid of losing their independence. What helps is company: " +
        '"Let\'s look at it together" is the best protection we know.',
      ],
    },
    {
      title: "Your work",
      paragraphs: [
        "At a company, the same calls go to the accounting department. If a vendor sends new bank account " +
        "information, confirm it by calling the number on file. If the boss asks for an urgent transfer from a new " +
        "email address, confirm it by asking the boss. Make it a written rule, so that a new hire can hold an " +
        "executive to it. And when someone follows the rule and delays something that turns out to be real, thank " +
        "them, out loud. That's how you keep the rule alive.",
      ],
    },
    {
      title: "And then let it go",
      paragraphs: [
        "You can't check everyone, and you don't have to. Most calls are from people who mean no harm. The point of " +
        "all this isn't to suspect everyone. It's to have two or three habits that work on their own, so you can be " +
        "friendly without being careless. Hang up, wait, call back yourself. Keep your codes to yourself. No honest " +
        "deal is lost by sleeping on it. You can forget the rest.",
      ],
    },
  ],
  short: [
    "Email first: its own password and two-step verification.",
    "A PIN with your carrier, so your number can't be stolen.",
    "A family code word, one person to call, a night's sleep before large payments.",
    "Do it with them, not for them.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Says that a credit freeze is free at each of the three nationwide bureaus and doesn't affect your " +
        "credit score, and walks victims of identity theft through the steps at identitytheft.gov.",
    },
    {
      who: "UK National Cyber Security Centre (NCSC)",
      says: "Advises a strong, separate password for email and two-step verification for important accounts, and " +
        "takes reports of suspicious emails at report@phishing.gov.uk.",
    },
    {
      who: "US National Institute of Standards and Technology (NIST)",
      says: "In its digital identity guidelines, treats codes sent over the phone network as a weaker second factor " +
        "than others, and asks services to offer alternatives.",
    },
  ],
};
