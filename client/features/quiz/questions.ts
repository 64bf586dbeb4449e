/** The 20 questions in four groups. Answers choose the advice and never change the score. */
import { t } from "../../i18n/t.ts";
import type { IconName } from "../../ui/pictures/icon_paths.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
  /** In a question with several answers: choosing this one clears the others, and the other way round. */
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
  { id: "contact", name: t("First contact"), icon: "call_in" },
  { id: "wanted", name: t("What they asked for"), icon: "bank" },
  { id: "happened", name: t("What happened"), icon: "history" },
  { id: "you", name: t("About you"), icon: "person" },
];

const YES_NO: readonly Option[] = [{ value: "yes", label: t("Yes") }, { value: "no", label: t("No") }];
const YES_NO_UNSURE: readonly Option[] = [...YES_NO, { value: "not_sure", label: t("I'm not sure") }];

export const QUESTIONS: readonly Question[] = [
  {
    n: 1,
    group: "contact",
    text: t("How did this number reach you?"),
    kind: "one",
    options: [
      { value: "call", label: t("A call") },
      { value: "text", label: t("A text message") },
      { value: "app", label: t("WhatsApp or another app") },
      { value: "voicemail", label: t("A voicemail") },
      { value: "not_yet", label: t("It didn't; I just came across it") },
    ],
  },
  {
    n: 2,
    group: "contact",
    text: t("Did you answer or reply?"),
    kind: "one",
    options: [...YES_NO, { value: "blocked", label: t("I blocked it") }],
  },
  {
    n: 3,
    group: "contact",
    text: t("Who did they say they were?"),
    kind: "one",
    options: [
      { value: "bank", label: t("My bank or card company") },
      { value: "delivery", label: t("A delivery service") },
      { value: "government", label: t("Government, police, or tax agency") },
      { value: "tech_support", label: t("Tech support") },
      { value: "family", label: t("Family or a friend") },
      { value: "trade", label: t("A buyer or seller") },
      { value: "employer", label: t("An employer or recruiter") },
      { value: "online", label: t("Someone I met online") },
      { value: "did_not_say", label: t("They didn't say") },
    ],
  },
  { n: 4, group: "contact", text: t("Had you seen this number before?"), kind: "one", options: YES_NO_UNSURE },
  {
    n: 5,
    group: "contact",
    text: t("How often have they tried?"),
    kind: "one",
    options: [
      { value: "once", label: t("Once") },
      { value: "few", label: t("2 to 5 times") },
      { value: "more", label: t("More than 5 times") },
      { value: "daily", label: t("Every day") },
    ],
  },
  { n: 6, group: "wanted", text: t("Did they ask for money?"), kind: "one", options: YES_NO },
  {
    n: 7,
    group: "wanted",
    text: t("How did they want to be paid?"),
    help: t("Select all that apply."),
    kind: "many",
    options: [
      { value: "gift_card", label: t("Gift card") },
      { value: "transfer", label: t("Bank transfer") },
      { value: "crypto", label: t("Crypto") },
      { value: "card", label: t("Card") },
      { value: "cash", label: t("Cash") },
      { value: "other", label: t("Something else") },
      { value: "none", label: t("They didn't say"), alone: true },
    ],
  },
  {
    n: 8,
    group: "wanted",
    text: t("Did they ask for a code or password?"),
    help: t("For example, a code you were texted."),
    kind: "one",
    options: YES_NO,
  },
  {
    n: 9,
    group: "wanted",
    text: t("Did they ask you to tap a link or install something?"),
    help: t("Select both if they asked for both."),
    kind: "many",
    options: [
      { value: "link", label: t("Tap a link") },
      { value: "app", label: t("Install an app or a program") },
      { value: "no", label: t("No"), alone: true },
    ],
  },
  {
    n: 10,
    group: "wanted",
    text: t("Did they rush you or tell you to keep it secret?"),
    help: t("Select both if they did both."),
    kind: "many",
    options: [
      { value: "hurry", label: t("They rushed me") },
      { value: "secret", label: t("They told me to keep it secret") },
      { value: "no", label: t("No"), alone: true },
    ],
  },
  {
    n: 11,
    group: "wanted",
    text: t("Did they promise something that sounded too good to be true?"),
    help: t("Select all that apply."),
    kind: "many",
    options: [
      { value: "prize", label: t("A prize") },
      { value: "job", label: t("A job") },
      { value: "refund", label: t("A refund") },
      { value: "investment", label: t("An investment") },
      { value: "love", label: t("Romance") },
      { value: "no", label: t("No"), alone: true },
    ],
  },
  {
    n: 12,
    group: "happened",
    text: t("Did you give out personal details?"),
    help: t("Select all that apply. This happens to a lot of people."),
    kind: "many",
    options: [
      { value: "name", label: t("Name or address") },
      { value: "id", label: t("Date of birth or an ID number") },
      { value: "bank", label: t("Bank or card details") },
      { value: "none", label: t("None"), alone: true },
    ],
  },
  {
    n: 13,
    group: "happened",
    text: t("Did you send money?"),
    kind: "one",
    options: [...YES_NO, { value: "about_to", label: t("I'm about to") }],
  },
  { n: 14, group: "happened", text: t("Did you tap the link or install anything?"), kind: "one", options: YES_NO },
  {
    n: 15,
    group: "happened",
    text: t("Where did they say they were calling from?"),
    kind: "country",
    options: [{ value: "did_not_say", label: t("They didn't say") }],
  },
  { n: 16, group: "happened", text: t("Did it seem automated?"), kind: "one", options: YES_NO_UNSURE },
  {
    n: 17,
    group: "you",
    text: t("Which country are you in?"),
    help: t("So we can show you where to report it, and spot scams from abroad."),
    kind: "country",
    options: [],
  },
  {
    n: 18,
    group: "you",
    text: t("Who are you checking for?"),
    kind: "one",
    options: [
      { value: "me", label: t("Me") },
      { value: "relative", label: t("A family member") },
      { value: "business", label: t("My business") },
    ],
  },
  {
    n: 19,
    group: "you",
    text: t("What would you like to do next?"),
    kind: "one",
    options: [
      { value: "block", label: t("Block it") },
      { value: "report", label: t("Report it") },
      { value: "call_back", label: t("Call back") },
      { value: "make_sure", label: t("Confirm who it is") },
    ],
  },
  {
    n: 20,
    group: "you",
    text: t("Get alerts if this number's score changes?"),
    help: t("By email, for members with a plan. Unsubscribe anytime."),
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
