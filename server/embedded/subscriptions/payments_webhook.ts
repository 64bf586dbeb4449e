/** POST /payments-notices: webhooks of the payments service, so that a late outcome need not wait for its next look. */
import { fail } from "../../platform/http/answer.ts";
import { COMPLETE_AFTER_MS } from "./context/constants.ts";
import type { SubscriptionContext } from "./context/context.ts";
import { followCard } from "./billing/dunning/follow_card.ts";
import { readDispute } from "./disputes/sync_disputes.ts";
import { parseStoredCard, type StoredCard } from "./payments_client/stored_card.ts";
import { recoverCheckout } from "./recovery.ts";

interface SignedWebhook {
  readonly body: string;
  /** base64 of HMAC-SHA256 over the body, under a shared secret. */
  readonly signature: string;
}

/**
 * A webhook only triggers a read: the outcome comes from the execution. In the first minute of a checkout it triggers
 * none, because recovery looks at every checkout when that minute is over. A purchase whose page has not made its
 * create call yet is completed a minute after its approval, whichever of the two reads it.
 */
export async function receiveWebhook(context: SubscriptionContext, { body, signature }: SignedWebhook): Promise<void> {
  if (!await isSigned(context.settings.webhookSecrets, { body, signature })) {
    fail(401, "This notice is not signed by us");
  }
  const { executionId, disputeId, instrument } = parseSubject(body);
  if (disputeId !== "") return context.runInBackground("dispute.failed", readDispute(context, disputeId));
  if (instrument !== undefined) return context.runInBackground("card-update.failed", followCard(context, instrument));
  const row = await context.db.selectFrom("subs_checkouts").selectAll().where("execution_id", "=", executionId)
    .where("state", "in", ["open", "completing"]).executeTakeFirst();
  if (row === undefined || context.clock.now() - row.created_ms < COMPLETE_AFTER_MS) return;
  context.runInBackground("payments-webhook.failed", recoverCheckout(context, row));
}

async function isSigned(secrets: readonly string[], { body, signature }: SignedWebhook): Promise<boolean> {
  const encoder = new TextEncoder();
  for (const secret of secrets) {
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["verify"]);
    if (await crypto.subtle.verify("HMAC", key, bytesOf(signature), encoder.encode(body))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

interface Subject {
  readonly executionId: string;
  readonly disputeId: string;
  readonly instrument: StoredCard | undefined;
}

/** What the webhook is about: a dispute, a stored card, or else the execution itself. */
function parseSubject(body: string): Subject {
  try {
    const { execution, dispute, instrument } = JSON.parse(body) ?? {};
    return {
      executionId: typeof execution?.id === "string" ? execution.id : "",
      disputeId: typeof dispute?.id === "string" ? dispute.id : "",
      instrument: instrument === undefined ? undefined : parseStoredCard(instrument),
    };
  } catch {
    return { executionId: "", disputeId: "", instrument: undefined };
  }
}
