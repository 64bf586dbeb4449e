/** /auth and /merchant: what a merchant's back end calls. */
import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import { readBody } from "../../../platform/http/request_limits.ts";
import { authorize } from "../authorize/authorize.ts";
import {
  AuthorizeRequest,
  InitBody,
  LookupBody,
  OperationBody,
  parseRequest,
  readPaymentsJson,
} from "../context/bodies.ts";
import { type Recording, recordingOf } from "../idempotency/claim.ts";
import { MERCHANT_TOKEN_S } from "../context/constants.ts";
import { initReveal } from "../instruments/reveal.ts";
import { executionDetails, movedExecution } from "../executions/execution_view.ts";
import { ApiError } from "../context/api_errors.ts";
import { readKey, REPLAYED, requestKeyOf, runOnceFor } from "../idempotency/idempotency.ts";
import { ignoredHeader } from "../init/ignored_fields.ts";
import { initClient, lookUp } from "../init/init.ts";
import type { InitResult } from "../context/init_answer.ts";
import { disputeRoutes } from "./disputes/routes.ts";
import { EXECUTION, readClient, readOwn, refuseOthers } from "./merchant_access.ts";
import { merchantLists } from "./merchant_lists.ts";
import { webhookEndpointRoutes } from "./webhooks/endpoints.ts";
import { type OperationKind, performOperation } from "../operations/operations.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";

const OPERATIONS: readonly OperationKind[] = ["capture", "cancel", "refund"];

export function merchantRoutes(context: PaymentContext): Hono {
  const app = new Hono();
  app.post("/auth/token/:clientId", (c) => issueToken(context, c, c.req.param("clientId")));
  app.post("/merchant/client/init", async (c) => {
    const clientId = await readClient(context, c);
    const key = readKey(c.req.header("x-idempotency-key"));
    const body = await readPaymentsJson(c.req.raw);
    return initiated(await initClient(context, { clientId, key, body }), ignoredHeader(InitBody, body));
  });
  app.post("/token/client/init", async (c) => {
    const clientId = await readClient(context, c);
    const key = readKey(c.req.header("x-idempotency-key"));
    return initiated(
      await initReveal(context, { clientId, key, body: await readPaymentsJson(c.req.raw) }),
    );
  });
  app.get(EXECUTION, async (c) => {
    const row = await reconcile(context, await readOwn(context, c));
    return c.json(executionDetails(context.settings, row));
  });
  app.post(`${EXECUTION}/lookup`, async (c) => {
    const row = await readOwn(context, c);
    const body = await readOptional(c);
    return c.json(await lookUp(context, { row, body }), 200, ignoredHeader(LookupBody, body));
  });
  app.post(
    `${EXECUTION}/authorize`,
    (c) =>
      answerOnce(
        context,
        c,
        ({ row, body, ...request }) =>
          authorize(context, { row, body: parseRequest(AuthorizeRequest, body), side: "merchant", ...request }),
      ),
  );
  for (const kind of OPERATIONS) {
    app.post(
      `${EXECUTION}/${kind}`,
      (c) => answerOnce(context, c, (request) => performOperation(context, { ...request, kind }), OperationBody),
    );
  }
  app.route("/", merchantLists(context));
  app.route("/", disputeRoutes(context));
  app.route("/", webhookEndpointRoutes(context));
  return app;
}

function initiated({ answer, isReplayed }: InitResult, ignored = {}): Response {
  return Response.json(answer, { headers: { ...ignored, ...(isReplayed ? REPLAYED : {}) } });
}

async function issueToken({ settings, tokens }: PaymentContext, c: Context, clientId: string): Promise<Response> {
  // Compares digests, so that the time taken reveals nothing about the secret.
  const given = sha256Hex(c.req.header("x-api-key") ?? "");
  // While a secret is being changed, the client is listed twice and both secrets are valid.
  const isRight = settings.clients.some(({ id, secret }) => id === clientId && sha256Hex(secret) === given);
  if (!isRight) throw new ApiError("client-unknown");
  return c.json({
    access_token: await tokens.forMerchant(clientId),
    expires_in: MERCHANT_TOKEN_S,
    token_type: "Bearer",
  });
}

/** These calls accept a missing or empty body. */
async function readOptional({ req: { raw } }: Context): Promise<unknown> {
  const bytes = await readBody(raw);
  return bytes.byteLength === 0 ? {} : await readPaymentsJson(new Request(raw, { body: bytes }));
}

interface MerchantRequest {
  readonly row: ExecutionRow;
  readonly body: unknown;
  readonly key: string;
  readonly requestKey: string;
  readonly record: Recording;
}

type Handle = (request: MerchantRequest) => Promise<ExecutionRow>;

/** Runs a call that moves money, once per idempotency key. The answer names the fields that `reads` has not. */
async function answerOnce(
  context: PaymentContext,
  c: Context,
  run: Handle,
  reads?: z.ZodMiniObject,
): Promise<Response> {
  const clientId = await readClient(context, c);
  const key = readKey(c.req.header("x-idempotency-key"));
  const body = await readOptional(c);
  const keyed = {
    scope: `client ${clientId}`,
    key,
    method: c.req.method,
    path: c.req.path,
    body,
    executionId: c.req.param("id") ?? "",
    check: (row: ExecutionRow) => refuseOthers(c, row, clientId),
  };
  const view = (paid: ExecutionRow) => movedExecution(context.settings, paid, key);
  const answer = await runOnceFor(context, keyed, async (claim, row) => {
    const request = { row, body, key, requestKey: requestKeyOf(keyed), record: recordingOf(claim, view) };
    return view(await run(request));
  });
  const ignored = reads === undefined ? {} : ignoredHeader(reads, body);
  for (const [name, value] of Object.entries(ignored)) answer.headers.set(name, value);
  return answer;
}
