/** Tokenizes a card, that is, stores it without a payment, and changes what is stored. */
import { sql } from "kysely";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { lockName } from "../../../db/locks.ts";
import { parseRequest, SaveBody, UpdateBody } from "../context/bodies.ts";
import { type SealUse, useSeal } from "../vault/used_seals.ts";
import { checkBinding } from "../vault/binding.ts";
import type { Claim } from "../idempotency/claim.ts";
import { checkScheme } from "./bins.ts";
import { EXECUTION_TOKEN_S, MAX_SAVES, MAX_UPDATES, SAVES_WINDOW_MS } from "../context/constants.ts";
import { ApiError, type ApiErrorCode } from "../context/api_errors.ts";
import type * as z from "zod/mini";
import { countHolderSave } from "./holder_saves.ts";
import {
  blankInstrument,
  disabledStatus,
  enableInstrument,
  findInstrument,
  instrumentView,
  isSuspended,
  newCardInstrument,
} from "./instruments.ts";
import { type Owner, ownerOf } from "../db/owner.ts";
import type { Trx } from "../db/queries.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, InstrumentRow } from "../db/tables.ts";
import { checkCard, openSealed } from "../vault/open_sealed.ts";
import { storeRecords, tokensOf } from "../vault/records.ts";

/** The fields that a token can represent. The security code is not stored and has none. */
const CARD_COLUMNS = ["cardNumber", "holderName", "expiryMonth", "expiryYear"] as const;

/** A literal rather than a parameter: the partial index on saves serves only a literal. */
const SAVE = sql.lit("save");

const UPDATES: Limit = { name: "instrument_updates", points: MAX_UPDATES, windowMs: EXECUTION_TOKEN_S * 1000 };
/** A wallet's token is stored without a seal, which {@link refuseTooMany} counts. */
const WALLET_SAVES: Limit = { name: "wallet_saves", points: MAX_SAVES, windowMs: SAVES_WINDOW_MS };

/** Statuses that no page changes. */
const FIXED = ["deleted", "invalid", "transient"];

export interface UpdateCall {
  readonly row: ExecutionRow;
  readonly body: unknown;
}

export interface SaveCall extends UpdateCall {
  readonly claim: Claim;
}

/** With `storeInstrument` the card is listed. Without it, the id is good for this holder's next payment only. */
export async function saveInstrument(context: PaymentContext, { row, body, claim }: SaveCall) {
  const { db, clock } = context;
  const save = parseRequest(SaveBody, body);
  const owner = ownerOf(row);
  if (save.holderReference !== owner.holder_reference) throw new ApiError("not-found");
  if (save.paymentMethod !== "card") return await saveWallet(context, { owner, save, claim });
  const jwe = save.data?.encryptedData ?? save.encryptedInstrumentDetails;
  if (jwe === undefined) throw new ApiError("request-invalid", { detail: "Field data.encryptedData is missing." });
  const { sealed, sealHash: hash } = await openSealed(context, jwe);
  const card = checkCard(sealed, new Date(clock.now()));
  checkBinding(row, sealed);
  const preferredScheme = save.data?.preferredScheme;
  checkScheme(card.number, preferredScheme);
  const { futureUsage } = save;
  const instrument = await newCardInstrument(context, { owner, card }, { futureUsage, preferredScheme });
  const answer = await db.transaction().execute(async (trx) => {
    await refuseTooMany(trx, { executionId: row.id, nowMs: clock.now() });
    if (save.storeInstrument) await countHolderSave(context, trx, { owner, number: card.number });
    await useSeal(trx, { hash, executionId: row.id, purpose: "save", nowMs: clock.now() });
    await trx.insertInto("pay_instruments").values(instrument).execute();
    const { id } = save.storeInstrument
      ? { id: await enableInstrument(context, trx, { id: instrument.id, written: instrument }) }
      : instrument;
    const records = await storeRecords(context, trx, { owner, collected: sealed });
    const saved = await findInstrument(trx, owner, id);
    const view = {
      ...savedView(saved),
      ...(sealed.tokens === true ? { tokens: await tokensOf(context, saved.id, CARD_COLUMNS) } : {}),
      ...(records.length === 0 ? {} : { records }),
    };
    await claim.finish(trx, view);
    return view;
  });
  claim.done();
  return answer;
}

interface SaveWalletCall {
  readonly owner: Owner;
  readonly save: z.infer<typeof SaveBody>;
  readonly claim: Claim;
}

/** A wallet is stored as its company's token; there is no card number to keep. */
async function saveWallet({ db, clock }: PaymentContext, { owner, save, claim }: SaveWalletCall) {
  if (save.data?.paymentToken === undefined) {
    throw new ApiError("request-invalid", { detail: "Field data.paymentToken is missing." });
  }
  await takeShared({ db, clock }, WALLET_SAVES, {
    place: `${owner.client_id} ${owner.holder_reference}`,
    code: "too-many-saves",
  });
  const saved: InstrumentRow = {
    ...blankInstrument(owner, crypto.randomUUID(), clock.now()),
    payment_method: save.paymentMethod,
    status: save.storeInstrument ? "enabled" : "transient",
    future_usage: save.futureUsage,
  };
  const view = savedView(saved);
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("pay_instruments").values(saved).execute();
    await claim.finish(trx, view);
  });
  claim.done();
  return view;
}

/** Throws 429 with the seconds to wait above the limit. */
async function takeShared(
  context: Pick<PaymentContext, "db" | "clock">,
  limit: Limit,
  { place, code }: { readonly place: string; readonly code: ApiErrorCode },
): Promise<void> {
  const waitMs = await createSharedLimits(context).take(limit, place);
  if (waitMs > 0) throw new ApiError(code, { headers: { "retry-after": String(Math.ceil(waitMs / 1000)) } });
}

function savedView(saved: InstrumentRow) {
  const createdAt = new Date(saved.created_ms).toISOString();
  return { ...instrumentView(saved), futureUsage: saved.future_usage, createdAt };
}

/**
 * Refuses more cards in a short time than one person has, which looks like card testing (SECURITY I7). Of several
 * requests of one execution, each waits until the one before it is counted.
 */
async function refuseTooMany(trx: Trx, { executionId, nowMs }: Pick<SealUse, "executionId" | "nowMs">): Promise<void> {
  await lockName(trx, `saves ${executionId}`);
  const { count } = await trx.selectFrom("pay_used_seals").select((row) => row.fn.countAll<number>().as("count"))
    .where("execution_id", "=", executionId).where("purpose", "=", SAVE)
    .where("used_ms", ">", nowMs - SAVES_WINDOW_MS).executeTakeFirstOrThrow();
  if (count >= MAX_SAVES) {
    throw new ApiError("too-many-saves", { headers: { "retry-after": String(SAVES_WINDOW_MS / 1000) } });
  }
}

/**
 * Changes status, default or references of the holder's instrument. Throws 404 for another holder's, 400 for another
 * payment method, 409 for one that the card network declared closed, 429 above the limit of the session.
 */
export async function updateInstrument(context: PaymentContext, { row, body }: UpdateCall, id: string) {
  const { db, clock } = context;
  const owner = ownerOf(row);
  const update = parseRequest(UpdateBody, body);
  const found = await findInstrument(db, owner, id);
  if (found.status === "transient") throw new ApiError("not-found");
  // Programs for the published SDK name it in lower case.
  if ((update.paymentMethod ?? found.payment_method).toLowerCase() !== found.payment_method.toLowerCase()) {
    throw new ApiError("request-invalid", { detail: "The payment method of a stored instrument cannot change." });
  }
  await takeShared(context, UPDATES, { place: row.id, code: "too-many-updates" });
  return await db.transaction().execute(async (trx) => {
    if (update.default === true) {
      await trx.updateTable("pay_instruments").set({ is_default: 0 }).where("client_id", "=", owner.client_id)
        .where("holder_reference", "=", owner.holder_reference).execute();
    }
    // A condition, and not what was read above: the row may have been erased or closed since then.
    const changed = await trx.updateTable("pay_instruments").set((eb) => ({
      updated_ms: clock.now(),
      ...(update.status === undefined ? {} : { status: update.status }),
      // Disabled while its network suspends it, it stays disabled when the network resumes it.
      ...(update.status === "disabled" ? { suspended_status: disabledStatus(eb) } : {}),
      ...(update.default === undefined ? {} : { is_default: update.default ? 1 : 0 }),
      ...(update.merchantReference === undefined ? {} : { merchant_reference: update.merchantReference }),
      ...(update.networkTransactionReference === undefined
        ? {}
        : { network_transaction_reference: update.networkTransactionReference }),
    })).where("id", "=", id).where("status", "not in", FIXED)
      .$if(
        update.status === "enabled",
        (rows) => rows.where((eb) => eb.not(isSuspended(eb))),
      )
      .returningAll().executeTakeFirst();
    if (changed !== undefined) return instrumentView(changed);
    await findInstrument(trx, owner, id);
    throw new ApiError("state-conflict", {
      detail: "The card network closed or suspended this card. Nothing was changed; store another card.",
    });
  });
}
