/** Routes of the look-up history: the list, and one stored report. */
import { Hono } from "hono";
import type { Db } from "../../../db/open.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import { identifyMember } from "../context/requester.ts";
import { readHistory, readStored } from "../reports/history.ts";
import { parseStored } from "../reports/report.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const SIGN_IN = refusal("sign_in_for_reports");

export function historyRoutes(
  { db, verifyIdToken }: { readonly db: Db; readonly verifyIdToken: VerifyIdToken },
): Hono {
  const app = new Hono();
  app.get("/report/history", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    return c.json(await readHistory(uid, db, { before: c.req.query("before") ?? "" }));
  });
  app.get("/report/stored/:id", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    return c.json(parseStored(await readStored(c.req.param("id"), uid, db)));
  });
  return app;
}
