/** What the operator's console asks of the subscriptions service, in the same process. */
import type { Shown } from "../../wire/billing/purchase.ts";
import type { TimelineEntry } from "../../wire/admin/timeline.ts";
import { type ErasedPerson, erasePayments, erasePurchases } from "./account/erase_member.ts";
import { contextOf } from "./build_context.ts";
import type { SubscriptionsPorts } from "./context/context.ts";
import {
  type ActEnd,
  cancelPurchase,
  type Change,
  changePurchase,
  nextResendMs,
  type OperatorChange,
  type OperatorRefund,
  previewOperatorChange,
  refundCharge,
  resendActivation,
} from "./operator/acts.ts";
import { exportPurchases } from "./operator/export_purchases.ts";
import {
  type ChargeFacts,
  findPurchases,
  type PurchaseFacts,
  type PurchaseQuery,
  purchasesByReference,
  purchasesOfRequest,
  readPurchases,
} from "./operator/purchases.ts";
import { executionsOf, failedRenewal, purchaseStory } from "./operator/story.ts";
import { type DayFigures, readFigures } from "./operator/figures.ts";

export type { ActEnd, Change, ChargeFacts, DayFigures, ErasedPerson, OperatorChange, PurchaseFacts };

/** The port. Unknown ids give empty answers. */
export interface SubscriptionsForOperators {
  find(query: PurchaseQuery): Promise<readonly string[]>;
  byReference(reference: string): Promise<readonly string[]>;
  /** Purchases that this request or job began, agreed to, charged or changed. */
  byRequest(requestId: string, limit: number): Promise<readonly string[]>;
  purchases(ids: readonly string[]): Promise<readonly PurchaseFacts[]>;
  purchaseOfCharge(chargeId: string): Promise<string | undefined>;
  story(id: string): Promise<readonly TimelineEntry[]>;
  executions(id: string): Promise<readonly string[]>;
  failedRenewal(id: string): ReturnType<typeof failedRenewal>;
  refund(refund: OperatorRefund): Promise<ActEnd>;
  cancel(id: string): Promise<void>;
  previewChange(id: string, change: Change): Promise<Shown>;
  change(change: OperatorChange): Promise<ActEnd>;
  resend(id: string, key: string): Promise<boolean>;
  /** When the buyer may next be sent a new link; now or earlier when they may at once. */
  nextResendMs(id: string): Promise<number>;
  /** Everything stored about these purchases, as JSON by file name. */
  exportPurchases(ids: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Deletes this person's cards and evidence at the payments service; 502 or 503 when it does not answer. */
  erasePayments(person: Pick<ErasedPerson, "ids" | "uid">): Promise<void>;
  /** Takes the person out of these purchases, which stay in the books. */
  erase(person: ErasedPerson): Promise<number>;
  /** Figures of these days; each begins at its time and lasts 24 hours. */
  figures(dayMs: readonly number[]): Promise<readonly DayFigures[]>;
}

export function subscriptionsForOperators(ports: SubscriptionsPorts): SubscriptionsForOperators {
  const context = contextOf(ports);
  const { db, reading } = context;
  return {
    find: (query) => findPurchases(db, query),
    byReference: (reference) => purchasesByReference(db, reference),
    byRequest: (requestId, limit) => purchasesOfRequest(db, requestId, limit),
    purchases: (ids) => readPurchases(context, ids),
    async purchaseOfCharge(chargeId) {
      const row = await db.selectFrom("subs_charges").select("subscription_id").where("id", "=", chargeId)
        .executeTakeFirst();
      return row?.subscription_id;
    },
    story: (id) => purchaseStory(context, id),
    executions: (id) => executionsOf(db, id),
    failedRenewal: (id) => failedRenewal(db, id),
    refund: (refund) => refundCharge(context, refund),
    cancel: (id) => cancelPurchase(context, id),
    previewChange: (id, change) => previewOperatorChange(context, id, change),
    change: (change) => changePurchase(context, change),
    resend: (id, key) => resendActivation(context, id, key),
    nextResendMs: (id) => nextResendMs(context, id),
    exportPurchases: (ids) => exportPurchases(context, ids),
    erasePayments: (person) => erasePayments(context, person),
    erase: (person) => erasePurchases(context, person),
    figures: (dayMs) => reading((read) => readFigures(read, dayMs)),
  };
}
