/** State of the drop-in: the open option, whether a payment runs, and how the last one ended. */

export interface DropinState {
  readonly ids: readonly string[];
  readonly active: string | undefined;
  /** Of several options, the first one opens without the shopper choosing it. */
  readonly isFirstPreselected: boolean;
  readonly isBusy: boolean;
  /** Success and pending replace the options; a failure is shown above them. */
  readonly screen: "options" | "success" | "pending";
  readonly hasFailed: boolean;
  /** The payment waits because the shopper closed its page or challenge, which can be opened again. */
  readonly isLeft: boolean;
}

export type DropinFact =
  | { readonly type: "options_read"; readonly ids: readonly string[] }
  | { readonly type: "option_chosen"; readonly id: string }
  | { readonly type: "payment_started" }
  | { readonly type: "payment_ended"; readonly how: "success" | "pending" | "failed" | "left" | "cancelled" }
  | { readonly type: "other_way_chosen" }
  | { readonly type: "failure_dismissed" };

/**
 * A single option is open from the start (S-DROPIN-05). Of several, the first is open only when the merchant asks for
 * it (S-DROPIN-06).
 */
export function startDropin(ids: readonly string[], isFirstPreselected: boolean): DropinState {
  const active = preselected({ ids, isFirstPreselected });
  return { ids, active, isFirstPreselected, isBusy: false, screen: "options", hasFailed: false, isLeft: false };
}

function preselected({ ids, isFirstPreselected }: Pick<DropinState, "ids" | "isFirstPreselected">): string | undefined {
  return ids.length === 1 || isFirstPreselected ? ids[0] : undefined;
}

export function reduce(state: DropinState, fact: DropinFact): DropinState {
  switch (fact.type) {
    case "options_read": {
      const { ids } = fact;
      const isStillThere = state.active !== undefined && ids.includes(state.active);
      return { ...state, ids, active: isStillThere ? state.active : ids.length === 1 ? ids[0] : undefined };
    }
    case "option_chosen":
      return state.isBusy || !state.ids.includes(fact.id) ? state : { ...state, active: fact.id };
    case "payment_started":
      return { ...state, isBusy: true, hasFailed: false };
    case "payment_ended":
      if (fact.how === "failed") return { ...backToOptions(state), hasFailed: true };
      if (fact.how === "cancelled") return backToOptions(state);
      if (fact.how === "left") return { ...state, isBusy: false, screen: "pending", active: undefined, isLeft: true };
      return { ...state, isBusy: false, screen: fact.how, active: undefined, isLeft: false };
    case "other_way_chosen":
      return backToOptions(state);
    case "failure_dismissed":
      return { ...state, hasFailed: false };
  }
}

/** Of several options, the one that was open; otherwise as at the start. */
function backToOptions(state: DropinState): DropinState {
  const active = state.active ?? preselected(state);
  return { ...state, active, isBusy: false, screen: "options", isLeft: false };
}
