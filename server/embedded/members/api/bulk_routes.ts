/** Routes of bulk checks: check a list, see old lists, download one as a file. */
import { Hono } from "hono";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { errorAnswer, fail, parseBody } from "../../../platform/http/answer.ts";
import { languageOfHeaders } from "../../../i18n/request_language.ts";
import { attachment } from "../../../platform/http/file_name.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import type { Log } from "../../../platform/log.ts";
import { type BatchEvent, batchRequestSchema } from "../../../wire/members/batch.ts";
import {
  type BulkCheckPorts,
  type BulkCheckRequest,
  listBulkChecks,
  paysForAnyLine,
  readBulkCheck,
  runBulkCheck,
  takeListTurn,
} from "../bulk/bulk_check.ts";
import { readBulkInput } from "../bulk/bulk_input.ts";
import { listCsv } from "../bulk/list_csv.ts";
import { poolCredits } from "../bulk/pooled_credits.ts";
import { subscriptionsOf } from "../context/entitlement.ts";
import { countryOfHeaders, identify, identifyMember, readSubscription } from "../context/requester.ts";
import { readOwnNumber } from "../reports/report.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const SIGN_IN = refusal("sign_in_for_list");
const NOT_YOURS = refusal("subscription_not_yours");
const NO_CREDITS = refusal("list_no_lookups");
const OUR_FAULT = refusal("list_stopped");
/** Each list is stored, also one without a readable number, which costs nothing. */
export const LISTS: Limit = { name: "list", points: 30, windowMs: 600_000 };
const NDJSON = { "content-type": "application/x-ndjson; charset=utf-8" };

export function bulkRoutes(
  ports: BulkCheckPorts & { readonly log: Log; readonly verifyIdToken: VerifyIdToken },
): Hono {
  const { db, log, verifyIdToken } = ports;
  const app = new Hono();
  const limits = createSharedLimits(ports);
  app.post("/report/batch", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const requester = await identify(c.req.raw, verifyIdToken);
    const { csv, name, country, subscription_id } = await parseBody(c, batchRequestSchema);
    const subscription = await readSubscription(subscription_id, requester, ports.subscriptions);
    if (subscription === undefined || subscription.user_id !== uid) fail(403, NOT_YOURS);
    const input = readBulkInput(csv, country);
    if (input.kind === "unusable") fail(422, input.refusal);
    const { subscription_id: subscriptionId } = subscription;
    const others = await subscriptionsOf(requester, ports.subscriptions);
    const pooled = poolCredits({ own: subscription, others, requester }, ports.subscriptions);
    const { total: credits, planIds } = pooled;
    if (!await paysForAnyLine({ lines: input.lines, country, planIds, credits }, ports)) fail(402, NO_CREDITS);
    const ownNumber = await readOwnNumber(db, requester);
    // All lists of a member are paid from the same packs, whichever plan they name.
    const giveBack = await takeListTurn(uid, ports);
    if (await limits.take(LISTS, uid) > 0) {
      await giveBack();
      fail(429, refusal("requests_limit"));
    }
    return stream(
      {
        lines: input.lines,
        name,
        country,
        askerCountry: countryOfHeaders(c.req.raw.headers) || country,
        ownNumber,
        uid,
        subscriptionId,
        planIds,
        requester,
        credits,
      },
      { ...ports, subscriptions: pooled.subscriptions },
      { log, giveBack },
    );
  });
  app.get("/report/batch", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    return c.json(await listBulkChecks(uid, db));
  });
  app.get("/report/batch/:id", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    return c.json(await readBulkCheck(c.req.param("id"), uid, db));
  });
  app.get("/report/batch/:id/csv", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const batch = await readBulkCheck(c.req.param("id"), uid, db);
    return c.body(listCsv(batch, languageOfHeaders(c.req.raw.headers)), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment(`TrustCheck ${batch.at.slice(0, 10)} ${batch.name}.csv`),
    });
  });
  return app;
}

/** Continues when the client disconnects: the list is stored, and the member finds it later. */
function stream(
  request: BulkCheckRequest,
  ports: BulkCheckPorts,
  { log, giveBack }: { readonly log: Log; readonly giveBack: () => Promise<void> },
): Response {
  const encoder = new TextEncoder();
  let isRead = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: BatchEvent) => {
        if (isRead) controller.enqueue(encoder.encode(JSON.stringify(event) + "\n"));
      };
      await runBulkCheck(request, ports, send).finally(giveBack).catch((error: unknown) => {
        // An account that was deleted meanwhile is no failure.
        if (errorAnswer(error, "").status >= 500) log.error("bulk-check.failed", { error });
        send({ type: "failed", ...OUR_FAULT });
      });
      if (isRead) controller.close();
    },
    cancel() {
      isRead = false;
    },
  });
  return new Response(body, { headers: NDJSON });
}
