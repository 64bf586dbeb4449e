/** What the app does with the outcome of a card payment: create the purchase, show the decline, or leave it open. */
import type { Dispatch } from "react";
import type { InitResponse, Outcome, PaymentEvents } from "../../../lib/checkout_sdk.ts";
import type { Plan } from "../../../../server/wire/billing/plans.ts";
import type { Consent, CreateNoUser, Instrument } from "../../../../server/wire/billing/purchase.ts";
import {
  completePurchase,
  declinePurchase,
  missesConsent,
  type PurchasePorts,
  submitPurchase,
} from "../purchase/purchase.ts";
import type { PurchaseEvent } from "../purchase/purchase_state.ts";
import { NOT_ASKED } from "../purchase/purchase_texts.ts";
import { attemptSlot } from "./pending_payment.ts";

/** What a payment needs from the screen. */
export interface PaidInput {
  readonly plan: Plan;
  readonly ports: PurchasePorts;
  readonly dispatch: Dispatch<PurchaseEvent>;
  /** Read at the press of Pay, so that it matches the screen at that moment. */
  readonly submission: () => { readonly isConsented: boolean; readonly consent: Consent };
  readonly createBody: (instrument: Instrument) => CreateNoUser;
}

/** What the app does at each event of the SDK; the input is read when it happens. */
export function eventsOf(
  latest: { readonly current: PaidInput },
  session: () => InitResponse & { readonly cardType?: string | undefined },
): PaymentEvents {
  let isRefused = false;
  return {
    onValidate: ({ isValid }) => {
      if (!isValid) missesConsent(latest.current.ports, latest.current.submission(), false);
    },
    onButtonClicked: async () => {
      const { plan, ports, submission } = latest.current;
      isRefused = !await submitPurchase(ports, submission());
      if (!isRefused) attemptSlot.write({ planId: plan.id, ...session() });
      return !isRefused;
    },
    onSuccess: (_action, event) => {
      const { executionId, paymentInstrumentId = "" } = event;
      completeApproved(latest.current, { executionId, paymentInstrumentId });
    },
    onPending: (_action, event) => leaveOpen(latest.current, event),
    onFailed: (_action, failure) => {
      attemptSlot.clear();
      // Our own check refused and has already shown why.
      if (!isRefused) declinePurchase(latest.current.ports, failure);
      isRefused = false;
    },
  };
}

/** The attempt is over once the body is made: until then a reload finds it, and with it the approval. */
function completeApproved({ ports, plan, createBody }: PaidInput, instrument: Instrument): void {
  const body = createBody(instrument);
  // The card's network is reported with the purchase.
  const cardType = attemptSlot.read()?.cardType;
  attemptSlot.clear();
  void completePurchase(ports, { body, plan, cardType });
}

/** The outcome of a payment that was running. */
export function dispatchOutcome(input: PaidInput, outcome: Outcome): void {
  switch (outcome.type) {
    case "success": {
      const { id, paymentInstrumentId = "" } = outcome.execution;
      return completeApproved(input, { executionId: id, paymentInstrumentId });
    }
    case "failed":
      attemptSlot.clear();
      return declinePurchase(input.ports, outcome);
    case "pending":
      return leaveOpen(input, outcome);
    case "not_started":
      return freeForm(input);
  }
}

type PendingOutcome = Pick<Extract<Outcome, { type: "pending" }>, "reason" | "execution">;

function leaveOpen(input: PaidInput, { reason, execution }: PendingOutcome): void {
  if (!wasAsked(execution)) return freeForm(input);
  input.dispatch({ type: reason === "challenge_closed" ? "check_left" : "bank_undecided" });
}

/** The payment never reached the acquirer: the same session and card can be used again. */
function freeForm({ dispatch, ports }: PaidInput): void {
  attemptSlot.clear();
  dispatch({ type: "nothing_under_way", text: NOT_ASKED });
  ports.track.purchaseError(NOT_ASKED);
}

/** Only an outcome without any request proves that the acquirer was never called; a missing response proves nothing. */
function wasAsked(execution: PendingOutcome["execution"]): boolean {
  return execution === undefined || execution.status.some(({ code }) => code === "authorizeRequested");
}
