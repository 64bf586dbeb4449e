/** The cookie choice: unanswered, refused or given. Global Privacy Control counts as a refusal (TRUST T10). */
import * as z from "zod/mini";

export const consentChoiceSchema = z.enum(["unanswered", "refused", "given"]);
export type ConsentChoice = "unanswered" | "refused" | "given";

export interface ConsentState {
  readonly choice: ConsentChoice;
  /** The choices are on screen. */
  readonly isOpen: boolean;
  /** The visitor has opened them, so they are shown on every screen. */
  readonly isRequested?: true;
}

export type ConsentEvent =
  | { readonly type: "given" }
  | { readonly type: "refused" }
  | { readonly type: "choices_opened" };

/** A browser with Global Privacy Control has refused and is not asked. */
export function initialConsent(stored: ConsentChoice, globalPrivacyControl: boolean): ConsentState {
  const choice = stored === "unanswered" && globalPrivacyControl ? "refused" : stored;
  return { choice, isOpen: choice === "unanswered" };
}

export function reduceConsent(state: ConsentState, event: ConsentEvent): ConsentState {
  switch (event.type) {
    case "given":
      return { choice: "given", isOpen: false };
    case "refused":
      return { choice: "refused", isOpen: false };
    case "choices_opened":
      return { ...state, isOpen: true, isRequested: true };
  }
}
