/** Calls of the console that look at the whole: disputes, differences, figures, the audit log, operators. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import { listAudit } from "../../audit/list.ts";
import { viewDifferences, viewDisputes, viewFigures } from "../../console/money.ts";
import type { ConsolePorts } from "../../console/ports.ts";
import { listOperators } from "../../operators/operators.ts";
import { fail, parse } from "../../platform/http/answer.ts";
import { AUDITED } from "../../wire/admin/audit.ts";
import { figuresQuerySchema } from "../../wire/admin/money.ts";
import type { operatorsSchema } from "../../wire/admin/sign_in.ts";
import type { Access } from "./access.ts";

const count = z.string().check(z.regex(/^\d{1,9}$/));
const auditQuerySchema = z.strictObject({
  before: z.optional(count),
  limit: z.optional(count),
  operator: z.optional(z.string().check(z.maxLength(64), z.regex(/^[^\0]*$/))),
  act: z.optional(z.enum(AUDITED)),
});
const MOST_ROWS = 100;

export function insightRoutes(ports: ConsolePorts, { json, log, need }: Access): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/api/admin/disputes", async (c) => {
    await need(c, "disputes");
    return json(await viewDisputes(ports));
  });
  app.get("/api/admin/differences", async (c) => {
    await need(c, "differences");
    return json(await viewDifferences(ports));
  });
  app.get("/api/admin/figures", async (c) => {
    await need(c, "figures");
    const figures = await viewFigures(ports, parse(figuresQuerySchema, c.req.query()));
    return json(figures ?? fail(400, "Name two days, from and to, at most 92 days apart"));
  });
  app.get("/api/admin/audit", async (c) => {
    const { operator: reader } = await need(c, "audit");
    const { before, limit, operator, act } = parse(auditQuerySchema, c.req.query());
    const emails = new Map((await listOperators(ports.db)).map(({ row }) => [row.id, row.email]));
    const query = {
      before: before === undefined ? undefined : Number(before),
      operator,
      what: act,
      limit: Math.min(MOST_ROWS, Math.max(1, Number(limit ?? MOST_ROWS))),
    };
    const page = await listAudit(ports.db, query, emails);
    await log({ what: "viewed", operator: reader, facts: { page: "audit_log" } });
    return json(page);
  });
  app.get("/api/admin/operators", async (c) => {
    const { operator: reader } = await need(c, "operators");
    const operators: z.infer<typeof operatorsSchema>["operators"] = (await listOperators(ports.db))
      .map(({ row: { id, email, role, seen_ms, disabled_ms }, passkeys }) => ({
        id,
        email,
        role,
        last_seen_at: seen_ms === null ? null : new Date(seen_ms).toISOString(),
        passkeys,
        disabled: disabled_ms !== null,
      }));
    await log({ what: "viewed", operator: reader, facts: { page: "operators" } });
    return json({ operators });
  });
  return app;
}
