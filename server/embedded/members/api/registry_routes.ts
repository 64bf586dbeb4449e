/** Route of the registry check: for its owners, with the terms accepted for each search. */
import { Hono } from "hono";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { createSharedLimits } from "../../../db/rate_limits.ts";
import { fail, parseBody } from "../../../platform/http/answer.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type RegistryResult, registrySearchSchema } from "../../../wire/members/registry.ts";
import { refuseDeleted } from "../context/deleted_members.ts";
import { identify, identifyMember } from "../context/requester.ts";
import { requireGroup } from "../context/entitlement.ts";
import { nameParts } from "../registry/name_key.ts";
import type { RegistrySource } from "../registry/source.ts";
import { refusal, sentence } from "../../../wire/site/refusal.ts";

export interface RegistryPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly subscriptions: Upstream;
  readonly verifyIdToken: VerifyIdToken;
  /** Undefined on a server with real payments and no licensed source, which would sell sample data as real. */
  readonly registry: RegistrySource | undefined;
}
/** Searches per member and hour: enough to protect a person, too few to copy the data. */
export const SEARCHES_PER_HOUR = 30;
const SEARCHES = { name: "registry", points: SEARCHES_PER_HOUR, windowMs: 3_600_000 };
const MIN_LETTERS = 3;
const SIGN_IN = refusal("sign_in_for_registry");
const NO_SOURCE = refusal("registry_no_source");
const ACCEPT = refusal("registry_accept");
const TOO_SHORT = refusal("registry_letters");
const NOTICE = { notice: sentence("registry_notice"), notice_code: "registry_notice" };
const TOO_MANY = refusal("registry_limit", { count: SEARCHES_PER_HOUR });

export function registryRoutes(ports: RegistryPorts): Hono {
  const { db, clock, subscriptions, verifyIdToken, registry } = ports;
  const app = new Hono();
  const limits = createSharedLimits({ db, clock });
  const openFor = async (request: Request) => {
    const member = await identifyMember(request, verifyIdToken, SIGN_IN);
    const requester = await identify(request, verifyIdToken);
    await requireGroup("sex_offender", requester, { subscriptions, nowMs: clock.now() });
    return { member, source: registry ?? fail(409, NO_SOURCE) };
  };
  app.get("/report/registry", async (c) => {
    const { source } = await openFor(c.req.raw);
    return c.json(source.about);
  });
  app.post("/report/registry", async (c) => {
    const { member, source } = await openFor(c.req.raw);
    const { name, accepted_terms } = await parseBody(c, registrySearchSchema);
    if (accepted_terms !== source.about.terms_version) fail(409, ACCEPT);
    if (nameParts(name).map(([plain]) => plain).join("").length < MIN_LETTERS) fail(422, TOO_SHORT);
    if (await limits.take(SEARCHES, member.uid) > 0) fail(429, TOO_MANY);
    const { hits, total } = await source.search(name);
    await db.transaction().execute(async (trx) => {
      await refuseDeleted(member, { trx, clock });
      await trx.insertInto("members_registry_searches").values({
        id: crypto.randomUUID(),
        user_id: member.uid,
        name,
        terms_version: accepted_terms,
        source: source.about.source,
        at_ms: clock.now(),
      }).execute();
    });
    const { source: from, is_sample } = source.about;
    const result: RegistryResult = { source: from, is_sample, ...NOTICE, hits: [...hits], total };
    return c.json(result);
  });
  return app;
}
