/** Routes of the member's own data: own number, export, deletion. */
import { Hono } from "hono";
import type { Clock } from "../../../platform/clock.ts";
import { emptyLog } from "../../../db/empty_log.ts";
import type { Db } from "../../../db/open.ts";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import type { Reading } from "../../../db/replica/reading.ts";
import { fail, parseBody } from "../../../platform/http/answer.ts";
import { attachment } from "../../../platform/http/file_name.ts";
import type { Member, VerifyIdToken } from "../../../platform/id_token.ts";
import type { Log } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { deleteRequestSchema, ownNumberRequestSchema } from "../../../wire/members/privacy.ts";
import { identify, identifyMember } from "../context/requester.ts";
import { deleteMember } from "../privacy/delete.ts";
import { exportZip } from "../privacy/export.ts";
import { saveProfile } from "../profile/profile.ts";
import { parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export type RemoveAccount = (member: Member) => Promise<void>;

export interface PrivacyPorts {
  readonly db: Db;
  readonly reading: Reading;
  readonly clock: Clock;
  readonly log: Log;
  readonly subscriptions: Upstream;
  readonly verifyIdToken: VerifyIdToken;
  readonly removeAccount?: RemoveAccount | undefined;
  /** For a deletion that is repeated, since its answer was lost. */
  readonly verifyDeleted: VerifyIdToken;
}
const SIGN_IN = refusal("sign_in_for_profile");
/** An export reads and packs everything that the member has, on the thread that answers all others. */
export const EXPORTS: Limit = { name: "export", points: 5, windowMs: 600_000 };

export function privacyRoutes(ports: PrivacyPorts): Hono {
  const { db, clock, log, verifyIdToken } = ports;
  const app = new Hono();
  const limits = createSharedLimits({ db, clock });
  app.post("/profile/own-number", async (c) => {
    const member = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    const { phone_number, country } = await parseBody(c, ownNumberRequestSchema);
    const own_number = phone_number.trim() === "" ? "" : readOwn(phone_number, country);
    await saveProfile(member, "", { db, clock });
    await db.updateTable("members_profiles").set({ own_number }).where("user_id", "=", member.uid).execute();
    return c.json({ own_number });
  });
  app.get("/profile/export", async (c) => {
    const { uid } = await identifyMember(c.req.raw, verifyIdToken, SIGN_IN);
    if (await limits.take(EXPORTS, uid) > 0) fail(429, refusal("requests_limit"));
    const bytes = await exportZip(uid, await identify(c.req.raw, verifyIdToken), ports);
    return c.body(bytes, 200, {
      "content-type": "application/zip",
      "content-disposition": attachment("TrustCheck my data.zip"),
    });
  });
  app.post("/profile/delete", async (c) => {
    const member = await identifyMember(c.req.raw, ports.verifyDeleted, SIGN_IN);
    await parseBody(c, deleteRequestSchema);
    const requester = await identify(c.req.raw, ports.verifyDeleted);
    const deleted = await deleteMember(member.uid, requester, {
      ...ports,
      // The log outlives a restore of the database, after which the erasure has to be repeated.
      erases: (purchases) => log.info("person.erased", { account: member.uid, purchases }),
    });
    await ports.removeAccount?.(member);
    await emptyLog(ports.db);
    return c.json(deleted);
  });
  return app;
}

function readOwn(text: string, country: string): string {
  const parsed = parsePhoneNumber(text, country);
  return parsed.kind === "number" ? parsed.number.e164 : fail(422, refusal(parsed.why));
}
