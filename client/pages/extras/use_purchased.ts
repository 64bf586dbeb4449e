/** What was bought in this browser: what its buyer owns, and the figures of the moment after the payment. */
import { useEffect, useState } from "react";
import { findPlan, todayCents } from "../../../server/wire/billing/plans.ts";
import type { CardOfPlan, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { getCard } from "../../api/billing.ts";
import { loadMySubscriptions } from "../../features/session/member.ts";
import { session } from "../../features/session/session_store.ts";
import type { PaidFigures } from "../../features/offers/PaidMoment.tsx";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { ownedProducts } from "../../lib/owned_products.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { reportUnexpected } from "../../lib/unexpected.ts";
import { memberCall, readPurchased } from "../plan_calls.ts";

interface Purchased {
  /** Plan ids that the buyer already owns; unknown counts as none, and the server refuses duplicates. */
  readonly owned: readonly string[];
  readonly paid: PaidFigures | undefined;
}

/** The calls behind it, each for a member or a visitor. */
export interface PurchasedCalls {
  readonly purchase: (id: string, signal: AbortSignal) => Promise<Subscription>;
  readonly card: (id: string, signal: AbortSignal) => Promise<CardOfPlan>;
  /** All plans of a member; none for a visitor. */
  readonly plans: () => Promise<readonly Subscription[]>;
}

const CALLS: PurchasedCalls = {
  purchase: (id, signal) => readPurchased(id, { signal }),
  card: async (id, signal) => await getCard(id, { signal, ...(await memberCall())?.options }),
  plans: async () => session.value.user === undefined ? [] : await loadMySubscriptions(),
};

export function usePurchased({ purchase, card, plans } = CALLS): Purchased {
  const [purchased, setPurchased] = useState<Purchased>({ owned: [], paid: undefined });
  useEffect(() => {
    const life = new AbortController();
    const id = slots.purchaseSubscriptionId.read();
    if (id === "") return;
    // The card is named beside the amount; if it cannot be read, only the amount is shown.
    const name = card(id, life.signal).then(nameOfCard).catch(() => "");
    // What a member bought with an earlier plan is still theirs.
    Promise.all([purchase(id, life.signal), plans().catch(() => []), name])
      .then(([bought, all, cardName]) => {
        const owned = [bought, ...all].flatMap(ownedProducts).map((product) => product.plan_id);
        setPurchased({ owned, paid: figuresOf(bought, cardName) });
      })
      .catch(reportUnexpected);
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
