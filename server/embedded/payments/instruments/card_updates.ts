/**
 * Follows what card networks report about stored cards: the account updater's new expiry or number, and the life of the
 * network token. The merchant gets a webhook for each change of an instrument it can charge.
 */
import type { CardUpdate } from "../acquirer/disputes.ts";
import { FEED_OVERLAP_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import { readFeed, writeFeed } from "../context/feeds.ts";
import type { Queries } from "../db/queries.ts";
import type { ExecutionRow, InstrumentRow } from "../db/tables.ts";
import { findExecution } from "../executions/executions.ts";
import type { InstrumentEvent } from "../schemas/webhook_events.ts";
import { fingerprint, sealNumber } from "../vault/at_rest.ts";
import { writeReport } from "../webhooks/write_webhooks.ts";
import { issuerCountryOf, lookUpBin, networksOf } from "./bins.ts";
import { shownDigits } from "./shown_digits.ts";
import { instrumentView, SUSPENDED } from "./instruments.ts";

const FEED = "card updates";

/**
 * Reads the acquirer's list. Once the signal is aborted no further update begins, and the next run reads from the same
 * place. Returns how many instruments changed.
 */
export async function syncCardUpdates(context: PaymentContext, stopping?: AbortSignal): Promise<number> {
  const toMs = context.clock.now();
  const readMs = await readFeed(context, FEED);
  const updates = await context.acquirer.cardUpdates({ fromMs: Math.max(0, readMs - FEED_OVERLAP_MS), toMs });
  let count = 0;
  for (const update of updates.toSorted((a, b) => a.atMs - b.atMs)) {
    if (stopping?.aborted === true) return count;
    if (await applyUpdate(context, update)) count += 1;
  }
  await writeFeed(context, FEED, toMs);
  return count;
}

async function applyUpdate(context: PaymentContext, update: CardUpdate): Promise<boolean> {
  const { db } = context;
  const found = await instrumentOf(db, update.chargeKey);
  if (found === undefined) return false;
  const { row, execution } = found;
  const set = await columnsOf(context, row, update);
  return await db.transaction().execute(async (trx) => {
    // The time is a condition: a change that is known, or older than the known one, does nothing.
    const { numUpdatedRows } = await trx.updateTable("pay_instruments").set(set).where("id", "=", row.id)
      .where("status", "!=", "deleted")
      .where((eb) => eb.or([eb("card_changed_ms", "is", null), eb("card_changed_ms", "<", update.atMs)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    await trx.insertInto("pay_card_changes").values({
      instrument_id: row.id,
      changed_ms: update.atMs,
      change: update.change,
      old_suffix: row.suffix,
      new_suffix: set.suffix ?? row.suffix,
    }).execute();
    const instrument = instrumentView({ ...row, ...set });
    await writeReport(context, trx, execution, {
      event: EVENTS[update.change],
      timeMs: context.clock.now(),
      instrument,
    });
    return true;
  });
}

const EVENTS: Readonly<Record<CardUpdate["change"], InstrumentEvent>> = {
  expiry_changed: "instrumentExpiryChanged",
  card_replaced: "instrumentReplaced",
  account_closed: "instrumentClosed",
  token_suspended: "instrumentSuspended",
  token_resumed: "instrumentResumed",
  token_deleted: "instrumentTokenDeleted",
};

/**
 * A resumed card is what it was before its suspension, so that one the shopper disabled stays disabled. A closed account
 * and a deleted token are invalid for good. A new expiry or number changes no status.
 */
function statusAfter(change: CardUpdate["change"], row: InstrumentRow): Partial<InstrumentRow> {
  if (row.status === "invalid") return {};
  switch (change) {
    case "account_closed":
    case "token_deleted":
      return { status: "invalid", suspended_status: null };
    case "token_suspended":
      return { status: "disabled", suspended_status: row.suspended_status ?? row.status };
    case "token_resumed": {
      // A server of an older version kept no status when it suspended the card.
      const status = row.suspended_status ?? (row.card_change === SUSPENDED ? "enabled" : row.status);
      return { status, suspended_status: null };
    }
    case "expiry_changed":
    case "card_replaced":
      return {};
  }
}

async function columnsOf(
  { db, keys, clock }: PaymentContext,
  row: InstrumentRow,
  { change, card, atMs }: CardUpdate,
): Promise<Partial<InstrumentRow>> {
  const changed = {
    ...statusAfter(change, row),
    card_change: change,
    card_changed_ms: atMs,
    updated_ms: clock.now(),
  };
  if (card === undefined) return changed;
  const { number, expiryMonth: expiry_month, expiryYear: expiry_year } = card;
  if (number === "") return { ...changed, expiry_month, expiry_year };
  const print = await fingerprint(keys, number);
  const live = await fingerprint(keys, row.client_id, row.holder_reference, print);
  // The shopper may have stored the new card already: both rows stay, and one of them is found by its number.
  const same = await db.selectFrom("pay_instruments").select("id").where("live_key", "=", live).executeTakeFirst();
  return {
    ...changed,
    expiry_month,
    expiry_year,
    network: lookUpBin(number).network ?? null,
    preferred_scheme: networksOf(number).find((network) => network === row.preferred_scheme) ?? null,
    issuer_country: issuerCountryOf(number) ?? null,
    ...shownDigits(number),
    fingerprint: print,
    live_key: same === undefined || same.id === row.id ? live : null,
    sealed_number: await sealNumber(keys, number, row.id),
  };
}

interface StoredCharge {
  readonly row: InstrumentRow;
  readonly execution: ExecutionRow;
}

/** The instrument that a charge stored or used. Undefined for a card that was not stored, or is deleted. */
async function instrumentOf(db: Queries, chargeKey: string): Promise<StoredCharge | undefined> {
  const intent = await db.selectFrom("pay_intents").select("execution_id").where("key", "=", chargeKey)
    .executeTakeFirst();
  const execution = intent === undefined ? undefined : await findExecution(db, intent.execution_id);
  if (execution === undefined || execution.instrument_id === null) return undefined;
  const row = await db.selectFrom("pay_instruments").selectAll().where("id", "=", execution.instrument_id)
    .where("status", "not in", ["deleted", "transient"]).executeTakeFirst();
  return row === undefined ? undefined : { row, execution };
}
