/** Simulates a network's account updater and token service: what happened to a test card a minute after its charge. */
import type { AcquirerFeeds, CardChange, CardUpdate, CardUpdatesQuery } from "../disputes.ts";
import { CARD_CHANGES } from "../disputes.ts";
import type { ChargeRow } from "../ledger_tables.ts";
import type { SimulatorPorts } from "../ledger.ts";
import { REPLACEMENT_NUMBER, scenarioTexts } from "../test_cards.ts";

/** Time from the charge to the first change, and from one change to the next. */
const CARD_CHANGE_MS = 60_000;
/** The expiry year of renewed test cards. A renewed card is approved from this year on. */
export const RENEWED_FROM_YEAR = 2045;
const PREFIX = "card_changes:";
/** More changes than any test card has. */
const MOST_CHANGES = 4;

export function createSimulatedCardUpdates(ports: SimulatorPorts): Pick<AcquirerFeeds, "cardUpdates"> {
  return { cardUpdates: (query) => cardUpdates(ports, query) };
}

async function cardUpdates({ db }: SimulatorPorts, { fromMs, toMs }: CardUpdatesQuery): Promise<readonly CardUpdate[]> {
  const rows = await db.selectFrom("acq_charges").selectAll().where("scenario", "in", scenarioTexts("card_changes"))
    .where("outcome", "=", "approved").where("initiator", "=", "customer")
    .where("created_ms", ">=", fromMs - MOST_CHANGES * CARD_CHANGE_MS).where("created_ms", "<=", toMs)
    .orderBy("created_ms").orderBy("key").execute();
  return rows.flatMap(updatesOf).filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
}

function updatesOf({ key, scenario, expiry, created_ms }: ChargeRow): readonly CardUpdate[] {
  return scenario.slice(PREFIX.length).split(",").flatMap((text, at): CardUpdate[] => {
    const change = CARD_CHANGES.find((known) => known === text);
    if (change === undefined) return [];
    const card = cardAfter(change, expiry ?? "12/2039");
    const update = { id: `${key}:${change}`, chargeKey: key, change, atMs: created_ms + (at + 1) * CARD_CHANGE_MS };
    return [card === undefined ? update : { ...update, card }];
  });
}

/** The number is empty where it stays the same: the service keeps the one that it has. */
function cardAfter(change: CardChange, expiry: string): CardUpdate["card"] {
  const expiryMonth = expiry.slice(0, 2);
  const expiryYear = String(RENEWED_FROM_YEAR);
  if (change === "expiry_changed") return { number: "", expiryMonth, expiryYear };
  if (change === "card_replaced") return { number: REPLACEMENT_NUMBER, expiryMonth, expiryYear };
  return undefined;
}
