/** The subscriptions service: checkout, consent, purchase, add-ons, finalize, cancellation; every route in order. */
import { Hono } from "hono";
import type { ComparedTime, Difference } from "../../db/differences.ts";
import { errorAnswer, fail, parse, parseBody, RefusedRequest } from "../../platform/http/answer.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { type EmbeddedUpstream, upstreamOf } from "../../platform/http/upstream.ts";
import { consentSchema, createNoUserSchema, finalizeSchema, rawCardSchema } from "../../wire/billing/purchase.ts";
import {
  agreedChangeSchema,
  cardChangeSchema,
  changePreviewSchema,
  type PlanChanged,
  spendSchema,
} from "../../wire/billing/subscriptions.ts";
import { agreementsOf } from "./account/agreements.ts";
import { readCard, startCardChange } from "./account/card.ts";
import { changeCard } from "./account/change_card.ts";
import { createAddOn } from "./addons/add_on.ts";
import { ownSubscription, readRequester } from "./context/requester.ts";
import { applyAgreedChange, previewChange } from "./plan_changes/changes.ts";
import { startCheckout } from "./checkout/checkout.ts";
import { storeConsent } from "./consents/consents.ts";
import { createByInstrument } from "./checkout/create.ts";
import { refused } from "./context/refusals.ts";
import { byCard, createByPaymentMethod } from "./checkout/create_by_payment_method.ts";
import { purchaseDetailsOf } from "./account/purchase_details.ts";
import { spendCredit } from "./credits/credits.ts";
import type { SubscriptionContext, SubscriptionsPorts } from "./context/context.ts";
import { claimPurchases, finalize } from "./account/finalize.ts";
import { eraseMember } from "./account/erase_member.ts";
import { cancellationRoutes } from "./cancellation/routes.ts";
import { receiveWebhook } from "./payments_webhook.ts";
import { disputeDifferences } from "./disputes/compare_disputes.ts";
import { bookDifferences } from "./operations/compare_books.ts";
import { createRoutes } from "./checkout/create_routes.ts";
import { PaymentsError } from "./payments_client/send.ts";
import { contextOf } from "./build_context.ts";
import { viewCharges, viewSubscription, viewSubscriptionsOf } from "./account/view.ts";
import { refusal } from "../../wire/site/refusal.ts";

export type { SubscriptionsPorts } from "./context/context.ts";
export type { SubscriptionsSettings } from "./settings.ts";

/**
 * Opens the service. It answers requests whose path is relative to the service's root; only the app server calls it.
 *
 * A failure has the body `{error}` with a sentence a person can read. The status is 400 for an invalid body, 401
 * without sign-in, 404 for what the requester does not own, 409 when the price changed, 502 or 503 when the payments
 * service refused or is unavailable. Only 503 is worth a retry.
 *
 * ```ts
 * const answer = createSubscriptions({ db, clock, log, payments, sender, verifyIdToken, settings });
 * const response = await answer(new Request("http://embedded/subscriptions/sub_1", { method: "POST" }));
 * ```
 */
export function createSubscriptions(ports: SubscriptionsPorts): EmbeddedUpstream {
  const context = contextOf(ports);
  const app = new Hono();
  purchaseRoutes(app, context);
  createRoutes(app, context);
  memberRoutes(app, context);
  cancellationRoutes(app, context);
  app.notFound((c) => c.json({ error: "There is no such address" }, 404));
  app.onError((thrown, c) => {
    const answer = errorAnswer(
      thrown instanceof PaymentsError ? refusedByPayments(thrown) : thrown,
      c.req.header("x-request-id") ?? "",
    );
    if (answer.status >= 500) context.log.error("subscriptions.failed", { path: c.req.routePath, error: thrown });
    return answer;
  });
  return upstreamOf(app);
}

/** 503 invites a repeat, which can succeed once the payments service is back; a refusal is final. */
function refusedByPayments(error: PaymentsError): RefusedRequest {
  const said = refusal(error.isRefused ? "payment_call_refused" : "payment_down");
  return new RefusedRequest(error.isFinal ? 502 : 503, said, error);
}

function purchaseRoutes(app: Hono, context: SubscriptionContext): void {
  app.get("/init/session", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json(await startCheckout(context, requester, c.req.query("plan_id") ?? ""));
  });
  app.post("/consents", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const result = await storeConsent(context, requester, await parseBody(c, consentSchema));
    if (result.kind === "stored") return c.json({ consent_id: result.id });
    return c.json({ ...refusal("figures_changed"), shown: result.shown }, 409);
  });
  app.post("/subs/create-no-user", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const body = await parseBody(c, createNoUserSchema);
    const { instrument, card, subscription_id } = body;
    if ([instrument, card, subscription_id].filter((given) => given !== undefined).length !== 1) {
      fail(400, "Send exactly one of instrument, card and subscription_id");
    }
    if (instrument !== undefined) return c.json(await createByInstrument(context, requester, { ...body, instrument }));
    if (subscription_id !== undefined) {
      return c.json(await createAddOn(context, requester, { ...body, subscription_id }));
    }
    if (!context.settings.takesRawCards) return c.json(refused("no_raw_cards"), 400);
    const { email, attribution, address, plan_id: planId } = body;
    const pay = byCard(context, parse(rawCardSchema, card), c.req.header("x-client-ip") ?? "");
    return c.json(
      await createByPaymentMethod(context, requester, { planId, buyer: { email, attribution, address }, pay }),
    );
  });
  app.post("/payments-notices", async (c) => {
    const body = new TextDecoder().decode(await readBody(c.req.raw));
    await receiveWebhook(context, { body, signature: c.req.header("x-signature") ?? "" });
    return c.json({ status: "taken" });
  });
  for (const path of ["/subs/finalize", "/subscription-finalize"]) {
    app.post(path, async (c) => {
      const requester = await readRequester(c, context.verifyIdToken);
      return c.json(await finalize(context, requester, await parseBody(c, finalizeSchema)));
    });
  }
}

/** Routes that show what a requester owns, and spend it. */
function memberRoutes(app: Hono, context: SubscriptionContext): void {
  for (const path of ["/subscriptions/:id", "/rec/subscriptions/:id"] as const) {
    app.post(path, async (c) => {
      const requester = await readRequester(c, context.verifyIdToken);
      return c.json(await viewSubscription(context, await ownSubscription(context.db, requester, c.req.param("id"))));
    });
  }
  app.post("/subscriptions-of-member", async (c) => {
    const { member } = await readRequester(c, context.verifyIdToken);
    if (member === undefined) fail(401, refusal("sign_in_first"));
    return c.json({ subscriptions: await viewSubscriptionsOf(context, member.uid) });
  });
  app.post("/consents-of-member", async (c) => {
    const { member } = await readRequester(c, context.verifyIdToken);
    if (member === undefined) fail(401, refusal("sign_in_first"));
    return c.json(await agreementsOf(context.db, member.uid));
  });
  app.post("/purchase-details-of-member", async (c) => {
    const { member } = await readRequester(c, context.verifyIdToken);
    if (member === undefined) fail(401, refusal("sign_in_first"));
    return c.json(await purchaseDetailsOf(context.db, member.uid));
  });
  app.post(
    "/claim-purchases",
    async (c) => c.json(await claimPurchases(context, await readRequester(c, context.verifyIdToken))),
  );
  app.post(
    "/forget-member",
    async (c) => c.json(await eraseMember(context, await readRequester(c, context.verifyIdToken))),
  );
  app.post("/charges-of/:id", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const { id } = await ownSubscription(context.db, requester, c.req.param("id"));
    return c.json({ charges: await context.reading((db) => viewCharges({ ...context, db }, id)) });
  });
  app.post("/changes-of/:id/preview", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const { change } = await parseBody(c, changePreviewSchema);
    return c.json({ shown: await previewChange(context, requester, { id: c.req.param("id"), change }) });
  });
  app.post("/changes-of/:id", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const agreed = await parseBody(c, agreedChangeSchema);
    const result = await applyAgreedChange(context, requester, { id: c.req.param("id"), agreed });
    if (result.kind === "differs") return c.json({ ...refusal("figures_changed"), shown: result.shown }, 409);
    const { problem, approval } = result.payment;
    return c.json(
      {
        ...await viewSubscription(context, result.row),
        ...(problem === "" ? {} : refusal(problem)),
        approval,
      } satisfies PlanChanged,
    );
  });
  app.post("/card-of/:id", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json(await readCard(context, requester, c.req.param("id")));
  });
  app.post("/card-of/:id/session", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    return c.json(await startCardChange(context, requester, c.req.param("id")));
  });
  app.post("/card-of/:id/change", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const { instrument_id: instrumentId } = await parseBody(c, cardChangeSchema);
    return c.json(await changeCard(context, requester, { content: c.req.param("id"), instrumentId }));
  });
  app.post("/credits/spend", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const { subscription_id, spend_id } = await parseBody(c, spendSchema);
    const { id } = await ownSubscription(context.db, requester, subscription_id);
    const credits = await spendCredit(context, { subscriptionId: id, spendId: spend_id });
    if (credits === undefined) fail(402, refusal("lookups_none_in_packs"));
    return c.json({ credits });
  });
}

/** Compares this period's books with the executions and disputes of the payments service. */
export async function compareBooks(ports: SubscriptionsPorts, time: ComparedTime): Promise<readonly Difference[]> {
  const context = { ...contextOf(ports), stopping: time.stopping };
  return [...await bookDifferences(context, time), ...await disputeDifferences(context, time)];
}

export { renews } from "./db/statuses.ts";
export { SUBSCRIPTION_QUEUES } from "./queues.ts";
export { countDisputesToAnswer } from "./disputes/to_answer.ts";
export { countOpenMoves, listOpenMoves, type OpenMove } from "./operations/open_moves.ts";

/** Before the database closes: waits for what continues after its answer, such as receipts. */
export async function closeSubscriptions(ports: SubscriptionsPorts): Promise<void> {
  await contextOf(ports).close();
}
