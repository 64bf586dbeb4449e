/**
 * Orders of add-ons that have no final answer yet, for this tab: the next press repeats them, also after a reload, so
 * that nothing is bought twice.
 */
import * as z from "zod/mini";
import { type CreateNoUser, createNoUserSchema } from "../../../server/wire/billing/purchase.ts";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { STORAGE_KEYS } from "../../lib/storage/storage_keys.ts";

const slot = createSlot<Readonly<Record<string, CreateNoUser>>>({
  key: STORAGE_KEYS.addOnOrders,
  schema: z.record(z.string(), createNoUserSchema),
  fallback: {},
  area: browserArea("session"),
});

/** Removes all orders at sign-out (SECURITY B6). */
export const forgetOrders = (): void => slot.clear();

export interface KeptOrders {
  /** The order of this product for this purchase, if one is kept. */
  read(planId: string, subscriptionId: string): CreateNoUser | undefined;
  keep(order: CreateNoUser): void;
  drop(planId: string): void;
}

export const keptOrders: KeptOrders = {
  read(planId, subscriptionId) {
    const order = slot.read()[planId];
    return order?.subscription_id === subscriptionId ? order : undefined;
  },
  keep: (order) => slot.write({ ...slot.read(), [order.plan_id]: order }),
  drop(planId) {
    const { [planId]: _, ...others } = slot.read();
    slot.write(others);
  },
};
