/** Routes of the guide, as chapters and as a PDF, for its owners. */
import { Hono } from "hono";
import type { Clock } from "../../../platform/clock.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { identify, identifyMember } from "../context/requester.ts";
import { pdfHeaders } from "./document_routes.ts";
import { requireGroup } from "../context/entitlement.ts";
import { drawPdf } from "../documents/draw.ts";
import { GUIDE } from "../guide/guide.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export interface GuidePorts {
  readonly clock: Clock;
  readonly subscriptions: Upstream;
  readonly verifyIdToken: VerifyIdToken;
}
const SIGN_IN = refusal("sign_in_for_guide");

/** The same for every owner, so it is rendered once and cached. */
let drawn: Promise<Uint8Array<ArrayBuffer>> | undefined;

async function guidePdf(): Promise<Uint8Array<ArrayBuffer>> {
  drawn ??= drawPdf({ kind: "guide" });
  try {
    return await drawn;
  } catch (error) {
    drawn = undefined;
    throw error;
  }
}

export function guideRoutes({ clock, subscriptions, verifyIdToken }: GuidePorts): Hono {
  const app = new Hono();
  const requireOwner = async (request: Request) => {
    await identifyMember(request, verifyIdToken, SIGN_IN);
    const requester = await identify(request, verifyIdToken);
    await requireGroup("guide", requester, { subscriptions, nowMs: clock.now() });
  };
  app.get("/report/guide", async (c) => {
    await requireOwner(c.req.raw);
    return c.json(GUIDE);
  });
  app.get("/report/guide/pdf", async (c) => {
    await requireOwner(c.req.raw);
    return c.body(await guidePdf(), 200, pdfHeaders("TrustCheck guide.pdf"));
  });
  return app;
}
