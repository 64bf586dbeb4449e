/** The one-time products of a plan that can still be used: a withdrawn one ends at once, a pack on its day. */
import type { Subscription } from "../../server/wire/billing/subscriptions.ts";

export function ownedProducts({ products }: Pick<Subscription, "products">): Subscription["products"] {
  return products.filter(({ until }) => Date.parse(until) > Date.now());
}
