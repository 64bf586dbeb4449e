/** POST /payments-notices: what the payments service tells by itself, so that a late yes of the bank waits for no job. */
import { fail } from "../../platform/http/answer.ts";
import { COMPLETE_AFTER_MS } from "./context/constants.ts";
import type { SubscriptionContext } from "./context/context.ts";
import { recoverCheckout } from "./recovery.ts";

interface Notice {
  readonly body: string;
  /** base64 of HMAC-SHA256 over the body, under the secret both sides know. */
  readonly signature: string;
}

/**
 * A notice only makes us look: what happened is read from the execution. Within the first minute the page itself is
 * expected (CONTRACT, step 5).
 */
export async function receiveWebhook(context: SubscriptionContext, { body, signature }: Notice): Promise<void> {
  if (!await isSigned(context.settings.noticeSecrets, { body, signature })) {
    fail(401, "This notice is not signed by us");
  }
  const executionId = parseExecutionId(body);
  const row = await context.db.selectFrom("subs_checkouts").selectAll().where("execution_id", "=", executionId)
    .where("state", "in", ["open", "completing"]).executeTakeFirst();
  if (row === undefined || context.clock.now() - row.created_ms < COMPLETE_AFTER_MS) return;
  context.later("notice", recoverCheckout(context, row));
}

async function isSigned(secrets: readonly string[], { body, signature }: Notice): Promise<boolean> {
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

function parseExecutionId(body: string): string {
  try {
    const id: unknown = JSON.parse(body)?.execution?.id;
    return typeof id === "string" ? id : "";
  } catch {
    return "";
  }
}
