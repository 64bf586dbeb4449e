/** The state of reporting a number: closed, one of two forms, sending, sent. */

export type Form = "report" | "dispute";
export interface Written {
  readonly choice: string;
  readonly words: string;
}
export interface MemberReportState extends Written {
  readonly form: Form | undefined;
  /** What is written in a form that gave way to the other one. */
  readonly aside: Readonly<Partial<Record<Form, Written>>>;
  readonly isBusy: boolean;
  readonly error: string;
  /** What was sent; the thanks stay until another form opens. */
  readonly submitted: Form | undefined;
}
export const MEMBER_REPORT_START: MemberReportState = {
  form: undefined,
  choice: "",
  words: "",
  aside: {},
  isBusy: false,
  error: "",
  submitted: undefined,
};

export type MemberReportEvent =
  | { readonly type: "opened"; readonly form: Form }
  | { readonly type: "closed" }
  | { readonly type: "chosen"; readonly choice: string }
  | { readonly type: "written"; readonly words: string }
  | { readonly type: "sent" }
  | { readonly type: "saved" }
  | { readonly type: "failed"; readonly error: string };

export function memberReportReducer(state: MemberReportState, event: MemberReportEvent): MemberReportState {
  switch (event.type) {
    case "opened":
      return { ...MEMBER_REPORT_START, ...state.aside[event.form], form: event.form, aside: asideOf(state) };
    case "closed":
      return { ...MEMBER_REPORT_START, aside: othersOf(state) };
    case "chosen":
      return { ...state, choice: event.choice, error: "" };
    case "written":
      return { ...state, words: event.words };
    case "sent":
      return { ...state, isBusy: true, error: "" };
    case "saved":
      return { ...MEMBER_REPORT_START, submitted: state.form, aside: othersOf(state) };
    case "failed":
      return { ...state, isBusy: false, error: event.error };
  }
}

function asideOf({ form, choice, words, aside }: MemberReportState): MemberReportState["aside"] {
  return form === undefined ? aside : { ...aside, [form]: { choice, words } };
}

/** Without what was in the open form, which was sent or discarded. */
function othersOf(state: MemberReportState): MemberReportState["aside"] {
  return state.form === undefined ? state.aside : { ...state.aside, [state.form]: undefined };
}
