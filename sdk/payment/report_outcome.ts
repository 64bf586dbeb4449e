/** Turns the outcome of an attempt into the one final event for the merchant. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { PaymentEvents } from "../events.ts";
import type { Outcome } from "./outcome.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import { reportFailed, reportPending, reportSuccess } from "./merchant_callbacks.ts";

export interface PaidExecution {
  readonly executionId: string;
  readonly paymentMethodCode: string;
  /** Id of the stored instrument that paid. */
  readonly paymentInstrumentId: string | undefined;
}

export function reportOutcome(events: PaymentEvents, outcome: Outcome, paid: PaidExecution): void {
  switch (outcome.type) {
    case "not_started":
      return;
    case "success":
      return reportSuccess(events, { ...about(paid, outcome.execution), execution: outcome.execution });
    case "pending": {
      const { type: _, ...rest } = outcome;
      return reportPending(events, { ...about(paid, outcome.execution), ...rest });
    }
    case "failed": {
      const { type: _, ...rest } = outcome;
      return reportFailed(events, { ...rest, executionId: paid.executionId });
    }
  }
}

function about({ executionId, paymentMethodCode, paymentInstrumentId }: PaidExecution, execution?: ExecutionResponse) {
  const id = execution?.paymentInstrumentId ?? paymentInstrumentId;
  return { executionId, paymentMethodCode, ...omitUndefined({ paymentInstrumentId: id, amount: execution?.amount }) };
}
