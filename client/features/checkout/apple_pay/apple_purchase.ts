/**
 * The Apple Pay purchase in the shopper's order (W-APPLE-02 to W-APPLE-08): sheet, merchant and consent, token, create.
 */
import type { Consent, CreateNoUserApplePay } from "../../../../server/wire/billing/purchase.ts";
import { failureSentence } from "../../../api/failure.ts";
import { type AppleRequest, appleRequest, type AppleTerms } from "./apple_request.ts";
import { type ApplePayment, type AppleSheet, SheetClosed } from "./apple_sheet.ts";
import { APPLE_RETRY_MS, SOMETHING_WENT_WRONG } from "../constants.ts";
import type { CreateEnd } from "../purchase/create_answer.ts";
import {
  agreeTo,
  finishPurchase,
  missesConsent,
  type PurchasePorts,
  type PurchaseTracker,
  retryUntilAnswered,
  type Submission,
} from "../purchase/purchase.ts";
import { APPLE_CLOSED, APPLE_NOT_AVAILABLE, UNDECIDED_HELP } from "../purchase/purchase_texts.ts";

export interface ApplePorts extends Omit<PurchasePorts, "create" | "storePending" | "track"> {
  readonly track: Omit<PurchaseTracker, "cardSubmit"> & { readonly appleSubmit: (planId: string) => void };
  /** Undefined where Apple Pay cannot be used. */
  readonly openSheet: (request: AppleRequest) => AppleSheet | undefined;
  readonly validateMerchant: (validationUrl: string) => Promise<unknown>;
  readonly create: (body: CreateNoUserApplePay) => Promise<unknown>;
  /** Repeats the same call when the shopper presses "Try again"; undefined when nothing is left to repeat. */
  readonly keepRepeat: (repeat: (() => Promise<void>) | undefined) => void;
}

export interface AppleOrder extends Submission {
  readonly terms: AppleTerms;
  readonly body: (payment: ApplePayment) => CreateNoUserApplePay;
}

/** Runs synchronously until the sheet is open: Apple accepts that only within the click. */
export async function payWithApple(ports: ApplePorts, orderNow: () => AppleOrder): Promise<void> {
  const checkout = await authorizeWithApple(ports, orderNow).catch((reason: unknown) => {
    const isClosed = reason instanceof SheetClosed;
    refuse(ports, isClosed ? `${SOMETHING_WENT_WRONG}. ${APPLE_CLOSED}` : APPLE_NOT_AVAILABLE);
    // The shopper reads that there is no Apple Pay, and our error reports say why.
    if (!isClosed) throw reason;
    return undefined;
  });
  if (checkout !== undefined) await completeWithApple(ports, checkout);
}

/** What is created after it; undefined where the purchase ended before, and the screen says why. */
async function authorizeWithApple(
  ports: ApplePorts,
  orderNow: () => AppleOrder,
): Promise<AppleCheckout | undefined> {
  const order = orderNow();
  if (missesConsent(ports, order)) return undefined;
  const sheet = ports.openSheet(appleRequest(order.terms));
  if (sheet === undefined) {
    refuse(ports, APPLE_NOT_AVAILABLE);
    return undefined;
  }
  ports.dispatch({ type: "submitted" });
  ports.track.appleSubmit(order.consent.plan_id);
  ports.track.modalPaymentSubmit(order.consent.plan_id);
  try {
    if (await admitMerchant(ports, sheet, order.consent)) {
      const payment = await Promise.race([sheet.payment, sheet.closed]);
      return { order, body: order.body(payment), sheet };
    }
  } catch (reason) {
    sheet.abort();
    throw reason;
  }
  sheet.abort();
  return undefined;
}

/**
 * Stores the consent before the merchant is validated, so nothing is authorized without it; false when the purchase
 * ended here.
 */
async function admitMerchant(ports: ApplePorts, sheet: AppleSheet, consent: Consent): Promise<boolean> {
  const validationUrl = await Promise.race([sheet.validation, sheet.closed]);
  if (!await Promise.race([agreeTo(ports, consent), sheet.closed])) return false;
  try {
    sheet.acceptMerchant(await Promise.race([ports.validateMerchant(validationUrl), sheet.closed]));
    return true;
  } catch (reason) {
    if (reason instanceof SheetClosed) throw reason;
    refuse(ports, failureSentence(reason, { unanswered: SOMETHING_WENT_WRONG, fallback: SOMETHING_WENT_WRONG }));
    return false;
  }
}

interface AppleCheckout {
  readonly order: AppleOrder;
  readonly body: CreateNoUserApplePay;
  /** Absent when the call is repeated after the sheet has closed. */
  readonly sheet?: AppleSheet;
}

/** The same token identifies the same attempt, so the call may be repeated; the sheet waits at most half a minute. */
async function completeWithApple(ports: ApplePorts, { order, body, sheet }: AppleCheckout): Promise<void> {
  const end: CreateEnd = await retryUntilAnswered(ports, { ask: () => ports.create(body), waitsMs: APPLE_RETRY_MS });
  sheet?.finish(end.kind === "created");
  const isOpen = end.kind === "unanswered" || (end.kind === "refused" && !end.isFinal);
  const repeat = () => {
    ports.dispatch({ type: "submitted" });
    return completeWithApple(ports, { order, body });
  };
  ports.keepRepeat(isOpen ? repeat : undefined);
  if (end.kind === "created") {
    const { plan } = order.terms;
    return await finishPurchase(ports, { plan, email: body.email, subscriptionId: end.subscriptionId });
  }
  if (!isOpen) return refuse(ports, end.text);
  ports.dispatch({ type: "create_failed", text: end.text, isFinal: false, help: UNDECIDED_HELP });
  ports.track.purchaseError(end.text);
}

function refuse(ports: ApplePorts, text: string): void {
  ports.dispatch({ type: "declined", text, isCardRefused: false });
  ports.track.purchaseError(text);
}

export { openAppleSheet } from "./apple_sheet.ts";
