/** Connects one card payment to React: opens the session, mounts the SDK, and reports the purchase's progress. */
import { t } from "../../../i18n/t.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { failureSentence } from "../../../api/failure.ts";
import {
  type CardCheckout,
  type InitResponse,
  mountCardCheckout,
  type Outcome,
  type ResumeOptions,
} from "../../../lib/checkout_sdk.ts";
import { ChunkLoadError } from "../../../lib/load_chunk.ts";
import { reportUnexpected } from "../../../lib/unexpected.ts";
import { findPlan } from "../../../../server/wire/billing/plans.ts";
import { dispatchOutcome, eventsOf, type PaidInput } from "./card_outcomes.ts";
import { attemptSlot, readPending } from "./pending_payment.ts";
import { CHALLENGE_OPEN_TEXT, RESUMING_TEXT } from "../purchase/purchase_texts.ts";
import { payLabel } from "../plans/price_lines.ts";
import { completePurchase } from "../purchase/purchase.ts";

export interface CardPaymentInput extends PaidInput {
  readonly isProduction: boolean;
  /** Opens a checkout of this plan for the shopper. */
  readonly openSession: (planId: string, options?: { readonly signal: AbortSignal }) => Promise<InitResponse>;
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
  /** Empties the card fields for another card, in the same session. */
  readonly askForAnotherCard: () => void;
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

export function useCardPayment(input: CardPaymentInput, mount = mountCardCheckout): CardPayment {
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
    open(latest, { form, button, opened, life: life.signal, mount })
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
    askForAnotherCard: () => opened.current?.checkout.askForAnotherCard(),
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
  readonly mount: typeof mountCardCheckout;
}

type Latest = RefObject<CardPaymentInput>;

async function open(latest: Latest, { form, button, opened, life, mount }: MountPoints): Promise<void> {
  const { plan, isProduction, openSession } = latest.current;
  const stored = attemptSlot.read();
  const interrupted = stored !== null && stored.planId === plan.id ? stored : undefined;
  const session: InitResponse = interrupted ?? await openSession(plan.id, { signal: life });
  if (life.aborted || form.current === null || button.current === null) return;
  if (interrupted !== undefined) latest.current.dispatch({ type: "payment_resumed", text: RESUMING_TEXT });
  let [current, offered] = [session, session];
  const checkout = await mount({
    session,
    isInterrupted: interrupted !== undefined,
    isProduction,
    form: form.current,
    button: button.current,
    payLabel: payLabel(plan),
    events: eventsOf(latest, () => ({ ...current, cardType: opened.current?.checkout.cardType() })),
    onSessionExpired: async () => offered = await latest.current.openSession(plan.id),
    onSessionTaken: () => {
      current = offered;
      const attempt = attemptSlot.read();
      // Under way in the new session from here on: a reload asks for its outcome, not for that of the one before.
      if (attempt?.planId === plan.id) attemptSlot.write({ ...attempt, ...current });
    },
    onCardChanged: () => latest.current.dispatch({ type: "card_changed" }),
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
  const outcome = await checkout.resume(options).catch((reason: unknown): Outcome => {
    reportUnexpected(reason);
    return { type: "pending", reason: "unconfirmed" };
  });
  if (!life.aborted) dispatchOutcome(latest.current, outcome);
}
