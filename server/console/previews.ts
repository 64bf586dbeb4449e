/**
 * Acts in two steps. A preview stores what will happen under a token; a confirm with the token does it once. Of two
 * simultaneous confirms one does the work, and the other waits for its answer.
 */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Selectable } from "kysely";
import { append, logHead, record } from "../audit/chain.ts";
import type { Session } from "../operators/sessions.ts";
import type { OperatorTables } from "../operators/tables.ts";
import { type Refused, RefusedRequest } from "../platform/http/answer.ts";
import type { Act, ActRequest, Done, Effect, Preview } from "../wire/admin/acts.ts";
import type { Subject } from "../wire/admin/fields.ts";
import { refusal } from "../wire/admin/refusals.ts";
import { type Plan, refuse } from "./acts/act.ts";
import { exportFile } from "./acts/person_acts.ts";
import { runnerOf } from "./acts/runners.ts";
import type { ConsolePorts } from "./ports.ts";
import { newSecret, sha256Hex } from "../platform/crypto/secrets.ts";

type Row = Selectable<OperatorTables["admin_previews"]>;

/** How long a preview may be confirmed, and an export be downloaded. */
const PREVIEW_MS = 10 * 60_000;
/** A confirm that its server did not finish by then is taken over by the next one with the same token. */
const LEASE_MS = 60_000;
const WAIT_MS = 20_000;
const STEP_MS = 50;

/** Says what will happen, and stores it under a token of this session. */
export async function preview(ports: ConsolePorts, { operator, hash }: Session, request: ActRequest): Promise<Preview> {
  const { db, clock } = ports;
  const plan = await runnerOf(request).plan(ports, request);
  const nowMs = clock.now();
  const token = newSecret();
  const expires_ms = nowMs + PREVIEW_MS;
  await db.insertInto("admin_previews").values({
    hash: sha256Hex(token),
    operator_id: operator.id,
    session_hash: hash,
    wish_json: JSON.stringify(request),
    effects_json: textOf(plan),
    state: "open",
    lease_ms: 0,
    audit: null,
    answer_json: "",
    created_ms: nowMs,
    expires_ms,
  }).execute();
  await record(ports, { what: "previewed", operator, subject: plan.subject, facts: { act: request.act } });
  return {
    token,
    expires_at: new Date(expires_ms).toISOString(),
    act: request.act,
    subject: plan.subject,
    effects: [...plan.effects],
    warnings: [...plan.warnings],
  };
}

/** What is compared before the act: the same state gives the same text. */
function textOf({ subject, concerns, effects, basis }: Plan): string {
  return JSON.stringify({ subject, concerns, effects, basis });
}

/** The act that a token of this session is for; refused for any other token. */
export async function actOf(ports: ConsolePorts, session: Session, token: string): Promise<Act> {
  const request: ActRequest = JSON.parse((await readPreview(ports, session, token)).wish_json);
  return request.act;
}

async function readPreview({ db, clock }: ConsolePorts, session: Session, token: string): Promise<Row> {
  const row = await db.selectFrom("admin_previews").selectAll().where("hash", "=", sha256Hex(token))
    .where("operator_id", "=", session.operator.id).where("session_hash", "=", session.hash).executeTakeFirst();
  if (row === undefined) refuse(404, "unknown");
  return row.expires_ms > clock.now() ? row : refuse(409, "preview_expired");
}

interface Confirm {
  readonly token: string;
  readonly reason: string;
}

/** Does what was previewed, or answers what an earlier confirm with this token did. */
export async function confirm(ports: ConsolePorts, session: Session, { token, reason }: Confirm): Promise<Done> {
  const row = await readPreview(ports, session, token);
  const request: ActRequest = JSON.parse(row.wish_json);
  const runner = runnerOf(request);
  if (row.state === "open") {
    const refuseNow = await findChange(runner.plan(ports, request), row);
    // The change may be the work of another confirm with this token; this one then gives the same answer.
    if (refuseNow !== undefined && (await readPreview(ports, session, token)).state === "open") refuseNow();
  }
  const audit = await claim(ports, session, { row, request, reason });
  if (audit === undefined) return await waitFor(ports, row.hash);
  try {
    const state = await runner.run(ports, request, { key: row.hash.slice(0, 32), basis: basisOf(row) });
    const done: Done = {
      audit,
      act: request.act,
      subject: subjectOf(row),
      state,
      download: request.act === "export" ? `/api/admin/exports/${token}` : null,
    };
    await finish(ports, row.hash, request, { done });
    ports.wake();
    return done;
  } catch (error) {
    await giveBack(ports, session, { row, request, audit, error });
    throw error;
  }
}

/** How to refuse when the plan is no longer what was previewed; undefined while it is. */
async function findChange(
  planned: Promise<Plan>,
  { effects_json }: Row,
): Promise<(() => never) | undefined> {
  try {
    return textOf(await planned) === effects_json ? undefined : () => refuse(409, "state_changed");
  } catch (error) {
    return () => refuseChanged(error);
  }
}

/** What has become impossible since the preview. A limit says until when; after that, the same token may still work. */
function refuseChanged(error: unknown): never {
  if (error instanceof RefusedRequest && error.status < 500 && error.status !== 429) refuse(409, "state_changed");
  throw error;
}

interface Claim {
  readonly row: Row;
  readonly request: ActRequest;
  readonly reason: string;
}

/**
 * The audit row of the act, written before the act; undefined while another confirm works on it, or has finished it.
 */
async function claim(
  ports: ConsolePorts,
  session: Session,
  { row, request, reason }: Claim,
): Promise<number | undefined> {
  const { db, clock, log } = ports;
  const nowMs = clock.now();
  const head = await db.transaction().execute(async (trx) => {
    const taken = await trx.updateTable("admin_previews").set({ state: "running", lease_ms: nowMs + LEASE_MS })
      .where("hash", "=", row.hash).where("state", "!=", "done").where("lease_ms", "<=", nowMs)
      .returning("audit").executeTakeFirst();
    if (taken === undefined) return undefined;
    if (taken.audit !== null) return { n: taken.audit };
    const { operator } = session;
    const added = await append(
      trx,
      {
        what: request.act,
        operator,
        subject: subjectOf(row),
        reason,
        facts: factsOf(row),
        concerned: concernedBy(row),
      },
      nowMs,
    );
    await trx.updateTable("admin_previews").set({ audit: added.n }).where("hash", "=", row.hash).execute();
    return added;
  });
  if (head !== undefined && "hash" in head) logHead(log, head);
  return head?.n;
}

function subjectOf({ effects_json }: Row): Subject {
  return JSON.parse(effects_json).subject;
}

function basisOf({ effects_json }: Row): string {
  return JSON.parse(effects_json).basis ?? "";
}

/** A customer has no timeline, their purchases have. */
function concernedBy({ effects_json }: Row): readonly string[] {
  const { subject, concerns = [] }: Plan = JSON.parse(effects_json);
  return [...new Set(subject.kind === "customer" ? concerns : [subject.id, ...concerns])];
}

/** Amounts and states of the effects, for the log: the second plan that an erasure ends is `status_2`. */
function factsOf({ effects_json }: Row): Readonly<Record<string, string | number>> {
  const effects: readonly Effect[] = JSON.parse(effects_json).effects;
  const counts = new Map<string, number>();
  return Object.fromEntries(
    effects.flatMap((effect) => Object.entries<string | number>(factsOfEffect(effect))).map(([name, value]) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [count === 1 ? name : `${name}_${count}`, value];
    }),
  );
}

function factsOfEffect(effect: Effect): Readonly<Record<string, string | number>> {
  switch (effect.kind) {
    case "money":
      return { move: effect.move, minor: effect.amount.minor, currency: effect.amount.currency };
    case "state":
      return { [effect.field]: `${effect.from} > ${effect.to}` };
    case "email":
      return { email: effect.email_kind };
    case "webhook":
      return { webhook: effect.event };
    case "data":
      return { [effect.what]: `${effect.change} ${effect.count}` };
  }
}

interface Finished {
  readonly done?: Done;
  readonly refused?: Refused & { readonly status: ContentfulStatusCode };
}

/** What the operator wrote about a customer is not needed any more: the service has the evidence, sealed. */
async function finish(
  { db, clock }: ConsolePorts,
  hash: string,
  request: ActRequest,
  answer: Finished,
): Promise<void> {
  const wish_json = JSON.stringify("evidence" in request ? { ...request, evidence: "" } : request);
  await db.updateTable("admin_previews")
    .set({ state: "done", wish_json, answer_json: JSON.stringify(answer), expires_ms: clock.now() + PREVIEW_MS })
    .where("hash", "=", hash).execute();
}

/** A refusal is final. After any other failure the same token may try again: every act runs once for its key. */
async function giveBack(
  ports: ConsolePorts,
  { operator }: Session,
  { row, request, audit, error }: Omit<Claim, "reason"> & { readonly audit: number; readonly error: unknown },
): Promise<void> {
  if (!(error instanceof RefusedRequest) || error.status >= 500) {
    await ports.db.updateTable("admin_previews").set({ lease_ms: 0 }).where("hash", "=", row.hash).execute();
    return;
  }
  const { code = "" } = error.refused;
  await record(ports, {
    what: "refused",
    operator,
    subject: subjectOf(row),
    facts: { act: request.act, of: audit, code },
  });
  await finish(ports, row.hash, request, { refused: { status: error.status, ...error.refused } });
}

/** The answer of the confirm that works on it. */
async function waitFor({ db }: ConsolePorts, hash: string): Promise<Done> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += STEP_MS) {
    const row = await db.selectFrom("admin_previews").select(["state", "answer_json"]).where("hash", "=", hash)
      .executeTakeFirst();
    if (row?.state === "done") {
      const { done, refused }: Finished = JSON.parse(row.answer_json);
      if (done !== undefined) return done;
      const { status, ...said } = refused ?? { status: 409 as const, ...refusal("state_changed") };
      throw new RefusedRequest(status, said);
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return refuse(409, "still_running");
}

/** The file of a confirmed export, for the session that confirmed it. Each download is a row of the audit log. */
export async function download(ports: ConsolePorts, session: Session, token: string) {
  const row = await readPreview(ports, session, token);
  const request: ActRequest = JSON.parse(row.wish_json);
  if (request.act !== "export" || row.state !== "done") refuse(404, "unknown");
  await record(ports, { what: "downloaded", operator: session.operator, subject: subjectOf(row) });
  return await exportFile(ports, request.customer_id);
}
