/**
 * Limits of the cards that one holder stores, whatever their session and network. A stored card keeps its id when it is
 * stored again, so a page could otherwise try the few numbers that its shown digits leave, until one is the card's.
 */
import { lockName } from "../../../db/locks.ts";
import {
  HOLDER_SAVES_DAY_MS,
  MAX_HOLDER_SAVES,
  MAX_HOLDER_SAVES_DAY,
  MAX_LIKE_CARDS,
  SAVES_WINDOW_MS,
} from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Owner } from "../db/owner.ts";
import type { Trx } from "../db/queries.ts";
import { shownDigits } from "./shown_digits.ts";
import { fingerprint } from "../vault/at_rest.ts";

const DAY_DETAIL = "Too many cards in one day. Please store this one tomorrow.";

/** Counts the card in the transaction that stores it. Throws 429 above a limit. */
export async function countHolderSave(
  { keys, clock }: Pick<PaymentContext, "keys" | "clock">,
  trx: Trx,
  { owner, number }: { readonly owner: Owner; readonly number: string },
): Promise<void> {
  const nowMs = clock.now();
  const { client_id, holder_reference } = owner;
  const { bin, suffix } = shownDigits(number);
  const [holder, like, id] = await Promise.all([
    fingerprint(keys, "holder", client_id, holder_reference),
    fingerprint(keys, "like", client_id, holder_reference, bin, suffix),
    fingerprint(keys, "stored", client_id, holder_reference, number),
  ]);
  await lockName(trx, `holder saves ${holder}`);
  const counted = (subject: string, kind: string) =>
    trx.selectFrom("pay_velocity").select(["id", "at_ms"]).where("network", "=", subject).where("kind", "=", kind)
      .where("at_ms", ">", nowMs - HOLDER_SAVES_DAY_MS).orderBy("at_ms", "desc").execute();
  const saves = await counted(holder, "holder_save");
  const oldestRecent = saves.filter(({ at_ms }) => at_ms > nowMs - SAVES_WINDOW_MS)[MAX_HOLDER_SAVES - 1];
  if (oldestRecent !== undefined) refuse(oldestRecent.at_ms + SAVES_WINDOW_MS - nowMs);
  const last = saves[MAX_HOLDER_SAVES_DAY - 1];
  if (last !== undefined) refuse(last.at_ms + HOLDER_SAVES_DAY_MS - nowMs, DAY_DETAIL);
  const alike = await counted(like, "like_card");
  const oldest = alike[MAX_LIKE_CARDS - 1];
  // Also when the card is one of them: its answer would tell the stored number from the others.
  if (oldest !== undefined) refuse(oldest.at_ms + HOLDER_SAVES_DAY_MS - nowMs, DAY_DETAIL);
  await trx.insertInto("pay_velocity")
    .values({ id: crypto.randomUUID(), network: holder, kind: "holder_save", at_ms: nowMs }).execute();
  await trx.insertInto("pay_velocity").values({ id, network: like, kind: "like_card", at_ms: nowMs })
    .onConflict((on) => on.column("id").doUpdateSet({ at_ms: nowMs })).execute();
}

function refuse(waitMs: number, detail?: string): never {
  const headers = { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) };
  throw new ApiError("too-many-saves", { headers, ...(detail === undefined ? {} : { detail }) });
}
