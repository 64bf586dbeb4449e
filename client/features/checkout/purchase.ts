/** The card purchase in the order a person lives it (spec W 4): agree, be charged once, be let in. */
import type { Plan } from "../../../server/wire/plans.ts";
import { todayCents } from "../../../server/wire/plans.ts";
import { type Consent, consentConflictSchema, type CreateNoUser } from "../../../server/wire/subscriptions.ts";
import { AD_TRACKER_WAIT_MS, CREATE_RETRY_MS, GENERIC_ERROR, SERVICE_URL } from "./constants.ts";
import { failureSentence, readFailure } from "../../api/failure.ts";
import { type CreateEnd, readCreateAnswer, readCreateRejection } from "./create_answer.ts";
import type { PurchaseEvent } from "./purchase_state.ts";
import {
  CONSENT_MISSING,
  CONSENT_UNSENT,
  type Failure,
  failureText,
  FIGURES_CORRECTED,
  RECONNECTING,
} from "./purchase_texts.ts";

export interface PurchaseRecord {
  readonly email: string;
  readonly subscriptionId: string;
  readonly url: string;
}

/** A payment the bank has approved and our server has not confirmed yet; survives a reload. */
export interface PendingPurchase {
  readonly body: CreateNoUser;
  readonly planId: Plan["id"];
}

export interface PurchaseTracker {
  readonly cardSubmit: (planId: string) => void;
  readonly modalPaymentSubmit: (planId: string) => void;
  readonly purchase: (sale: { readonly planId: string; readonly cents: number; readonly orderId: string }) => void;
  readonly purchaseError: (text: string) => void;
}

export interface PurchasePorts {
  readonly dispatch: (event: PurchaseEvent) => void;
  readonly track: PurchaseTracker;
  readonly agree: (consent: Consent) => Promise<unknown>;
  readonly create: (body: CreateNoUser) => Promise<unknown>;
  readonly wait: (durationMs: number) => Promise<void>;
  readonly isAdTrackerOn: () => boolean;
  readonly keepPending: (pending: PendingPurchase | undefined) => void;
  readonly remember: (record: PurchaseRecord) => void;
  readonly goToOffers: () => void;
}

export interface Submission {
  readonly isConsented: boolean;
  readonly consent: Consent;
}

/** The gate before the bank is asked: true only when the consent is stored with the figures on the screen. */
export async function submitPurchase(ports: PurchasePorts, { isConsented, consent }: Submission): Promise<boolean> {
  if (!isConsented) {
    ports.dispatch({ type: "consent_missing", text: CONSENT_MISSING });
    return false;
  }
  ports.dispatch({ type: "submitted" });
  ports.track.cardSubmit(consent.plan_id);
  ports.track.modalPaymentSubmit(consent.plan_id);
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

/** After the bank's yes: create until answered, remember, tell the trackers, go to the offers. */
export async function completePurchase(ports: PurchasePorts, { body, plan }: Approved): Promise<void> {
  ports.dispatch({ type: "authorized" });
  ports.keepPending({ body, planId: plan.id });
  const end = await createUntilAnswered(ports, body);
  if (end.kind !== "created") {
    ports.dispatch({ type: "create_failed", text: end.text, wasAnswered: end.kind === "refused" });
    ports.track.purchaseError(end.text);
    return;
  }
  ports.track.purchase({ planId: plan.id, cents: todayCents(plan), orderId: end.subscriptionId });
  ports.remember({ email: body.email, subscriptionId: end.subscriptionId, url: SERVICE_URL });
  ports.keepPending(undefined);
  if (ports.isAdTrackerOn()) await ports.wait(AD_TRACKER_WAIT_MS);
  ports.dispatch({ type: "purchased" });
  ports.goToOffers();
}

export interface Approved {
  readonly body: CreateNoUser;
  readonly plan: Plan;
}

/** The bank's no: nothing is created, the form stays as it is. */
export function declinePurchase(ports: PurchasePorts, failure: Failure): void {
  const text = failureText(failure);
  ports.dispatch({ type: "declined", text });
  ports.track.purchaseError(text);
}

async function createUntilAnswered(ports: PurchasePorts, body: CreateNoUser): Promise<CreateEnd> {
  for (const waitMs of CREATE_RETRY_MS) {
    const end = await createOnce(ports, body);
    if (end.kind !== "unanswered") return end;
    ports.dispatch({ type: "create_unanswered", text: RECONNECTING });
    await ports.wait(waitMs);
  }
  return await createOnce(ports, body);
}

async function createOnce(ports: PurchasePorts, body: CreateNoUser): Promise<CreateEnd> {
  try {
    return readCreateAnswer(await ports.create(body));
  } catch (reason) {
    return readCreateRejection(reason);
  }
}
