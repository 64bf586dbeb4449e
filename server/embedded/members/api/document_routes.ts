/** Routes of downloads: a report as PDF or as data, and the verification of a printed hash. */
import { Hono } from "hono";
import type { Clock } from "../../../platform/clock.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Db } from "../../../db/open.ts";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { attachment } from "../../../platform/http/file_name.ts";
import { languageOfHeaders } from "../../../i18n/request_language.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { identify, identifyMember, readSubscription, uidOf } from "../context/requester.ts";
import { chargesOf, requireGroup } from "../context/entitlement.ts";
import { readEarlier, readStored } from "../reports/history.ts";
import { parseStored } from "../reports/report.ts";
import { drawPdf } from "../documents/draw.ts";
import type { Drawing } from "../documents/pdf_worker.ts";
import { rememberHash, verify } from "../reports/verify.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export interface DocumentPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly subscriptions: Upstream;
  readonly verifyIdToken: VerifyIdToken;
  /** Origin of the /verify page. */
  readonly publicOrigin: string;
}
const SIGN_IN = refusal("sign_in_for_reports");
/** Rendered for one member, or for one purchase before sign-in; enough for every number of a bulk check. */
export const PDFS_PER_WINDOW = 60;
const PDFS: Limit = { name: "pdf", points: PDFS_PER_WINDOW, windowMs: 600_000 };

export function documentRoutes(ports: DocumentPorts): Hono {
  const { db, clock, subscriptions, verifyIdToken, publicOrigin } = ports;
  const app = new Hono();
  const limits = createSharedLimits({ db, clock });
  const draw = async (drawing: Drawing, owner: string, { signal }: Request) => {
    if (await limits.take(PDFS, owner) > 0) fail(429, refusal("requests_limit"));
    return await drawPdf(drawing, signal);
  };
  app.get("/report/stored/:id/pdf", async (c) => {
    const member = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const row = await readStored(c.req.param("id"), member.uid, db);
    const requester = await identify(c.req.raw, verifyIdToken);
    await requireGroup("pdf_report", requester, { subscriptions, nowMs: clock.now() });
    const input = {
      language: languageOfHeaders(c.req.raw.headers),
      body: parseStored(row),
      hash: await rememberHash(row, { db, clock }),
      madeFor: member.name,
      earlier: await readEarlier(row.e164, member.uid, db),
      origin: publicOrigin,
      nowMs: clock.now(),
    };
    const bytes = await draw({ kind: "report", input }, member.uid, c.req.raw);
    return c.body(bytes, 200, pdfHeaders(`TrustCheck ${row.e164}.pdf`));
  });
  // The exact bytes that were hashed, so that any reader can compute the hash again.
  app.get("/report/stored/:id/data", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const row = await readStored(c.req.param("id"), uid, db);
    return c.body(row.body, 200, {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": attachment(`TrustCheck ${row.e164}.json`),
    });
  });
  app.get("/report/receipt/:subscription/:charge/pdf", async (c) => {
    const requester = await identify(c.req.raw, verifyIdToken);
    const { subscription: id, charge: chargeId } = c.req.param();
    const subscription = await readSubscription(id, requester, subscriptions);
    if (subscription === undefined) fail(404, refusal("subscription_unknown"));
    const charge = (await chargesOf(id, requester, subscriptions)).find((row) => row.id === chargeId);
    if (charge?.receipt === undefined || charge.receipt === "") fail(404, refusal("receipt_unknown"));
    const input = {
      language: languageOfHeaders(c.req.raw.headers),
      charge,
      email: subscription.email,
      origin: publicOrigin,
      nowMs: clock.now(),
    };
    const bytes = await draw({ kind: "receipt", input }, uidOf(requester) || id, c.req.raw);
    return c.body(bytes, 200, pdfHeaders(`TrustCheck ${charge.receipt}.pdf`));
  });
  app.get("/report/verify/:hash", async (c) => c.json(await verify(c.req.param("hash"), db)));
  return app;
}

export function pdfHeaders(name: string): Record<string, string> {
  return { "content-type": "application/pdf", "content-disposition": attachment(name) };
}
