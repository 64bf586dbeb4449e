/** The state of a sign-in card: waiting for a choice, busy, link sent, done. */
import type { ProviderName } from "../identity/providers.ts";

type BusyWay = ProviderName | "email" | "link" | "passkey";

export type SignInState =
  | {
    readonly kind: "idle";
    readonly error: string;
    /** A part of the app did not load. */
    readonly needsReload?: true;
  }
  | { readonly kind: "busy"; readonly with: BusyWay }
  | { readonly kind: "link_sent"; readonly email: string }
  /** Opened from an email in a browser that does not know the address. */
  | { readonly kind: "email_needed"; readonly error: string }
  | { readonly kind: "done" };

export const SIGN_IN_START: SignInState = { kind: "idle", error: "" };

export type SignInEvent =
  | { readonly type: "provider_chosen"; readonly provider: ProviderName }
  | { readonly type: "passkey_chosen" }
  | { readonly type: "link_requested" }
  | { readonly type: "link_sent"; readonly email: string }
  | { readonly type: "link_opened" }
  | { readonly type: "email_unknown" }
  | {
    readonly type: "failed";
    /** What failed; left out at start, when nothing else can be under way. */
    readonly way?: BusyWay;
    readonly text: string;
    readonly needsEmail?: boolean;
    readonly needsReload?: true;
  }
  | { readonly type: "started_over" }
  | { readonly type: "signed_in" };

export function signInReducer(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case "provider_chosen":
      return { kind: "busy", with: event.provider };
    case "passkey_chosen":
      return { kind: "busy", with: "passkey" };
    case "link_requested":
      return { kind: "busy", with: "email" };
    case "link_opened":
      return { kind: "busy", with: "link" };
    case "link_sent":
      return { kind: "link_sent", email: event.email };
    case "email_unknown":
      return { kind: "email_needed", error: "" };
    case "failed": {
      const { way, text: error, needsEmail, needsReload } = event;
      // A provider's window that is closed late: the visitor has gone on to another way, and may have its link by now.
      if (way !== undefined && !(state.kind === "busy" && state.with === way)) return state;
      if (needsReload === true) return { kind: "idle", error, needsReload };
      return { kind: needsEmail === true ? "email_needed" : "idle", error };
    }
    case "started_over":
      return SIGN_IN_START;
    case "signed_in":
      return { kind: "done" };
  }
}
