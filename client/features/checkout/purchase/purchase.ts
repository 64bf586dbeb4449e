/** The card purchase in the shopper's order (W-CARD-02 to W-CARD-11): consent, one charge, then the offers. */
import type { Plan } from "../../../../server/wire/billing/plans.ts";
import { todayCents } from "../../../../server/wire/billing/plans.ts";
import { type Consent, consentConflictSchema, type CreateNoUser } from "../../../../server/wire/billing/purchase.ts";
import { AD_TRACKER_WAIT_MS, CREATE_RETRY_MS, GENERIC_ERROR } from "../constants.ts";
import { SERVICE_URL } from "../../../lib/browser/service_url.ts";
import { failureSentence, readFailure } from "../../../api/failure.ts";
import { type CreateEnd, readCreateAnswer, readCreateRejection } from "./create_answer.ts";
import type { PurchaseEvent } from "./purchase_state.ts";
import {
  CONSENT_MISSING,
  CONSENT_UNSENT,
  type Failure,
  failureText,
  FIGURES_CORRECTED,
  isCardRefused,
  RECONNECTING,
  UNCONFIRMED_HELP,
  UNDECIDED_HELP,
} from "./purchase_texts.ts";

export interface PurchaseRecord {
  readonly email: string;
  readonly subscriptionId: string;
  readonly url: string;
}

/** A payment that the issuer approved and our server has not confirmed yet; survives a reload. */
export interface PendingPurchase {
  readonly body: CreateNoUser;
  readonly planId: Plan["id"];
  readonly cardType?: string | undefined;
}

export interface PurchaseTracker {
  readonly cardSubmit: (planId: string) => void;
  readonly modalPaymentSubmit: (planId: string) => void;
  readonly purchase: (sale: { readonly planId: string; readonly cents: number; readonly cardType?: string }) => void;
  readonly purchaseError: (text: string) => void;
}

export interface PurchasePorts {
  readonly dispatch: (event: PurchaseEvent) => void;
  readonly track: PurchaseTracker;
  readonly agree: (consent: Consent) => Promise<unknown>;
  readonly create: (body: CreateNoUser) => Promise<unknown>;
  readonly wait: (durationMs: number) => Promise<void>;
  readonly isAdTrackerOn: () => boolean;
  readonly storePending: (pending: PendingPurchase | undefined) => void;
  readonly remember: (record: PurchaseRecord) => void;
  readonly goToOffers: () => void;
}

export interface Submission {
  readonly isConsented: boolean;
  readonly consent: Consent;
}

/** Runs before the authorization: true only when the consent is stored with the figures on screen. */
export async function submitPurchase(ports: PurchasePorts, submission: Submission): Promise<boolean> {
  if (missesConsent(ports, submission)) return false;
  const { consent } = submission;
  ports.dispatch({ type: "submitted" });
  ports.track.cardSubmit(consent.plan_id);
  ports.track.modalPaymentSubmit(consent.plan_id);
  return await agreeTo(ports, consent);
}

/** Without the tick nothing starts, and the consent row says so, together with any errors of the card. */
export function missesConsent(
  { dispatch }: Pick<PurchasePorts, "dispatch">,
  { isConsented }: Pick<Submission, "isConsented">,
  isCardValid = true,
): boolean {
  if (!isConsented) dispatch({ type: "consent_missing", text: CONSENT_MISSING, isConsentFirst: isCardValid });
  return !isConsented;
}

/** Stores the consent; false when that failed, and the screen says why. */
export async function agreeTo(
  ports: Pick<PurchasePorts, "agree" | "dispatch"> & { readonly track: Pick<PurchaseTracker, "purchaseError"> },
  consent: Consent,
): Promise<boolean> {
  try {
    await ports.agree(consent);
    return true;
  } catch (reason) {
    const failure = readFailure(reason);
    const conflict = consentConflictSchema.safeParse(failure.kind === "answered" ? failure.body : undefined);
    if (conflict.success) {
      ports.dispatch({ type: "figures_corrected", shown: conflict.data.shown, text: FIGURES_CORRECTED });
    } else {
      const text = failureSentence(reason, { unanswered: CONSENT_UNSENT, fallback: GENERIC_ERROR });
      ports.dispatch({ type: "submit_failed", text });
      ports.track.purchaseError(text);
    }
    return false;
  }
}

interface RunningPurchase {
  /** Of the screen that was opened last. */
  ports: PurchasePorts;
  done: Promise<void>;
}

/** By execution. A screen that is left and opened again takes its purchase over instead of completing it a second time. */
const RUNNING = new Map<string, RunningPurchase>();

/** After the approval: repeats the create call until a response, then stores, tracks, and goes to the offers. */
export async function completePurchase(ports: PurchasePorts, payment: ApprovedPayment): Promise<void> {
  const executionId = payment.body.instrument?.executionId ?? "";
  ports.dispatch({ type: "authorized" });
  const running = RUNNING.get(executionId);
  if (running !== undefined) {
    running.ports = ports;
    return await running.done;
  }
  const purchase: RunningPurchase = { ports, done: Promise.resolve() };
  RUNNING.set(executionId, purchase);
  purchase.done = complete(purchase, payment).finally(() => RUNNING.delete(executionId));
  await purchase.done;
}

async function complete(running: RunningPurchase, { body, plan, cardType }: ApprovedPayment): Promise<void> {
  running.ports.storePending({ body, planId: plan.id, cardType });
  const end = await retryUntilAnswered(running.ports, {
    ask: () => running.ports.create(body),
    waitsMs: CREATE_RETRY_MS,
    onUnanswered: () => running.ports.dispatch({ type: "create_unanswered", text: RECONNECTING }),
  });
  const { ports } = running;
  if (end.kind !== "created") {
    ports.dispatch({ type: "create_failed", ...openEnd(end) });
    ports.track.purchaseError(end.text);
    return;
  }
  await finishPurchase(ports, { plan, email: body.email, subscriptionId: end.subscriptionId, cardType });
}

/** What the screen says, and whether another payment may begin. A final refusal says itself what to do. */
function openEnd(end: Exclude<CreateEnd, { readonly kind: "created" }>) {
  if (end.kind === "unanswered") return { text: end.text, isFinal: false, help: UNCONFIRMED_HELP };
  return { text: end.text, isFinal: end.isFinal, help: end.isFinal ? "" : UNDECIDED_HELP };
}

export interface PurchasedPlan {
  readonly plan: Plan;
  readonly email: string;
  readonly subscriptionId: string;
  /** Card network, for a payment with a typed card. */
  readonly cardType?: string | undefined;
}

/** Last steps of every purchase: track, store, wait for the ad tracker, go to the offers. */
export async function finishPurchase(
  ports: Pick<PurchasePorts, "remember" | "isAdTrackerOn" | "wait" | "dispatch" | "goToOffers"> & {
    readonly track: Pick<PurchaseTracker, "purchase">;
    readonly storePending?: PurchasePorts["storePending"];
  },
  { plan, email, subscriptionId, cardType }: PurchasedPlan,
): Promise<void> {
  const sale = { planId: plan.id, cents: todayCents(plan) };
  ports.track.purchase(cardType === undefined ? sale : { ...sale, cardType });
  ports.remember({ email, subscriptionId, url: SERVICE_URL });
  ports.storePending?.(undefined);
  if (ports.isAdTrackerOn()) await ports.wait(AD_TRACKER_WAIT_MS);
  ports.dispatch({ type: "purchased" });
  ports.goToOffers();
}

export interface ApprovedPayment {
  readonly body: CreateNoUser;
  readonly plan: Plan;
  readonly cardType?: string | undefined;
}

/** A decline: no create call, and the form stays as it is. */
export function declinePurchase(ports: PurchasePorts, failure: Failure): void {
  const text = failureText(failure);
  ports.dispatch({ type: "declined", text, isCardRefused: isCardRefused(failure) });
  ports.track.purchaseError(text);
}

export interface RetryOptions {
  readonly ask: () => Promise<unknown>;
  /** Pauses between attempts. */
  readonly waitsMs: readonly number[];
  readonly onUnanswered?: () => void;
}

/** Repeats a create call without a response; any response, including a refusal, ends it. */
export async function retryUntilAnswered(
  { wait }: Pick<PurchasePorts, "wait">,
  { ask, waitsMs, onUnanswered }: RetryOptions,
): Promise<CreateEnd> {
  for (const waitMs of waitsMs) {
    const end = await askOnce(ask);
    if (end.kind !== "unanswered") return end;
    onUnanswered?.();
    await wait(waitMs);
  }
  return await askOnce(ask);
}

async function askOnce(ask: () => Promise<unknown>): Promise<CreateEnd> {
  try {
    return readCreateAnswer(await ask());
  } catch (reason) {
    return readCreateRejection(reason);
  }
}
