/** Addresses that merchants register for their webhooks over the API, each with a secret of its own. */
import { createSharedLimits } from "../../../db/rate_limits.ts";
import { ENDPOINT_TESTS_WINDOW_MS, MAX_ENDPOINT_TESTS, MAX_ENDPOINTS } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { Queries, Trx } from "../db/queries.ts";
import type { WebhookEndpointRow } from "../db/tables.ts";
import type { Endpoint, EndpointSecret, EndpointTest } from "../schemas/webhook_endpoints.ts";
import type { WebhookBody } from "../schemas/webhook_answers.ts";
import { openNumber, sealNumber } from "../vault/at_rest.ts";
import { post } from "./post_webhook.ts";
import { addressesOf, reachOf, receiverOf } from "./receivers.ts";
import { randomBytes } from "../../../platform/crypto/secrets.ts";

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
const TESTS = { name: "webhook-tests", points: MAX_ENDPOINT_TESTS, windowMs: ENDPOINT_TESTS_WINDOW_MS };

/** Keeps the answer of the request, without the secret, in the transaction of its effects. */
export type Finish = (trx: Trx, kept: Endpoint) => Promise<void>;

interface Registration {
  readonly clientId: string;
  readonly url: string;
  readonly finish: Finish;
}

/** Throws for an address that the settings do not allow, that is already registered, or that exceeds the limit. */
export async function registerEndpoint(
  context: PaymentContext,
  { clientId, url: given, finish }: Registration,
): Promise<EndpointSecret> {
  const { db, settings, keys, clock } = context;
  const url = URL.parse(given)?.href ?? given;
  requireTargets(context);
  if (reachOf(settings.webhookTargets, url) === undefined) throw new ApiError("target-refused");
  const secret = newSecret();
  const id = crypto.randomUUID();
  const row = {
    id,
    client_id: clientId,
    url,
    sealed_secret: await sealNumber(keys, secret, id),
    sealed_old_secret: null,
    old_until_ms: null,
    created_ms: clock.now(),
  };
  return await db.transaction().execute(async (trx) => {
    // Requests at once compete for the slots, so that together they register no more than the limit.
    while (true) {
      const slot = await freeSlot(context, trx, row);
      const { numInsertedOrUpdatedRows } = await trx.insertInto("pay_webhook_endpoints").values({ ...row, slot })
        .onConflict((on) => on.doNothing()).executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) continue;
      const kept = endpointView(context, { ...row, slot });
      await finish(trx, kept);
      return { ...kept, secret };
    }
  });
}

function requireTargets({ settings: { webhookTargets: targets } }: PaymentContext): void {
  if (targets?.local !== true && targets?.public !== true) throw new ApiError("targets-off");
}

async function freeSlot(
  context: PaymentContext,
  trx: Trx,
  { client_id, url }: Pick<WebhookEndpointRow, "client_id" | "url">,
): Promise<number> {
  if ((await addressesOf(context, trx, client_id)).includes(url)) throw new ApiError("endpoint-exists");
  const taken = new Set((await listRows(trx, client_id)).map(({ slot }) => slot));
  const free = Array.from({ length: MAX_ENDPOINTS }, (_, slot) => slot).find((slot) => !taken.has(slot));
  if (free === undefined) throw new ApiError("endpoints-full");
  return free;
}

async function listRows(db: Queries, clientId: string): Promise<readonly WebhookEndpointRow[]> {
  return await db.selectFrom("pay_webhook_endpoints").selectAll().where("client_id", "=", clientId)
    .orderBy("created_ms").orderBy("id").execute();
}

export async function listEndpoints(context: PaymentContext, clientId: string): Promise<readonly Endpoint[]> {
  return (await listRows(context.db, clientId)).map((row) => endpointView(context, row));
}

/** The merchant's own address. Another merchant's gets the same 404 as one that does not exist. */
export async function readEndpoint(
  { db }: Pick<PaymentContext, "db">,
  clientId: string,
  id: string,
): Promise<WebhookEndpointRow> {
  const row = await db.selectFrom("pay_webhook_endpoints").selectAll().where("id", "=", id)
    .where("client_id", "=", clientId).executeTakeFirst();
  if (row === undefined) throw new ApiError("not-found");
  return row;
}

/** A stored answer with the current secret. */
export async function withSecret(context: PaymentContext, clientId: string, kept: Endpoint): Promise<EndpointSecret> {
  const row = await readEndpoint(context, clientId, kept.id);
  return { ...endpointView(context, row), secret: await openNumber(context.keys, row.sealed_secret, row.id) };
}

interface Rotation {
  readonly overlapHours: number;
  readonly finish: Finish;
}

/** The current secret stays valid for the overlap. At most two are valid: the previous one ends. */
export async function rotateSecret(
  context: PaymentContext,
  row: WebhookEndpointRow,
  { overlapHours, finish }: Rotation,
): Promise<EndpointSecret> {
  const { db, keys, clock } = context;
  const secret = newSecret();
  const changes = {
    sealed_secret: await sealNumber(keys, secret, row.id),
    sealed_old_secret: overlapHours === 0 ? null : row.sealed_secret,
    old_until_ms: overlapHours === 0 ? null : clock.now() + overlapHours * HOUR_MS,
  };
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("pay_webhook_endpoints").set(changes).where("id", "=", row.id)
      .where("sealed_secret", "=", row.sealed_secret).executeTakeFirst();
    if (numUpdatedRows !== 1n) {
      throw new ApiError("state-conflict", {
        detail: "Another request rotated the secret or deleted the address. Nothing was changed.",
      });
    }
    const kept = endpointView(context, { ...row, ...changes });
    await finish(trx, kept);
    return { ...kept, secret };
  });
}

/** Deletes the address, and gives up what waits for it. */
export async function deleteEndpoint(trx: Trx, { id, client_id, url }: WebhookEndpointRow): Promise<void> {
  await trx.deleteFrom("pay_webhook_endpoints").where("id", "=", id).execute();
  await trx.updateTable("pay_webhooks").set({ state: "abandoned" }).where("client_id", "=", client_id)
    .where("url", "=", url).where("state", "=", "waiting").execute();
}

/** Posts one made-up event, and returns the result. Only the status of the answer is read. */
export async function testEndpoint(context: PaymentContext, row: WebhookEndpointRow): Promise<EndpointTest> {
  const receiver = await receiverOf(context, row);
  if (receiver === undefined) throw new ApiError("targets-off");
  const waitMs = await createSharedLimits(context).take(TESTS, row.client_id);
  if (waitMs > 0) {
    throw new ApiError("too-many-tests", { headers: { "retry-after": String(Math.ceil(waitMs / 1_000)) } });
  }
  const event = testEvent(context.clock.now());
  const answer = await post(context, receiver, {
    id: crypto.randomUUID(),
    eventId: event.id,
    body: JSON.stringify(event),
  });
  if (answer === "none") return { eventId: event.id, isAccepted: false };
  return { eventId: event.id, isAccepted: answer.ok, answerStatus: answer.status };
}

function testEvent(nowMs: number): WebhookBody {
  const time = new Date(nowMs).toISOString();
  const none = { value: "0.00", currency: "EUR" };
  const execution = {
    id: "webhook-test",
    merchantReference: "webhook-test",
    holderReference: "webhook-test",
    workflow: { code: "webhook-test", version: 1 },
    amount: none,
    state: "created" as const,
    authorized: none,
    captured: none,
    refunded: none,
    createdAt: time,
    status: [],
    meta: {},
    links: { self: "", execution: "" },
  };
  return { id: crypto.randomUUID(), event: "webhookTest", time, execution };
}

function endpointView(
  { clock }: Pick<PaymentContext, "clock">,
  { id, url, created_ms, old_until_ms }: WebhookEndpointRow,
): Endpoint {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id,
    url,
    createdAt: time(created_ms),
    ...(old_until_ms === null || old_until_ms <= clock.now() ? {} : { previousSecretUntil: time(old_until_ms) }),
  };
}

/** Letters and digits only, so that it needs no quoting in a shell or a settings file. */
function newSecret(): string {
  return randomBytes(SECRET_BYTES).toBase64().replaceAll(/[+/=]/g, "");
}
