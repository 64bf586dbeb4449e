/** The state of reporting a number: closed, one of two forms, sending, sent. */

export type Form = "report" | "dispute";
export interface TellState {
  readonly form: Form | undefined;
  readonly choice: string;
  readonly words: string;
  readonly isBusy: boolean;
  readonly error: string;
  /** What was sent; the thanks stay until another form opens. */
  readonly told: Form | undefined;
}
export const TELL_START: TellState = {
  form: undefined,
  choice: "",
  words: "",
  isBusy: false,
  error: "",
  told: undefined,
};

export type TellEvent =
  | { readonly type: "opened"; readonly form: Form }
  | { readonly type: "closed" }
  | { readonly type: "chosen"; readonly choice: string }
  | { readonly type: "written"; readonly words: string }
  | { readonly type: "sent" }
  | { readonly type: "told" }
  | { readonly type: "failed"; readonly error: string };

export function tellReducer(state: TellState, event: TellEvent): TellState {
  switch (event.type) {
    case "opened":
      return { ...TELL_START, form: event.form };
    case "closed":
      return TELL_START;
    case "chosen":
      return { ...state, choice: event.choice, error: "" };
    case "written":
      return { ...state, words: event.words };
    case "sent":
      return { ...state, isBusy: true, error: "" };
    case "told":
      return { ...TELL_START, told: state.form };
    case "failed":
      return { ...state, isBusy: false, error: event.error };
  }
}
