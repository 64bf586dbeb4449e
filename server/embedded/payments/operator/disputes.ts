/** Disputes for the operator's console: listed with what an answer needs, and answered by the merchant API. */
import type { Db } from "../../../db/open.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { PaymentContext } from "../context/context.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";

export interface DisputeFacts {
  readonly id: string;
  readonly executionId: string;
  /** `early_warning`, `inquiry` or `chargeback`: only the last has moved money. */
  readonly kind: string;
  readonly state: string;
  readonly reason: string;
  readonly minor: number;
  /** Of the execution; nothing is refunded while the issuer holds the money. */
  readonly refundedMinor: number;
  readonly currency: string;
  readonly openedMs: number;
  /** Undefined when the acquirer expects no answer. */
  readonly dueMs: number | undefined;
}

export interface DisputeAnswer {
  readonly id: string;
  readonly answer: "contest" | "accept";
  readonly evidence: string;
  /** Names the act: the same key answers once. */
  readonly key: string;
}

const AWAITS_ANSWER = "needs_response";

export async function disputesForOperators(db: Db, limit: number): Promise<readonly DisputeFacts[]> {
  const open = await select(db).where("d.state", "=", AWAITS_ANSWER).orderBy("d.respond_by_ms").orderBy("d.id")
    .limit(limit).execute();
  const others = await select(db).where("d.state", "!=", AWAITS_ANSWER).orderBy("d.created_ms", "desc").orderBy("d.id")
    .limit(limit - open.length).execute();
  return [...open, ...others].map(factsOf);
}

export async function findDispute(db: Db, id: string): Promise<DisputeFacts | undefined> {
  const row = await select(db).where("d.id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : factsOf(row);
}

/** With the refunds of its execution, which may be deleted by age before its dispute. */
function select(db: Db) {
  return db.selectFrom("pay_disputes as d").leftJoin("pay_executions as e", "e.id", "d.execution_id").selectAll("d")
    .select("e.refunded_minor");
}

function factsOf(row: DisputeRow & { readonly refunded_minor: number | null }): DisputeFacts {
  return {
    id: row.id,
    executionId: row.execution_id,
    kind: row.kind,
    state: row.state,
    reason: row.category,
    minor: row.amount_minor,
    refundedMinor: row.refunded_minor ?? 0,
    currency: row.currency,
    openedMs: row.created_ms,
    dueMs: row.state === AWAITS_ANSWER ? row.respond_by_ms : undefined,
  };
}

/** Answers as the merchant of the dispute. Rejects when the service does not say whether it accepts the answer. */
export async function answerDispute(
  { db, settings }: Pick<PaymentContext, "db" | "settings">,
  api: Upstream,
  { id, answer, evidence, key }: DisputeAnswer,
): Promise<"done" | "refused"> {
  const row = await db.selectFrom("pay_disputes").select("client_id").where("id", "=", id).executeTakeFirst();
  const client = settings.clients.find((known) => known.id === row?.client_id);
  if (client === undefined) return "refused";
  const token = await api(
    new Request(`http://payments/auth/token/${encodeURIComponent(client.id)}`, {
      method: "POST",
      headers: { "x-api-key": client.secret },
    }),
  );
  if (!token.ok) throw new Error(`The payments service gave no token: ${token.status}`);
  const { access_token } = await token.json();
  const accepts = answer === "accept";
  const sent = await api(
    new Request(`http://payments/merchant/disputes/${encodeURIComponent(id)}/${accepts ? "accept" : "evidence"}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${access_token}`,
        "x-idempotency-key": `operator-${key}`,
        ...(accepts ? {} : { "content-type": "application/json" }),
      },
      ...(accepts ? {} : { body: JSON.stringify({ texts: { other: evidence }, submit: true }) }),
    }),
  );
  const said = await sent.text();
  if (sent.ok) return "done";
  // Anything else, such as too many requests, says nothing about the dispute: the act may be confirmed again.
  if (REFUSALS.test(said)) return "refused";
  throw new Error(`The payments service answered ${sent.status}`);
}

/** The dispute has another answer, or one is on its way. */
const REFUSALS = /"(dispute-closed|state-conflict)"/;
