/** Posts one webhook to a merchant's address, signed. */
import type { PaymentContext } from "../context/context.ts";
import type { WebhookRow } from "../db/tables.ts";
import { eventIdOf } from "./deliveries.ts";
import { findReceiver, type Receiver } from "./receivers.ts";

/** The merchant's answer; `none` when none came, `unknown` when the address is no longer registered. */
export async function deliver(context: PaymentContext, webhook: WebhookRow): Promise<Response | "unknown" | "none"> {
  const receiver = await findReceiver(context, webhook.client_id, webhook.url);
  if (receiver === undefined) return "unknown";
  const { id } = webhook;
  return await post(context, receiver, { id, eventId: eventIdOf(webhook), body: webhook.body });
}

interface Message {
  /** Id of the delivery. */
  readonly id: string;
  readonly eventId: string;
  readonly body: string;
}

/** Posts a message under a signature for each secret. */
export async function post(
  { deliver, log, clock }: PaymentContext,
  { url, reach, secrets }: Receiver,
  { id, eventId, body }: Message,
): Promise<Response | "none"> {
  const [newest] = secrets;
  const sentS = Math.floor(clock.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "x-signature": await signBody(newest, body),
    "webhook-id": eventId,
    "webhook-delivery-id": id,
    "webhook-timestamp": String(sentS),
    "webhook-signature": (await Promise.all(
      secrets.map(async (secret) => `v1,${await signBody(secret, `${eventId}.${sentS}.${body}`)}`),
    )).join(" "),
  };
  try {
    const answer = await deliver(new Request(url, { method: "POST", headers, body }), reach);
    await answer.body?.cancel();
    if (!answer.ok) log.warn("webhook.not-delivered", { id, status: answer.status });
    return answer;
  } catch (error) {
    log.warn("webhook.not-delivered", { id, error });
    return "none";
  }
}

/**
 * base64 of HMAC-SHA256. `x-signature` signs only the body; `webhook-signature` signs id and time with it
 * (standardwebhooks.com), so that a recorded webhook cannot be replayed later.
 */
export async function signBody(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))).toBase64();
}
