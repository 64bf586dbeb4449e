/** Connects one card payment to React: opens the session, mounts the SDK, and reports the purchase's progress. */
import { t } from "../../../i18n/t.ts";
import { type Dispatch, type RefObject, useEffect, useRef, useState } from "react";
import { failureSentence } from "../../../api/failure.ts";
import {
  type CardCheckout,
  type InitResponse,
  mountCardCheckout,
  type Outcome,
  type PaymentEvents,
  type ResumeOptions,
} from "../../../lib/checkout_sdk.ts";
import { ChunkLoadError } from "../../../lib/browser/lazy_page.ts";
import { findPlan, type Plan } from "../../../../server/wire/billing/plans.ts";
import type { Consent, CreateNoUser, Instrument } from "../../../../server/wire/billing/purchase.ts";
import { attemptSlot, readPending } from "./pending_payment.ts";
import { CHALLENGE_OPEN_TEXT, NOT_ASKED, RESUMING_TEXT } from "../purchase/purchase_texts.ts";
import { payLabel } from "../plans/price_lines.ts";
import {
  completePurchase,
  declinePurchase,
  missesConsent,
  type PurchasePorts,
  submitPurchase,
} from "../purchase/purchase.ts";
import type { PurchaseEvent } from "../purchase/purchase_state.ts";

export interface CardPaymentInput {
  readonly plan: Plan;
  readonly isProduction: boolean;
  readonly ports: PurchasePorts;
  readonly dispatch: Dispatch<PurchaseEvent>;
  /** Read at the press of Pay, so that it matches the screen at that moment. */
  readonly submission: () => { readonly isConsented: boolean; readonly consent: Consent };
  /** Opens a checkout of this plan for the shopper. */
  readonly openSession: (planId: string, options?: { readonly signal: AbortSignal }) => Promise<InitResponse>;
  readonly createBody: (instrument: Instrument) => CreateNoUser;
}

export type LoadState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  /** A chunk failed to load; only a reload helps. */
  | { readonly kind: "failed"; readonly text: string; readonly needsReload: boolean };

export interface CardPayment {
  readonly form: RefObject<HTMLDivElement | null>;
  readonly button: RefObject<HTMLDivElement | null>;
  readonly load: LoadState;
  /** Opens a new session and loses the typed card, so only after a failed load or a failed payment. */
  readonly restart: () => void;
  /** Asks again for the outcome of an undecided payment; the typed card stays. */
  readonly resume: () => void;
  /** Opens the issuer page again after the shopper left it. */
  readonly openChallenge: () => void;
  /** Repeats the create call of an approved payment. */
  readonly retryCreate: () => void;
}

const LOAD_TEXTS = {
  unanswered: t(
    "We couldn't load the card form because our server didn't respond. You haven't been charged. Try again.",
  ),
  fallback: t("We couldn't load the card form. You haven't been charged. Try again."),
};

export function useCardPayment(input: CardPaymentInput): CardPayment {
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const [load, setLoad] = useState<LoadState>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const latest = useRef(input);
  const opened = useRef<OpenCheckout>(undefined);
  latest.current = input;

  useEffect(() => {
    const life = new AbortController();
    if (continuePending(latest.current)) {
      setLoad({ kind: "ready" });
      return;
    }
    setLoad({ kind: "loading" });
    open(latest, { form, button, opened, life: life.signal })
      .then(() => life.signal.aborted || setLoad({ kind: "ready" }))
      .catch((reason: unknown) => {
        if (life.signal.aborted) return;
        const needsReload = reason instanceof ChunkLoadError;
        setLoad({ kind: "failed", text: failureSentence(reason, LOAD_TEXTS), needsReload });
      });
    return () => {
      life.abort();
      opened.current = undefined;
    };
  }, [input.plan.id, round]);
  const resume = (options?: ResumeOptions) => {
    if (opened.current === undefined) setRound(round + 1);
    else void resumePayment(latest, opened.current, options);
  };

  return {
    form,
    button,
    load,
    restart: () => {
      latest.current.ports.storePending(undefined);
      attemptSlot.clear();
      latest.current.dispatch({ type: "started_over" });
      setRound(round + 1);
    },
    resume: () => resume(),
    openChallenge: () => resume({ openChallenge: true }),
    retryCreate: () => void continuePending(latest.current),
  };
}

/** Continues an approved payment for the plan that was paid, without showing the card form. */
function continuePending({ ports }: CardPaymentInput): boolean {
  const pending = readPending();
  const plan = pending === undefined ? undefined : findPlan(pending.planId);
  if (pending === undefined || plan === undefined) return false;
  void completePurchase(ports, { body: pending.body, plan, cardType: pending.cardType });
  return true;
}

interface OpenCheckout {
  readonly checkout: CardCheckout;
  readonly life: AbortSignal;
}

interface MountPoints {
  readonly form: RefObject<HTMLDivElement | null>;
  readonly button: RefObject<HTMLDivElement | null>;
  readonly opened: RefObject<OpenCheckout | undefined>;
  readonly life: AbortSignal;
}

type Latest = RefObject<CardPaymentInput>;

async function open(latest: Latest, { form, button, opened, life }: MountPoints): Promise<void> {
  const { plan, isProduction, openSession } = latest.current;
  const stored = attemptSlot.read();
  const interrupted = stored !== null && stored.planId === plan.id ? stored : undefined;
  const session: InitResponse = interrupted ?? await openSession(plan.id, { signal: life });
  if (life.aborted || form.current === null || button.current === null) return;
  if (interrupted !== undefined) latest.current.dispatch({ type: "payment_resumed", text: RESUMING_TEXT });
  let current = session;
  const checkout = await mountCardCheckout({
    session,
    isInterrupted: interrupted !== undefined,
    isProduction,
    form: form.current,
    button: button.current,
    payLabel: payLabel(plan),
    events: eventsOf(latest, () => ({ ...current, cardType: opened.current?.checkout.cardType() })),
    onSessionExpired: async () => current = await latest.current.openSession(plan.id),
    onFormFailed: () => undefined,
  }).catch((reason: unknown) => {
    // Whether the shopper was charged is unknown, so the next step is to ask for the outcome, not to pay again.
    if (interrupted !== undefined) latest.current.dispatch({ type: "bank_undecided" });
    throw reason;
  });
  if (life.aborted) return checkout.destroy();
  life.addEventListener("abort", checkout.destroy, { once: true });
  opened.current = { checkout, life };
  if (interrupted !== undefined) await resumePayment(latest, opened.current);
}

/** Asks for the outcome of the running payment, after the challenge if the shopper wants to finish it. */
async function resumePayment(latest: Latest, { checkout, life }: OpenCheckout, options?: ResumeOptions): Promise<void> {
  const text = options?.openChallenge === true ? CHALLENGE_OPEN_TEXT : RESUMING_TEXT;
  latest.current.dispatch({ type: "payment_resumed", text });
  const outcome = await checkout.resume(options).catch((): Outcome => ({ type: "pending", reason: "unconfirmed" }));
  if (!life.aborted) dispatchOutcome(latest.current, outcome);
}

function eventsOf(
  latest: Latest,
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
      const cardType = takeCardType();
      const { ports, plan, createBody } = latest.current;
      const { executionId, paymentInstrumentId = "" } = event;
      void completePurchase(ports, { body: createBody({ executionId, paymentInstrumentId }), plan, cardType });
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

/** The attempt is over; the card's network is reported with the purchase. */
function takeCardType(): string | undefined {
  const cardType = attemptSlot.read()?.cardType;
  attemptSlot.clear();
  return cardType;
}

/** The outcome of a payment that was running. */
function dispatchOutcome(input: CardPaymentInput, outcome: Outcome): void {
  const { ports, plan, createBody } = input;
  switch (outcome.type) {
    case "success": {
      const cardType = takeCardType();
      const { id, paymentInstrumentId = "" } = outcome.execution;
      return void completePurchase(ports, {
        body: createBody({ executionId: id, paymentInstrumentId }),
        plan,
        cardType,
      });
    }
    case "failed":
      attemptSlot.clear();
      return declinePurchase(ports, outcome);
    case "pending":
      return leaveOpen(input, outcome);
    case "not_started":
      return freeForm(input);
  }
}

type PendingOutcome = Pick<Extract<Outcome, { type: "pending" }>, "reason" | "execution">;

function leaveOpen(input: CardPaymentInput, { reason, execution }: PendingOutcome): void {
  if (!wasAsked(execution)) return freeForm(input);
  input.dispatch({ type: reason === "challenge_closed" ? "check_left" : "bank_undecided" });
}

/** The payment never reached the acquirer: the same session and card can be used again. */
function freeForm({ dispatch, ports }: CardPaymentInput): void {
  attemptSlot.clear();
  dispatch({ type: "nothing_under_way", text: NOT_ASKED });
  ports.track.purchaseError(NOT_ASKED);
}

/** Only an outcome without any request proves that the acquirer was never called; a missing response proves nothing. */
function wasAsked(execution: PendingOutcome["execution"]): boolean {
  return execution === undefined || execution.status.some(({ code }) => code === "authorizeRequested");
}
