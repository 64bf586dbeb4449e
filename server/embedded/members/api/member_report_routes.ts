/** Routes of member reports and disputes: for members only, with an hourly limit. */
import { Hono } from "hono";
import { createSharedLimits } from "../../../db/rate_limits.ts";
import { fail, parseBody } from "../../../platform/http/answer.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import { disputeRequestSchema, numberReportRequestSchema } from "../../../wire/members/member_reports.ts";
import { identifyMember } from "../context/requester.ts";
import {
  type MemberReportPorts,
  readOwnNumberReports,
  saveDispute,
  saveNumberReport,
  withdrawReport,
} from "../community/member_reports.ts";
import { refusal } from "../../../wire/site/refusal.ts";

/** Reports, changes and disputes per member and hour. */
export const MEMBER_REPORTS_PER_HOUR = 20;
const REPORTS = { name: "number_reports", points: MEMBER_REPORTS_PER_HOUR, windowMs: 3_600_000 };
const SIGN_IN = refusal("sign_in_for_report");

export function memberReportRoutes(ports: MemberReportPorts & { readonly verifyIdToken: VerifyIdToken }): Hono {
  const app = new Hono();
  const limits = createSharedLimits(ports);
  const takeTurn = async (uid: string) => {
    const minutes = Math.ceil(await limits.take(REPORTS, uid) / 60_000);
    if (minutes === 0) return;
    fail(429, refusal("report_limit", { count: MEMBER_REPORTS_PER_HOUR, minutes }));
  };
  const memberOf = (request: Request) => identifyMember(request, ports.verifyIdToken, SIGN_IN);
  app.get("/report/of-number", async (c) => {
    const { uid } = await memberOf(c.req.raw);
    return c.json(await readOwnNumberReports(uid, ports.db));
  });
  app.post("/report/of-number", async (c) => {
    const member = await memberOf(c.req.raw);
    const body = await parseBody(c, numberReportRequestSchema);
    await takeTurn(member.uid);
    return c.json(await saveNumberReport(body, member, ports));
  });
  app.post("/report/dispute", async (c) => {
    const member = await memberOf(c.req.raw);
    const body = await parseBody(c, disputeRequestSchema);
    await takeTurn(member.uid);
    return c.json(await saveDispute(body, member, ports));
  });
  app.delete("/report/of-number/:id", async (c) => {
    const { uid } = await memberOf(c.req.raw);
    await withdrawReport(c.req.param("id"), uid, ports);
    return c.json({ error: "" });
  });
  return app;
}
