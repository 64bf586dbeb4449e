/** Which add-on is being bought, which are bought, and the last error. */

export interface OffersState {
  /** Plan id whose charge is running. */
  readonly busy: string | undefined;
  readonly bought: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  /** `sure_popup=1`: the confirmation of "No thanks" is shown. */
  readonly isAskingAgain: boolean;
  /** It is shown once. */
  readonly hasAskedAgain: boolean;
}

export const OFFERS_START: OffersState = {
  busy: undefined,
  bought: [],
  errors: {},
  isAskingAgain: false,
  hasAskedAgain: false,
};

export type OffersEvent =
  | { readonly type: "add_started"; readonly planId: string }
  | { readonly type: "added"; readonly planId: string }
  | { readonly type: "add_failed"; readonly planId: string; readonly text: string }
  | { readonly type: "decline_asked" }
  | { readonly type: "decline_taken_back" };

export function offersReducer(state: OffersState, event: OffersEvent): OffersState {
  switch (event.type) {
    case "add_started":
      return { ...state, busy: event.planId, errors: { ...state.errors, [event.planId]: "" } };
    case "added":
      return { ...state, busy: undefined, bought: [...state.bought, event.planId] };
    case "add_failed":
      return { ...state, busy: undefined, errors: { ...state.errors, [event.planId]: event.text } };
    case "decline_asked":
      return { ...state, isAskingAgain: true, hasAskedAgain: true };
    case "decline_taken_back":
      return { ...state, isAskingAgain: false };
  }
}
