/** The other creates of spec W 7: by Apple Pay with and without an account, and those of a member who is signed in. */
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
import type { Buyer, Means } from "./buyer.ts";
import { type Caller, readCaller } from "../context/requester.ts";
import { refused } from "./create.ts";
import { byCard, byStored, byWallet, createByMeans } from "./create_by_payment_method.ts";
import type { Parts } from "../context/context.ts";
import { TEXTS } from "../context/texts.ts";

export function otherCreates(app: Hono, parts: Parts): void {
  app.post("/subs/create-no-user-applepay", async (c) => {
    const caller = await readCaller(c, parts.verifyIdToken);
    const { plan_id, token, display_name, vault, ...who } = await parseBody(c, createNoUserApplePaySchema);
    const buyer = { ...who, means: applePay({ label: display_name, vault }) };
    return c.json(await createByMeans(parts, caller, { planId: plan_id, buyer, pay: byWallet(textOf(token)) }));
  });
  app.post("/subs/create-applepay", async (c) => {
    const { plan_id, token, firebase_id, ...who } = await parseBody(c, createApplePaySchema);
    const caller = await readMember(parts, c, firebase_id);
    const buyer = { ...who, userId: firebase_id, means: applePay({ label: "", vault: "" }) };
    return c.json(await createByMeans(parts, caller, { planId: plan_id, buyer, pay: byWallet(textOf(token)) }));
  });
  app.post("/subs/create", async (c) => {
    const { plan_id, email, attribution, firebase_id, card } = await parseBody(c, createSchema);
    const caller = await readMember(parts, c, firebase_id);
    const buyer = { email, attribution, address: NO_ADDRESS, userId: firebase_id };
    if (card === undefined || card === null) {
      return c.json(await createForMember(parts, caller, { planId: plan_id, buyer }));
    }
    if (!parts.settings.takesRawCards) return c.json(refused(TEXTS.noCards), 400);
    const pay = byCard(parts, parse(rawCardSchema, card), c.req.header("x-client-ip") ?? "");
    return c.json(await createByMeans(parts, caller, { planId: plan_id, buyer, pay }));
  });
  app.post("/recurring/create-subscription", async (c) => {
    const { plan_id, email, firebase_id } = await parseBody(c, createRecurringSchema);
    const caller = await readMember(parts, c, firebase_id);
    const buyer = { email, attribution: {}, address: NO_ADDRESS, userId: firebase_id };
    return c.json(await createForMember(parts, caller, { planId: plan_id, buyer }));
  });
}

interface ForMember {
  readonly planId: string;
  readonly buyer: Buyer & { readonly userId: string };
}

/** What this browser paid with the card form, else the instrument the member has stored. */
function createForMember(parts: Parts, caller: Caller, { planId, buyer }: ForMember) {
  return createByMeans(parts, caller, { planId, buyer, pay: byStored(parts, buyer.userId) });
}

function applePay({ label, vault }: Omit<Means, "code">): Means {
  return { code: "applePay", label, vault };
}

/** Wallets give an object or a text; the merchant API takes a text. */
function textOf(token: string | Readonly<Record<string, unknown>>): string {
  return typeof token === "string" ? token : JSON.stringify(token);
}

async function readMember(parts: Parts, c: Context, uid: string): Promise<Caller> {
  const caller = await readCaller(c, parts.verifyIdToken);
  if (caller.member === undefined) fail(401, "Please sign in first");
  if (caller.member.uid !== uid) fail(403, "firebase_id is not the member who is signed in");
  return caller;
}
