/** The four states of the identity library (spec W 4) and which of its errors end a sign-in. */

export type IdentityState = "signed_out" | "redirect_pending" | "signed_in" | "token_refreshed";

export type IdentityEvent =
  | { readonly type: "redirect_started" }
  | { readonly type: "redirect_ended_without_user" }
  | { readonly type: "user_signed_in" }
  | { readonly type: "token_renewed" }
  | { readonly type: "user_signed_out" }
  | { readonly type: "user_failed"; readonly code: string };

export function identityReducer(state: IdentityState, event: IdentityEvent): IdentityState {
  switch (event.type) {
    case "redirect_started":
      return "redirect_pending";
    case "redirect_ended_without_user":
      return state === "redirect_pending" ? "signed_out" : state;
    case "user_signed_in":
      return "signed_in";
    case "token_renewed":
      return state === "signed_in" || state === "token_refreshed" ? "token_refreshed" : state;
    case "user_signed_out":
      return "signed_out";
    case "user_failed":
      return endsSession(event.code) ? "signed_out" : state;
  }
}

export function isSignedIn(state: IdentityState): boolean {
  return state === "signed_in" || state === "token_refreshed";
}

/** Only these two sign the current user out; any other error leaves the user signed in (spec W 4). */
export function endsSession(code: string): boolean {
  return code === "auth/user-disabled" || code === "auth/user-token-expired";
}
