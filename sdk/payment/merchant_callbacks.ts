/** Asks the merchant's callbacks and handlers whether a payment may continue (S-BUTTON-15, S-BUTTON-16). */
import type { Emitter } from "../emitter/emitter.ts";
import type { PaymentAttemptContext } from "../emitter/types.ts";
import { log } from "../log/log.ts";
import type { Gate } from "./pay.ts";

/** Why the payment may not continue, or undefined. */
export async function askGate(events: Emitter, gate: Gate, attempt: PaymentAttemptContext & { readonly bin: string }) {
  const { bin: _, ...context } = attempt;
  const isTrue = (answer: unknown) => answer === true;
  const refusal = gate === "clicked"
    ? await events.ask("buttonClicked", attempt, isTrue)
    : await events.ask("requestStart", context, isTrue);
  if (refusal !== undefined) log(refusal);
  return refusal;
}
