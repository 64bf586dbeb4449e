/** The 20 questions in four groups. Answers choose the advice and never change the score. */
import type { IconName } from "../../ui/icon_paths.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
  /** In a question with several answers: choosing it takes the others back, and the other way round. */
  readonly alone?: true;
}

export type QuestionGroup = "contact" | "wanted" | "happened" | "you";

export interface Question {
  readonly n: number;
  readonly group: QuestionGroup;
  readonly text: string;
  readonly help?: string;
  /** `country` is a list of countries before the options. */
  readonly kind: "one" | "many" | "country";
  readonly options: readonly Option[];
}

export const GROUPS: readonly { readonly id: QuestionGroup; readonly name: string; readonly icon: IconName }[] = [
  { id: "contact", name: "The contact", icon: "call_in" },
  { id: "wanted", name: "What they wanted", icon: "bank" },
  { id: "happened", name: "What happened", icon: "history" },
  { id: "you", name: "You", icon: "person" },
];

const YES_NO: readonly Option[] = [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }];
const YES_NO_UNSURE: readonly Option[] = [...YES_NO, { value: "not_sure", label: "I am not sure" }];

export const QUESTIONS: readonly Question[] = [
  {
    n: 1,
    group: "contact",
    text: "How did this number reach you?",
    kind: "one",
    options: [
      { value: "call", label: "A call" },
      { value: "text", label: "A text message" },
      { value: "app", label: "WhatsApp or another app" },
      { value: "voicemail", label: "A voicemail" },
      { value: "not_yet", label: "Not yet, I found it somewhere" },
    ],
  },
  {
    n: 2,
    group: "contact",
    text: "Did you answer or reply?",
    kind: "one",
    options: [...YES_NO, { value: "blocked", label: "I blocked it" }],
  },
  {
    n: 3,
    group: "contact",
    text: "Who did they say they were?",
    kind: "one",
    options: [
      { value: "bank", label: "My bank or card company" },
      { value: "delivery", label: "A delivery service" },
      { value: "government", label: "Government, police or tax office" },
      { value: "tech_support", label: "Tech support" },
      { value: "family", label: "Family or a friend" },
      { value: "trade", label: "A buyer or seller" },
      { value: "employer", label: "An employer or recruiter" },
      { value: "online", label: "Someone I met online" },
      { value: "did_not_say", label: "They did not say" },
    ],
  },
  { n: 4, group: "contact", text: "Had you seen this number before?", kind: "one", options: YES_NO_UNSURE },
  {
    n: 5,
    group: "contact",
    text: "How often have they tried?",
    kind: "one",
    options: [
      { value: "once", label: "Once" },
      { value: "few", label: "2 to 5 times" },
      { value: "more", label: "More often" },
      { value: "daily", label: "Every day" },
    ],
  },
  { n: 6, group: "wanted", text: "Did they ask for money?", kind: "one", options: YES_NO },
  {
    n: 7,
    group: "wanted",
    text: "How should it be paid?",
    help: "Choose all that came up.",
    kind: "many",
    options: [
      { value: "gift_card", label: "Gift card" },
      { value: "transfer", label: "Bank transfer" },
      { value: "crypto", label: "Crypto" },
      { value: "card", label: "Card" },
      { value: "cash", label: "Cash" },
      { value: "other", label: "Something else" },
      { value: "none", label: "It did not come up", alone: true },
    ],
  },
  {
    n: 8,
    group: "wanted",
    text: "Did they ask for a code or password?",
    help: "For example a code that came to you by text.",
    kind: "one",
    options: YES_NO,
  },
  {
    n: 9,
    group: "wanted",
    text: "Did they ask you to tap a link or install something?",
    help: "Choose both if both came up.",
    kind: "many",
    options: [
      { value: "link", label: "Tap a link" },
      { value: "app", label: "Install an app or program" },
      { value: "no", label: "No", alone: true },
    ],
  },
  {
    n: 10,
    group: "wanted",
    text: "Did they hurry you or ask you to keep it secret?",
    help: "Choose both if both came up.",
    kind: "many",
    options: [
      { value: "hurry", label: "They hurried me" },
      { value: "secret", label: "They asked me to tell nobody" },
      { value: "no", label: "No", alone: true },
    ],
  },
  {
    n: 11,
    group: "wanted",
    text: "Did they promise something that sounded too good?",
    help: "Choose all that came up.",
    kind: "many",
    options: [
      { value: "prize", label: "A prize" },
      { value: "job", label: "A job" },
      { value: "refund", label: "A refund" },
      { value: "investment", label: "An investment" },
      { value: "love", label: "Love" },
      { value: "no", label: "No", alone: true },
    ],
  },
  {
    n: 12,
    group: "happened",
    text: "Did you give personal details?",
    help: "Choose all that apply. Nobody is judging you.",
    kind: "many",
    options: [
      { value: "name", label: "Name or address" },
      { value: "id", label: "Date of birth or an ID number" },
      { value: "bank", label: "Bank or card details" },
      { value: "none", label: "None", alone: true },
    ],
  },
  {
    n: 13,
    group: "happened",
    text: "Did you send money?",
    kind: "one",
    options: [...YES_NO, { value: "about_to", label: "I am about to" }],
  },
  { n: 14, group: "happened", text: "Did you tap the link or install it?", kind: "one", options: YES_NO },
  {
    n: 15,
    group: "happened",
    text: "Where did they say they were calling from?",
    kind: "country",
    options: [{ value: "did_not_say", label: "They did not say" }],
  },
  { n: 16, group: "happened", text: "Did the voice or text seem automatic?", kind: "one", options: YES_NO_UNSURE },
  { n: 17, group: "you", text: "Which country are you in?", kind: "country", options: [] },
  {
    n: 18,
    group: "you",
    text: "Whom are you checking for?",
    kind: "one",
    options: [
      { value: "me", label: "Me" },
      { value: "relative", label: "A relative" },
      { value: "business", label: "My business" },
    ],
  },
  {
    n: 19,
    group: "you",
    text: "What would you like to do next?",
    kind: "one",
    options: [
      { value: "block", label: "Block it" },
      { value: "report", label: "Report it" },
      { value: "call_back", label: "Call back" },
      { value: "make_sure", label: "Make sure" },
    ],
  },
  {
    n: 20,
    group: "you",
    text: "Shall we tell you if something changes about this number?",
    help: "Only with a plan, by e-mail, and you can stop it in every mail.",
    kind: "one",
    options: YES_NO,
  },
];

const BY_NUMBER: ReadonlyMap<number, Question> = new Map(QUESTIONS.map((row): [number, Question] => [row.n, row]));

export function findQuestion(n: number): Question | undefined {
  return BY_NUMBER.get(n);
}

export function questionsOf(group: QuestionGroup): readonly Question[] {
  return QUESTIONS.filter((row) => row.group === group);
}

/** Title of the group a question belongs to. */
export function groupName({ group }: Question): string {
  return GROUPS.find(({ id }) => id === group)?.name ?? "";
}
