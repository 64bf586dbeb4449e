/**
 * Calls of a page that changes the card of a plan. `content` is the plan's id, or the secret of an emailed link.
 */
import { askApproved } from "../../lib/ask_approved.ts";
import { changeCard, openCardSession } from "../../api/billing.ts";
import type { CallOptions } from "../../api/http.ts";
import { loadChunk } from "../../lib/load_chunk.ts";
import type { CardEntry, CardPlace } from "../../lib/card_entry.ts";
import type { CardChanged } from "../../../server/wire/billing/subscriptions.ts";
import { approve, isRealMoney } from "../plan_calls.ts";

const loadCardEntry = () => loadChunk(() => import("../../lib/card_entry.ts"));

export async function openCardEntry(content: string, place: CardPlace, options: CallOptions): Promise<CardEntry> {
  const { mountCardEntry } = await loadCardEntry();
  const session = await openCardSession(content, options);
  return await mountCardEntry({ session, isProduction: isRealMoney(), ...place });
}

/** Opens the 3-D Secure challenge if the issuer wants one. The same call afterwards says how the payment ended. */
export async function changeApproved(
  content: string,
  instrumentId: string,
  options: CallOptions,
): Promise<CardChanged> {
  return await askApproved(() => changeCard(content, instrumentId, options), approve);
}
