/** Follows what networks report about stored cards: a renewed card is charged at once if its plan waited for one. */
import type { SubscriptionContext } from "../../context/context.ts";
import { isReplaced } from "./bought_again.ts";
import { recordEvent } from "../../db/record_event.ts";
import { LIVE } from "../../db/statuses.ts";
import type { SubscriptionRow } from "../../db/tables.ts";
import { PaymentsError } from "../../payments_client/send.ts";
import type { StoredCard } from "../../payments_client/stored_card.ts";

/** Changes after which the card pays again. */
export const RENEWED: readonly string[] = ["expiry_changed", "card_replaced", "token_resumed"];

/** Safe to repeat: a change that is known, or older than the known one, does nothing. */
export async function followCard(context: SubscriptionContext, card: StoredCard): Promise<void> {
  const { change } = card;
  if (change === undefined) return;
  const rows = await context.db.selectFrom("subs_subscriptions").selectAll()
    .where("payment_instrument_id", "=", card.id).where("holder_reference", "=", card.holderReference)
    .where("status", "in", [...LIVE, "cancelled"]).execute();
  for (const row of rows) await follow(context, row, { card, change });
}

interface Followed {
  readonly card: StoredCard;
  readonly change: NonNullable<StoredCard["change"]>;
}

/** Asks for the card of a plan. A provider without the call knows of no change. */
export async function readCard(context: SubscriptionContext, row: SubscriptionRow): Promise<void> {
  try {
    const cards = await context.api.instruments(row.holder_reference);
    const card = cards.find(({ id }) => id === row.payment_instrument_id);
    if (card !== undefined) await followCard(context, card);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    context.log.warn("card.unread", { subscription: row.id, error });
  }
}

async function follow({ db, clock }: SubscriptionContext, row: SubscriptionRow, { card, change }: Followed) {
  const nowMs = clock.now();
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
      card_change: change.name,
      card_changed_ms: change.atMs,
      card_label: card.label,
      version: eb("version", "+", 1),
    })).where("id", "=", row.id)
      // The member may have entered another card since the plan was read.
      .where("payment_instrument_id", "=", card.id)
      .where((eb) => eb.or([eb("card_changed_ms", "is", null), eb("card_changed_ms", "<", change.atMs)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (RENEWED.includes(change.name)) {
      await trx.updateTable("subs_subscriptions").set({ grace_ms: null, next_charge_ms: nowMs })
        .where("id", "=", row.id).where("grace_ms", "is not", null).where("status", "=", "past_due")
        .where(({ not }) => not(isReplaced())).execute();
    }
    await recordEvent(trx, { subscriptionId: row.id, name: "card_changed", detail: { change: change.name }, nowMs });
  });
}
