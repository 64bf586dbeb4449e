/** Routes of the look-up history: the list, and one stored report. */
import { Hono } from "hono";
import type { Reading } from "../../../db/replica/reading.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import { identifyMember } from "../context/requester.ts";
import { readHistory, readStored } from "../reports/history.ts";
import { parseStored } from "../reports/report.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const SIGN_IN = refusal("sign_in_for_reports");

export function historyRoutes(
  { reading, verifyIdToken }: { readonly reading: Reading; readonly verifyIdToken: VerifyIdToken },
): Hono {
  const app = new Hono();
  app.get("/report/history", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const before = c.req.query("before") ?? "";
    return c.json(await reading((db) => readHistory(uid, db, { before })));
  });
  app.get("/report/stored/:id", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    return c.json(parseStored(await reading((db) => readStored(c.req.param("id"), uid, db))));
  });
  return app;
}
