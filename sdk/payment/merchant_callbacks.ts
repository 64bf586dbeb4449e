/** Calls the merchant's callbacks: those that can stop a payment, and those that report it. */
import { SdkError } from "../errors/sdk_error.ts";
import type { CardBin, FailedEvent, PaymentAction, PaymentEvents, PendingEvent, SuccessEvent } from "../events.ts";
import { type Log, warn } from "../log/log.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import type { Gate } from "./pay.ts";

const ACTION: PaymentAction = "AUTHORIZE";

interface NamedGate {
  readonly name: keyof PaymentEvents;
  readonly call: (() => unknown) | undefined;
}

/**
 * The reason why the payment may not continue, or undefined. Calls each callback that is set once (S-BUTTON-15,
 * S-BUTTON-16).
 */
export async function askGate(events: PaymentEvents, gate: Gate, { bin, log }: { bin: CardBin; log: Log }) {
  for (const { name, call } of gatesOf(events, gate, bin)) {
    if (call === undefined) continue;
    let outcome: "resolved to false" | "threw an error" = "resolved to false";
    let cause: unknown;
    try {
      const answer: unknown = await call();
      if (answer === true) continue;
      if (answer === undefined) warn(`${name} has to return true for the payment to go on`);
    } catch (error) {
      [outcome, cause] = ["threw an error", error];
    }
    const refusal = new SdkError("client:callback_failed", { params: { callback: name, outcome }, cause });
    log(refusal);
    return refusal.message;
  }
  return undefined;
}

function gatesOf(events: PaymentEvents, gate: Gate, bin: CardBin): readonly NamedGate[] {
  const { onButtonClicked, onPaymentButtonClicked, onRequestStart, onAuthorizeRequestStart } = events;
  return gate === "clicked"
    ? [
      { name: "onButtonClicked", call: onButtonClicked && (() => onButtonClicked(ACTION, bin)) },
      { name: "onPaymentButtonClicked", call: onPaymentButtonClicked && (() => onPaymentButtonClicked(bin)) },
    ]
    : [
      { name: "onRequestStart", call: onRequestStart && (() => onRequestStart(ACTION)) },
      { name: "onAuthorizeRequestStart", call: onAuthorizeRequestStart && (() => onAuthorizeRequestStart()) },
    ];
}

export function reportSuccess(events: PaymentEvents, event: SuccessEvent): void {
  invokeCallback(() => events.onSuccess?.(ACTION, event));
  invokeCallback(() => events.onAuthorizeSuccess?.(event));
}

export function reportPending(events: PaymentEvents, event: PendingEvent): void {
  invokeCallback(() => events.onPending?.(ACTION, event));
  invokeCallback(() => events.onAuthorizePending?.(event));
}

export function reportFailed(events: PaymentEvents, event: FailedEvent): void {
  invokeCallback(() => events.onFailed?.(ACTION, event));
  invokeCallback(() => events.onAuthorizeFailed?.(event));
}
