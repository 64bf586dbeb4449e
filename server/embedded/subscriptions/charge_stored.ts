/** Charges a stored instrument for one row of subs_charges; safe to run again until the outcome is known. */
import type { Selectable } from "kysely";
import type { SubscriptionRow } from "./caller.ts";
import type { Parts } from "./deps.ts";
import type { Execution } from "./execution.ts";
import { newId } from "./ids.ts";
import { PaymentsError } from "./payments_api.ts";
import { nameOf } from "./sold.ts";
import type { SubscriptionsTables } from "./tables.ts";

export type ChargeRow = Selectable<SubscriptionsTables["subs_charges"]>;

export type ChargeOutcome =
  | { readonly kind: "succeeded" }
  | { readonly kind: "declined"; readonly reason: string }
  /** The provider took another sum than it was asked for: a person has to look at it. */
  | { readonly kind: "mismatch"; readonly cents: number }
  /** The plan was cancelled before the money was asked for. */
  | { readonly kind: "stopped" }
  /** The provider did not answer, or the bank has not decided: ask again later with the same keys. */
  | { readonly kind: "unknown" };

type Payer = Pick<SubscriptionRow, "holder_reference" | "payment_instrument_id" | "payment_method">;

/** The row's key and attempt make the idempotency keys, so a repeat can only find out, never charge again. */
export async function chargeStored(parts: Parts, charge: ChargeRow, payer: Payer): Promise<ChargeOutcome> {
  try {
    const execution = await authorizeOnce(parts, charge, payer);
    return execution === undefined ? { kind: "stopped" } : outcomeOf(execution, charge);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    parts.log.warn("charge.payments", { charge: charge.id, error });
    return error.isFinal ? { kind: "declined", reason: "" } : { kind: "unknown" };
  }
}

/** undefined when the plan was cancelled meanwhile: then nothing is asked for. */
async function authorizeOnce(parts: Parts, charge: ChargeRow, payer: Payer): Promise<Execution | undefined> {
  const { api, db, settings } = parts;
  const key = `${charge.subscription_id}-${charge.charge_key}-${charge.attempt}`;
  const known = charge.execution_id === "" ? undefined : await api.read(charge.execution_id);
  if (known !== undefined && known.state !== "open") return known;
  const executionId = known?.id ?? (await api.init({
    reference: charge.id,
    description: nameOf(charge.plan_id, settings),
    holderReference: payer.holder_reference,
    cents: charge.cents,
    capture: "automatic",
    key: `init-${key}`,
  })).executionId;
  if (charge.kind === "renewal") {
    if (!await parts.mayCharge({ chargeId: charge.id, executionId })) return undefined;
  } else {
    await db.updateTable("subs_charges").set({ execution_id: executionId }).where("id", "=", charge.id).execute();
  }
  return await api.authorize({
    executionId,
    means: { kind: "stored", code: payer.payment_method, id: payer.payment_instrument_id },
    cents: charge.cents,
    isCustomerPresent: charge.kind !== "renewal",
    key: `authorize-${key}`,
  });
}

function outcomeOf(execution: Execution, charge: ChargeRow): ChargeOutcome {
  switch (execution.state) {
    case "successful":
      if (execution.cents === undefined) return { kind: "unknown" };
      return execution.cents === charge.cents ? { kind: "succeeded" } : { kind: "mismatch", cents: execution.cents };
    case "failed":
    case "cancelled":
      return { kind: "declined", reason: execution.reason };
    case "open":
    case "pending":
      return { kind: "unknown" };
  }
}

const MISMATCH = "The payment service took another sum than we asked for. We are looking at it and will write to you.";

/** Written down and said loudly once; nothing is tried again and nothing more is charged until a person decided. */
export async function escalate({ db, clock, log }: Parts, charge: ChargeRow, takenCents: number): Promise<void> {
  const nowMs = clock.now();
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_charges")
      .set({ state: "mismatch", error: MISMATCH, settled_ms: nowMs })
      .where("id", "=", charge.id).where("state", "=", "sending").executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (charge.kind === "renewal") {
      await trx.updateTable("subs_subscriptions")
        .set((eb) => ({
          next_charge_ms: null,
          next_charge_cents: null,
          remind_ms: null,
          version: eb("version", "+", 1),
        }))
        .where("id", "=", charge.subscription_id).execute();
    }
    await trx.insertInto("subs_events").values({
      id: newId("event"),
      subscription_id: charge.subscription_id,
      name: "mismatch",
      detail_json: JSON.stringify({ charge_id: charge.id, asked_cents: charge.cents, taken_cents: takenCents }),
      at_ms: nowMs,
    }).execute();
    return true;
  });
  const what = { charge: charge.id, asked: charge.cents, taken: takenCents };
  if (isFirst) log.error("charge.mismatch", what);
}
