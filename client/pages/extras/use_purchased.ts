/** What was bought in this browser: what it owns, and the figures of the moment after the payment. */
import { useEffect, useState } from "react";
import { findPlan, todayCents } from "../../../server/wire/billing/plans.ts";
import type { CardOfPlan, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { getCard } from "../../api/billing.ts";
import type { PaidFigures } from "../../features/offers/PaidMoment.tsx";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { ownedProducts } from "../../lib/owned_products.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { memberCall, readPurchased } from "../plan_calls.ts";

interface Purchased {
  /** Plan ids that the purchase already owns; unknown counts as none, and the server refuses duplicates. */
  readonly owned: readonly string[];
  readonly paid: PaidFigures | undefined;
}

export function usePurchased(): Purchased {
  const [purchased, setPurchased] = useState<Purchased>({ owned: [], paid: undefined });
  useEffect(() => {
    const life = new AbortController();
    const id = slots.purchaseSubscriptionId.read();
    if (id === "") return;
    const { signal } = life;
    // The card is named beside the amount; if it cannot be read, only the amount is shown.
    const card = readCard(id, signal).then(nameOfCard).catch(() => "");
    Promise.all([readPurchased(id, { signal }), card])
      .then(([bought, name]) =>
        setPurchased({ owned: ownedProducts(bought).map((product) => product.plan_id), paid: figuresOf(bought, name) })
      )
      .catch(() => undefined);
    return () => life.abort();
  }, []);
  return purchased;
}

function nameOfCard({ card, label }: CardOfPlan): string {
  return card?.name ?? label;
}

function figuresOf({ plan_id, next_charge }: Subscription, card: string): PaidFigures | undefined {
  const plan = findPlan(plan_id);
  if (plan === undefined) return undefined;
  const next = next_charge === null ? undefined : { sum: money(next_charge.cents), date: longDate(next_charge.at) };
  return { sum: money(todayCents(plan)), card, next };
}

async function readCard(id: string, signal: AbortSignal): Promise<CardOfPlan> {
  return await getCard(id, { signal, ...(await memberCall())?.options });
}
