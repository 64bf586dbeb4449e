/** Chapter of the guide: "Making yourself and others a harder catch". */
import type { Chapter } from "../../../../wire/members/guide.ts";

export const protect: Chapter = {
  id: "protect",
  title: "Making yourself and others a harder catch",
  about: null,
  lead: "An evening is enough for most of this. Put the kettle on, and do it together with the person you are " +
    "worried about.",
  sections: [
    {
      title: "Your phone",
      paragraphs: [
        "Turn on the filter for unknown callers, if you can live with it. Save the numbers of your bank, your " +
        "doctor, your children's school and your energy supplier under their names, so that you recognise them " +
        "and have something to call back. Put a PIN on your SIM and another on your account with the network, " +
        "so that nobody can have your number moved to their card; ask the network what it offers against that. " +
        "Update the system. Remove apps that you have not opened for a year. Look at which apps may read " +
        "messages or act on the screen; there should be almost none.",
      ],
    },
    {
      title: "Your accounts",
      paragraphs: [
        "Your mail is the master key. Give it a password that you use nowhere else, and a second step, best a " +
        "passkey or an app, since a text can be intercepted. Then the bank, then the messenger with its second " +
        "PIN. For everything else use a password manager; the one in your phone is fine. It has one advantage " +
        "nobody mentions: it recognises addresses. If it does not offer the password, you are perhaps not " +
        "where you think you are.",
      ],
    },
    {
      title: "Your data",
      paragraphs: [
        "Each shop that knows less about you can lose less. Buy as a guest. Leave out your date of birth where " +
        "nobody needs it. Use a second mail address for everything that is not important. Look at what your " +
        "social networks show to strangers: list of friends, birthday, holidays, employer. Ask people-search " +
        "sites to remove you where the law gives you that right.",
        "In the United States, freeze your credit at the three bureaus. It is free, and you can lift it for a " +
        "day when you need a loan. Elsewhere, ask the bureau what it has on you; once a year this is usually " +
        "free.",
      ],
    },
    {
      title: "Your money",
      paragraphs: [
        "A notice for each payment. Low limits for transfers, raised only for the day. An account for daily " +
        "life, and one for savings that no card and no app can reach. An agreement with yourself: no payment " +
        "above a certain sum on the day somebody asks for it. One night is the cheapest insurance there is.",
      ],
    },
    {
      title: "Your people",
      paragraphs: [
        "Speak about it before it happens. Say what happened to you, or to a friend; stories stay where rules " +
        "do not. Agree on the family's word. Agree on one person who may be called at any hour with a silly " +
        "question, and who will never laugh. For older relatives who wish it, many banks let you name somebody " +
        "who is told when unusual things happen, without being able to move money.",
        "Do not take away the phone, do not take over the account, unless a court has asked you to. Fear of " +
        'losing independence is why people hide their losses. What helps is company: "Let us look at it ' +
        'together" is the best protection we know.',
      ],
    },
    {
      title: "Your work",
      paragraphs: [
        "In a firm, the same calls come to the accounts office. New bank details of a supplier are confirmed " +
        "by a call to the number on file. An urgent transfer wished by the boss from a new address is " +
        "confirmed by asking the boss. Write that down as a rule, so that a trainee may follow it against a " +
        "director. Whoever follows it and thereby delays something real gets thanked, aloud. That is how a " +
        "rule stays alive.",
      ],
    },
    {
      title: "And then let it be",
      paragraphs: [
        "You cannot check everybody, and you do not have to. Most calls are from people who want nothing bad. " +
        "The aim of all this is not to suspect everyone; it is to have two or three habits that work by " +
        "themselves, so that you can be friendly without being careless. Hang up, wait, call back yourself. " +
        "Codes stay with you. Nobody is harmed by a night's sleep. The rest you may forget.",
      ],
    },
  ],
  short: [
    "Mail first: own password, second step.",
    "PIN at the network against a stolen number.",
    "Family word, one person to call, one night before large payments.",
    "Together, not instead of.",
  ],
  sources: [
    {
      who: "US Federal Trade Commission (FTC)",
      says: "Says that a credit freeze is free at each of the three nationwide bureaus and does not affect your " +
        "score, and leads victims of identity theft through the steps at identitytheft.gov.",
    },
    {
      who: "UK National Cyber Security Centre (NCSC)",
      says: "Advises a strong and separate password for e-mail and a second step for important accounts, and takes " +
        "suspicious mails at report@phishing.gov.uk.",
    },
    {
      who: "US National Institute of Standards and Technology (NIST)",
      says: "In its digital identity guidelines treats codes sent over the telephone network as a weaker second step " +
        "than others, and asks services to offer alternatives.",
    },
  ],
};
