/** What a visit leaves in this browser; removed with the member it belongs to (SECURITY B6). */
import { forgetDraft } from "../features/checkout/checkout_store.ts";
import { forgetOrders } from "../features/offers/kept_orders.ts";
import { forgetQuiz } from "../features/quiz/quiz_store.ts";
import { session } from "../features/session/session_store.ts";
import { slots } from "../lib/storage/storage_keys.ts";
import { forgetNumber } from "../lib/storage/validator_store.ts";

/** Removes what was entered, chosen and checked in this browser. */
export function forgetVisit(): void {
  forgetDraft();
  forgetQuiz();
  forgetOrders();
  forgetNumber();
}

let uid = session.value.user?.uid;

/**
 * At once, whatever page is open: its next screen would already read what the member before has entered. Of an account
 * that is gone, another may claim the number, and the purchase with its orders.
 */
session.subscribe(({ user }) => {
  const before = uid;
  uid = user?.uid;
  if (before === undefined || before === uid) return;
  if (uid !== undefined) return forgetVisit();
  forgetDraft();
  forgetQuiz();
  if (slots.purchaseSubscriptionId.read() === "") forgetOrders();
});
