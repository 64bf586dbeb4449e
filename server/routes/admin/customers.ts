/** Calls of the console that look at customers: search, their page, timelines, and the reveal of one field. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import { findCustomer, viewCustomer } from "../../console/customers.ts";
import type { ConsolePorts } from "../../console/ports.ts";
import { reveal } from "../../console/reveal.ts";
import { search } from "../../console/search.ts";
import { accountTimeline, executionTimeline, purchaseTimeline } from "../../console/timeline.ts";
import { parseBody } from "../../platform/http/answer.ts";
import { revealSchema } from "../../wire/admin/fields.ts";
import { searchSchema } from "../../wire/admin/search.ts";
import { type Access, LIMITS, refuse } from "./access.ts";

export function customerRoutes(ports: ConsolePorts, access: Access): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { json, log, need } = access;
  app.post("/api/admin/search", async (c) => {
    const { operator } = await need(c, "customers", LIMITS.SEARCHES);
    const { query } = await parseBody(c, searchSchema);
    const answer = await search(ports, query);
    // What was searched for is personal, so the log keeps how it was read and how much was found.
    await log({ what: "searched", operator, facts: { read_as: answer.read_as, results: answer.results.length } });
    return json(answer);
  });
  app.get("/api/admin/customers/:id", async (c) => {
    const { operator } = await need(c, "customers");
    const customer = await findCustomer(ports, c.req.param("id")) ?? refuse(404, "unknown");
    await log({ what: "viewed", operator, subject: { kind: "customer", id: customer.id } });
    return json(await viewCustomer(ports, customer));
  });
  app.get("/api/admin/customers/:id/timeline", async (c) => {
    const { operator } = await need(c, "customers");
    const id = c.req.param("id");
    const timeline = await accountTimeline(ports, id) ?? refuse(404, "unknown");
    await log({ what: "viewed", operator, subject: { kind: "customer", id } });
    return json(timeline);
  });
  app.get("/api/admin/purchases/:id/timeline", async (c) => {
    const { operator } = await need(c, "customers");
    const id = c.req.param("id");
    const timeline = await purchaseTimeline(ports, id) ?? refuse(404, "unknown");
    await log({ what: "viewed", operator, subject: { kind: "purchase", id } });
    return json(timeline);
  });
  app.get("/api/admin/executions/:id/timeline", async (c) => {
    const { operator } = await need(c, "customers");
    const id = c.req.param("id");
    const timeline = await executionTimeline(ports, id) ?? refuse(404, "unknown");
    await log({ what: "viewed", operator, subject: { kind: "execution", id } });
    return json(timeline);
  });
  app.post("/api/admin/reveal", async (c) => {
    const { operator } = await need(c, "reveal", LIMITS.REVEALS);
    const { subject, field, reason } = await parseBody(c, revealSchema);
    await log({ what: "revealed", operator, subject, reason, facts: { field } });
    return json({ value: await reveal(ports, subject, field) ?? refuse(404, "unknown") });
  });
  return app;
}
