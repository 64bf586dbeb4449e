/**
 * What the shopper has entered in the purchase steps, kept for this tab: names, country, postal code, chosen plan. And
 * the payment method they chose, until the page is left.
 */
import { signal } from "@preact/signals-react";
import * as z from "zod/mini";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { STORAGE_KEYS } from "../../lib/storage/storage_keys.ts";
import type { OnSale } from "./plans/plan_choice.ts";

const text = z.string().check(z.maxLength(400));
const draftSchema = z.object({ firstName: text, lastName: text, country: text, postalCode: text, planId: text });
export type CheckoutDraft = z.infer<typeof draftSchema>;
const EMPTY_DRAFT: CheckoutDraft = { firstName: "", lastName: "", country: "", postalCode: "", planId: "" };

const slot = createSlot<CheckoutDraft>({
  key: STORAGE_KEYS.checkout,
  schema: draftSchema,
  fallback: EMPTY_DRAFT,
  area: browserArea("session"),
});

/** Read with `useSignals()`; the email belongs to the quiz. */
export const draft = signal<CheckoutDraft>(slot.read());

/** The two payment methods (W-PAY-01). */
export type PaymentMethod = "apple" | "card";
const FIRST_METHOD: PaymentMethod = "card";

/** The method the shopper chose (W-QUIZ-06). Read with `useSignals()`. */
export const selectedPaymentMethod = signal<PaymentMethod>(FIRST_METHOD);

export function changeDraft(change: Partial<CheckoutDraft>): void {
  draft.value = { ...draft.value, ...change };
  slot.write(draft.value);
}

/** Clears everything about the member at sign-out. */
export function forgetDraft(): void {
  draft.value = EMPTY_DRAFT;
  selectedPaymentMethod.value = FIRST_METHOD;
  slot.clear();
}

/** The chosen plan if it is on sale here, else the preselected one. */
export function chosenPlan(planId: string, onSale: OnSale): Plan {
  return onSale.find((plan) => plan.id === planId) ?? onSale[0];
}
