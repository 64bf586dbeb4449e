/**
 * The create calls: Apple Pay with and without an account, and those of a signed-in member (W-CALL-07 to W-CALL-15).
 * `/subs/create-no-user` is in `subscriptions.ts`, since it buys add-ons too.
 */
import type { Context, Hono } from "hono";
import { fail, parse, parseBody } from "../../../platform/http/answer.ts";
import {
  createApplePaySchema,
  createNoUserApplePaySchema,
  createRecurringSchema,
  createSchema,
  NO_ADDRESS,
  rawCardSchema,
} from "../../../wire/billing/purchase.ts";
import type { Buyer, PaymentMethod } from "./buyer.ts";
import { readRequester, type Requester } from "../context/requester.ts";
import { refused } from "../context/refusals.ts";
import { byCard, byStored, byWallet, createByPaymentMethod } from "./create_by_payment_method.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export function createRoutes(app: Hono, context: SubscriptionContext): void {
  app.post("/subs/create-no-user-applepay", async (c) => {
    const requester = await readRequester(c, context.verifyIdToken);
    const { plan_id, token, display_name, vault, ...who } = await parseBody(c, createNoUserApplePaySchema);
    const buyer = { ...who, paymentMethod: applePay({ label: display_name, vault }) };
    return c.json(
      await createByPaymentMethod(context, requester, { planId: plan_id, buyer, pay: byWallet(textOf(token)) }),
    );
  });
  app.post("/subs/create-applepay", async (c) => {
    const { plan_id, token, firebase_id, ...who } = await parseBody(c, createApplePaySchema);
    const requester = await readMember(context, c, firebase_id);
    const buyer = { ...who, userId: firebase_id, paymentMethod: applePay({ label: "", vault: "" }) };
    return c.json(
      await createByPaymentMethod(context, requester, { planId: plan_id, buyer, pay: byWallet(textOf(token)) }),
    );
  });
  app.post("/subs/create", async (c) => {
    const { plan_id, email, attribution, firebase_id, card } = await parseBody(c, createSchema);
    const requester = await readMember(context, c, firebase_id);
    const buyer = { email, attribution, address: NO_ADDRESS, userId: firebase_id };
    if (card === undefined || card === null) {
      return c.json(await createForMember(context, requester, { planId: plan_id, buyer }));
    }
    if (!context.settings.takesRawCards) return c.json(refused("no_raw_cards"), 400);
    const pay = byCard(context, parse(rawCardSchema, card), c.req.header("x-client-ip") ?? "");
    return c.json(await createByPaymentMethod(context, requester, { planId: plan_id, buyer, pay }));
  });
  app.post("/recurring/create-subscription", async (c) => {
    const { plan_id, email, firebase_id } = await parseBody(c, createRecurringSchema);
    const requester = await readMember(context, c, firebase_id);
    const buyer = { email, attribution: {}, address: NO_ADDRESS, userId: firebase_id };
    return c.json(await createForMember(context, requester, { planId: plan_id, buyer }));
  });
}

interface ForMember {
  readonly planId: string;
  readonly buyer: Buyer & { readonly userId: string };
}

/** Pays with what this browser authorized in the card form, otherwise with the member's stored instrument. */
function createForMember(context: SubscriptionContext, requester: Requester, { planId, buyer }: ForMember) {
  return createByPaymentMethod(context, requester, { planId, buyer, pay: byStored(context, buyer.userId) });
}

function applePay({ label, vault }: Omit<PaymentMethod, "code">): PaymentMethod {
  return { code: "applePay", label, vault };
}

/** Wallets give an object or text; the merchant API accepts text. */
function textOf(token: string | Readonly<Record<string, unknown>>): string {
  return typeof token === "string" ? token : JSON.stringify(token);
}

async function readMember(context: SubscriptionContext, c: Context, uid: string): Promise<Requester> {
  const requester = await readRequester(c, context.verifyIdToken);
  if (requester.member === undefined) fail(401, refusal("sign_in_first"));
  if (requester.member.uid !== uid) fail(403, refusal("other_member"));
  return requester;
}
