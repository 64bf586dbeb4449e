/** The state of reporting a number: closed, one of two forms, sending, sent. */

export type Form = "report" | "dispute";
export interface MemberReportState {
  readonly form: Form | undefined;
  readonly choice: string;
  readonly words: string;
  readonly isBusy: boolean;
  readonly error: string;
  /** What was sent; the thanks stay until another form opens. */
  readonly submitted: Form | undefined;
}
export const MEMBER_REPORT_START: MemberReportState = {
  form: undefined,
  choice: "",
  words: "",
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
      return { ...MEMBER_REPORT_START, form: event.form };
    case "closed":
      return MEMBER_REPORT_START;
    case "chosen":
      return { ...state, choice: event.choice, error: "" };
    case "written":
      return { ...state, words: event.words };
    case "sent":
      return { ...state, isBusy: true, error: "" };
    case "saved":
      return { ...MEMBER_REPORT_START, submitted: state.form };
    case "failed":
      return { ...state, isBusy: false, error: event.error };
  }
}
