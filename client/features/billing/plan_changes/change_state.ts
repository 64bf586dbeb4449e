/** The state of one plan change: previewing, shown, confirming, done. */
import type { Shown } from "../../../../server/wire/billing/purchase.ts";
import type { Change } from "../../../../server/wire/billing/subscriptions.ts";

export type ChangeState =
  | { readonly kind: "idle" }
  | { readonly kind: "asking"; readonly change: Change }
  /** `isNew`: the figures changed while they were on screen. */
  | { readonly kind: "shown"; readonly change: Change; readonly shown: Shown; readonly isNew: boolean }
  | { readonly kind: "busy"; readonly change: Change; readonly shown: Shown }
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "failed"; readonly text: string };

export type ChangeEvent =
  | { readonly type: "asked"; readonly change: Change }
  | { readonly type: "priced"; readonly shown: Shown; readonly isNew: boolean }
  | { readonly type: "agreed" }
  | { readonly type: "dropped" }
  | { readonly type: "changed"; readonly text: string }
  /** The pause has ended, and its charge is not paid. */
  | { readonly type: "unpaid"; readonly text: string }
  | { readonly type: "failed"; readonly text: string };

export const CHANGE_START: ChangeState = { kind: "idle" };

export function changeReducer(state: ChangeState, event: ChangeEvent): ChangeState {
  switch (event.type) {
    case "asked":
      return { kind: "asking", change: event.change };
    case "priced":
      return "change" in state
        ? { kind: "shown", change: state.change, shown: event.shown, isNew: event.isNew }
        : state;
    case "agreed":
      return state.kind === "shown" ? { kind: "busy", change: state.change, shown: state.shown } : state;
    case "dropped":
    case "unpaid":
      return CHANGE_START;
    case "changed":
      return { kind: "done", text: event.text };
    case "failed":
      return { kind: "failed", text: event.text };
  }
}
