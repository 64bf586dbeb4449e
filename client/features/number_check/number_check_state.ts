/** The free check beside the number field: idle, checking, facts or one sentence. */
import type { CheckResult } from "../../../server/wire/members/report.ts";

export type NumberCheckState =
  | { readonly kind: "idle" }
  | { readonly kind: "checking" }
  | { readonly kind: "found"; readonly result: CheckResult }
  | { readonly kind: "failed"; readonly text: string };

export type NumberCheckEvent =
  | { readonly type: "number_changed" }
  | { readonly type: "check_started" }
  | { readonly type: "check_answered"; readonly result: CheckResult }
  | { readonly type: "check_failed"; readonly text: string };

export const NUMBER_CHECK_START: NumberCheckState = { kind: "idle" };

export function reduceNumberCheck(state: NumberCheckState, event: NumberCheckEvent): NumberCheckState {
  switch (event.type) {
    case "number_changed":
      return NUMBER_CHECK_START;
    case "check_started":
      return { kind: "checking" };
    case "check_answered":
      // A result that arrives after the number was changed belongs to another number.
      return state.kind === "checking" ? { kind: "found", result: event.result } : state;
    case "check_failed":
      return state.kind === "idle" ? state : { kind: "failed", text: event.text };
  }
}
