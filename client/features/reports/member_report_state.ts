/** The state of reporting a number: closed, one of two forms, sending or withdrawing, done. */
import type { NumberReport } from "../../../server/wire/members/member_reports.ts";

export type Form = "report" | "dispute";
export interface Written {
  readonly choice: string;
  readonly words: string;
}
export interface MemberReportState extends Written {
  readonly form: Form | undefined;
  /** What is written in a form that gave way to the other one. */
  readonly aside: Readonly<Partial<Record<Form, Written>>>;
  /** The member's own report on this number, once it is known. */
  readonly own: NumberReport | undefined;
  readonly isBusy: boolean;
  readonly isWithdrawing: boolean;
  readonly error: string;
  /** What was done; its sentence stays until another form opens. */
  readonly submitted: Form | "withdrawal" | undefined;
}
export const MEMBER_REPORT_START: MemberReportState = {
  form: undefined,
  choice: "",
  words: "",
  aside: {},
  own: undefined,
  isBusy: false,
  isWithdrawing: false,
  error: "",
  submitted: undefined,
};

export type MemberReportEvent =
  | { readonly type: "loaded"; readonly own: NumberReport | undefined }
  | { readonly type: "opened"; readonly form: Form }
  | { readonly type: "closed" }
  | { readonly type: "chosen"; readonly choice: string }
  | { readonly type: "written"; readonly words: string }
  | { readonly type: "sent" }
  | { readonly type: "saved"; readonly own?: NumberReport }
  | { readonly type: "withdrawing" }
  | { readonly type: "withdrawn" }
  | { readonly type: "failed"; readonly error: string };

export function memberReportReducer(state: MemberReportState, event: MemberReportEvent): MemberReportState {
  switch (event.type) {
    case "loaded":
      // What was sent or written meanwhile is newer.
      if (state.own !== undefined) return state;
      return { ...state, own: event.own, ...(isUntouched(state) ? writtenIn(event.own) : {}) };
    case "opened":
      // The answer to come belongs to the form that was sent.
      if (state.isBusy) return state;
      return {
        ...startOf(state),
        ...(event.form === "report" ? writtenIn(state.own) : {}),
        ...state.aside[event.form],
        form: event.form,
        aside: asideOf(state),
      };
    case "closed":
      if (state.isBusy) return state;
      return { ...startOf(state), aside: othersOf(state) };
    case "chosen":
      return { ...state, choice: event.choice, error: "" };
    case "written":
      return { ...state, words: event.words };
    case "sent":
      return { ...state, isBusy: true, error: "" };
    case "saved":
      return { ...startOf(state), own: event.own ?? state.own, submitted: state.form, aside: othersOf(state) };
    case "withdrawing":
      return { ...state, isBusy: true, isWithdrawing: true, error: "" };
    case "withdrawn":
      return { ...MEMBER_REPORT_START, submitted: "withdrawal", aside: othersOf(state) };
    case "failed":
      return { ...state, isBusy: false, isWithdrawing: false, error: event.error };
  }
}

function startOf({ own }: MemberReportState): MemberReportState {
  return { ...MEMBER_REPORT_START, own };
}

function isUntouched({ form, choice, words, isBusy }: MemberReportState): boolean {
  return form === "report" && choice === "" && words === "" && !isBusy;
}

function writtenIn(own: NumberReport | undefined): Partial<Written> {
  return own === undefined ? {} : { choice: own.kind, words: own.text };
}

function asideOf({ form, choice, words, aside }: MemberReportState): MemberReportState["aside"] {
  return form === undefined ? aside : { ...aside, [form]: { choice, words } };
}

/** Without what was in the open form, which was sent or discarded. */
function othersOf(state: MemberReportState): MemberReportState["aside"] {
  return state.form === undefined ? state.aside : { ...state.aside, [state.form]: undefined };
}
