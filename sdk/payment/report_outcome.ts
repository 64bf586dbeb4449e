/** Turns the outcome of an attempt into the one final event for the merchant. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { Emitter } from "../emitter/emitter.ts";
import type { PaymentAttemptContext } from "../emitter/types.ts";
import type { Outcome } from "./outcome.ts";

export interface PaidExecution extends PaymentAttemptContext {
  /** Id of the stored instrument that paid. */
  readonly paymentInstrumentId?: string | undefined;
}

export function reportOutcome(events: Emitter, outcome: Outcome, { paymentInstrumentId, ...attempt }: PaidExecution) {
  if (outcome.type === "not_started") return;
  if (outcome.type === "failed") {
    const { type, code, message, ...rest } = outcome;
    return events.tell(type, { ...attempt, data: { code, message }, ...rest });
  }
  const { type, ...rest } = outcome;
  const { execution } = outcome;
  const id = execution?.paymentInstrumentId ?? paymentInstrumentId;
  events.tell(type, { ...attempt, ...omitUndefined({ paymentInstrumentId: id, amount: execution?.amount }), ...rest });
}
