/** The other creates of spec W 7: checked bodies; wallets are not offered here yet, cards only through the card form. */
import type { Hono } from "hono";
import { fail, parseBody } from "../../http/answer.ts";
import { findPlan } from "../../wire/plans.ts";
import {
  createApplePaySchema,
  createNoUserApplePaySchema,
  createRecurringSchema,
  createSchema,
} from "../../wire/subscriptions.ts";
import { readCaller } from "./caller.ts";
import { refused } from "./create.ts";
import type { Parts } from "./deps.ts";
import { TEXTS } from "./texts.ts";

const NO_INSTRUMENT = "This address has no card to charge. Please pay with the card form; nothing was charged.";

export function otherCreates(app: Hono, parts: Parts): void {
  app.post("/subs/create-no-user-applepay", async (c) => {
    mustExist((await parseBody(c, createNoUserApplePaySchema)).plan_id);
    return c.json(refused(TEXTS.noApplePay));
  });
  app.post("/subs/create-applepay", async (c) => {
    const body = await parseBody(c, createApplePaySchema);
    await mustBeMember(parts, c, body.firebase_id);
    mustExist(body.plan_id);
    return c.json(refused(TEXTS.noApplePay));
  });
  app.post("/subs/create", async (c) => {
    const body = await parseBody(c, createSchema);
    await mustBeMember(parts, c, body.firebase_id);
    mustExist(body.plan_id);
    return body.card === undefined ? c.json(refused(NO_INSTRUMENT)) : c.json(refused(TEXTS.noCards), 400);
  });
  app.post("/recurring/create-subscription", async (c) => {
    const body = await parseBody(c, createRecurringSchema);
    await mustBeMember(parts, c, body.firebase_id);
    mustExist(body.plan_id);
    return c.json(refused(NO_INSTRUMENT));
  });
}

function mustExist(planId: string): void {
  if (findPlan(planId) === undefined) fail(400, "This plan does not exist");
}

async function mustBeMember(parts: Parts, c: Parameters<typeof readCaller>[0], uid: string): Promise<void> {
  const { member } = await readCaller(c, parts.verifyIdToken);
  if (member === undefined) fail(401, "Please sign in first");
  if (member.uid !== uid) fail(403, "firebase_id is not the member who is signed in");
}
