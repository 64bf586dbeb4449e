/**
 * Follows what card networks report about stored cards: the account updater's new expiry or number, and the life of the
 * network token. The merchant gets a webhook for each change of an instrument it can charge.
 */
import { lockRows } from "../../../db/locks.ts";
import { CARD_CHANGES, type CardUpdate } from "../acquirer/disputes.ts";
import { FEED_OVERLAP_MS } from "../context/constants.ts";
import type { PaymentContext } from "../context/context.ts";
import { readFeed, writeFeed } from "../context/feeds.ts";
import type { Queries } from "../db/queries.ts";
import type { CardChangeRow, ExecutionRow, InstrumentRow } from "../db/tables.ts";
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
  const { instrumentId, execution } = found;
  return await db.transaction().execute(async (trx) => {
    // The shopper may switch the card on or off at the same time.
    const [row] = await lockRows(
      trx,
      trx.selectFrom("pay_instruments").selectAll().where("id", "=", instrumentId)
        .where("status", "not in", ["deleted", "transient"]),
    );
    if (row === undefined) return false;
    const known = await knownChanges(trx, row);
    if (!isNews(update, known)) return false;
    const changedMs = freeTime(update.atMs, known);
    const set = await columnsOf({ ...context, db: trx }, row, { ...update, atMs: changedMs });
    await trx.updateTable("pay_instruments").set(set).where("id", "=", row.id).execute();
    await trx.insertInto("pay_card_changes").values({
      instrument_id: row.id,
      changed_ms: changedMs,
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

type Change = CardUpdate["change"];
type KnownChange = Pick<CardChangeRow, "change" | "changed_ms">;

/** Changes of the expiry or number. The others change whether the card pays. */
const OF_DATA: readonly string[] = ["expiry_changed", "card_replaced"] satisfies readonly Change[];
/** How many changes of one millisecond there may be, each of another kind. */
const MOST_AT_ONCE = CARD_CHANGES.length;
/** After these the card never pays again, whatever was reported in between. */
const FINAL: readonly string[] = ["account_closed", "token_deleted"] satisfies readonly Change[];

async function knownChanges(db: Queries, row: InstrumentRow): Promise<readonly KnownChange[]> {
  const known = await db.selectFrom("pay_card_changes").select(["change", "changed_ms"])
    .where("instrument_id", "=", row.id).execute();
  // A server of an older version kept only the last one.
  return row.card_change === null || row.card_changed_ms === null
    ? known
    : [...known, { change: row.card_change, changed_ms: row.card_changed_ms }];
}

/**
 * False for a change that is known, and for one that a later one has replaced. The acquirer may list an expiry late:
 * a suspension that was read before says nothing about it.
 */
function isNews({ change, atMs }: CardUpdate, known: readonly KnownChange[]): boolean {
  const isSame = (one: KnownChange) =>
    one.change === change && one.changed_ms >= atMs && one.changed_ms < atMs + MOST_AT_ONCE;
  if (known.some(isSame)) return false;
  if (FINAL.includes(change)) return true;
  const alike = known.filter((one) => OF_DATA.includes(one.change) === OF_DATA.includes(change));
  return alike.every(({ changed_ms }) => changed_ms <= atMs);
}

/** One row a millisecond: changes of the same time get the next ones. */
function freeTime(atMs: number, known: readonly KnownChange[]): number {
  let freeMs = atMs;
  while (known.some(({ changed_ms }) => changed_ms === freeMs)) freeMs += 1;
  return freeMs;
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
  const lastMs = row.card_changed_ms ?? 0;
  const changed = {
    ...statusAfter(change, row),
    // The card shows its last change, and one after which it never pays again.
    ...(atMs >= lastMs || FINAL.includes(change)
      ? { card_change: change, card_changed_ms: atMs >= lastMs ? atMs : lastMs + 1 }
      : {}),
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
  readonly instrumentId: string;
  readonly execution: ExecutionRow;
}

/** The instrument that a charge stored or used. Undefined for a card that was not stored. */
async function instrumentOf(db: Queries, chargeKey: string): Promise<StoredCharge | undefined> {
  const intent = await db.selectFrom("pay_intents").select("execution_id").where("key", "=", chargeKey)
    .executeTakeFirst();
  const execution = intent === undefined ? undefined : await findExecution(db, intent.execution_id);
  if (execution === undefined || execution.instrument_id === null) return undefined;
  return { instrumentId: execution.instrument_id, execution };
}
