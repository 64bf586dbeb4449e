/** A fake of the merchant API: idempotency keys, one charge per key, declines, and faults on demand. */
import type { Clock } from "../../../platform/clock.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";

interface Status {
  readonly code: string;
  readonly time: string;
  readonly errors?: readonly { readonly reason: { readonly result: string } }[];
}
export interface FakeExecution {
  readonly id: string;
  readonly holderReference: string;
  readonly amount: { readonly value: string; readonly currency: string };
  readonly isManual: boolean;
  status: Status[];
  paymentInstrumentId?: string;
}

export interface FakePayments {
  readonly upstream: Upstream;
  readonly executions: Map<string, FakeExecution>;
  /** Operations on money in order: `capture 1.00`, `refund 19.99`. */
  readonly operations: string[];
  /** Every request as `METHOD path`. */
  readonly calls: string[];
  /** Request bodies by path, newest last. */
  readonly bodies: { readonly path: string; readonly key: string; readonly body: Json }[];
  /** Authorizes with a new card, as the shopper does in the browser. */
  shopperPays(executionId: string, outcome?: "successful" | "failed" | "pending"): void;
  /** Declines authorizations of stored instruments. */
  declineStored: boolean;
  /** The result of declines. */
  declineResult: string;
  /** Declines single authorizations, by idempotency key. */
  declines: (key: string) => boolean;
  /** How an operation ends. The call is answered with 200 in any case. */
  ends: (kind: FakeOperation, key: string) => "done" | "refused" | "pending";
  /** Ends an operation that was left pending. */
  finish(executionId: string, kind: FakeOperation): void;
  /** The disputes of the merchant API, as they are now, and what was sent as evidence. */
  readonly disputes: Map<string, FakeDispute>;
  readonly evidence: { readonly id: string; readonly texts: Json; readonly isSent: boolean }[];
  /** The disputes whose evidence was erased. */
  readonly erasedEvidence: string[];
  /** The holders whose records were erased. */
  readonly erasedRecords: string[];
  /** The stored instruments that differ from an ordinary card, by id; what is deleted is no more here. */
  readonly cards: Map<string, Json>;
  /** Called before each request; may wait, throw or answer instead. */
  before: (request: Request) => Promise<Response | undefined> | Response | undefined;
}

export interface FakeDispute {
  readonly id: string;
  readonly executionId: string;
  readonly kind: string;
  readonly state: string;
  readonly category: string;
  readonly withdrawn: { readonly value: string };
  readonly returned: { readonly value: string };
  readonly fee: { readonly value: string };
  readonly createdAt: string;
}

type FakeOperation = "capture" | "refund" | "cancel";
type Json = Readonly<Record<string, unknown>>;

export function createFakePayments(clock: Clock): FakePayments {
  const answers = new Map<string, Promise<Response>>();
  const fake: FakePayments = {
    executions: new Map(),
    operations: [],
    calls: [],
    bodies: [],
    declineStored: false,
    declineResult: "InsufficientBalance",
    declines: () => false,
    ends: () => "done",
    disputes: new Map(),
    evidence: [],
    erasedEvidence: [],
    erasedRecords: [],
    cards: new Map(),
    finish(id, kind) {
      const execution = fake.executions.get(id);
      if (execution === undefined) throw new Error("no such execution");
      succeed(fake, { execution, kind, clock, value: execution.amount.value });
    },
    before: () => undefined,
    shopperPays(id, outcome = "successful") {
      const execution = fake.executions.get(id);
      if (execution === undefined) throw new Error("no such execution");
      finishAuthorization(execution, outcome, { clock, result: fake.declineResult });
      if (outcome === "successful") execution.paymentInstrumentId = `pi_${id}`;
    },
    upstream: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      fake.calls.push(`${request.method} ${pathname}`);
      const instead = await fake.before(request);
      if (instead !== undefined) return instead;
      const body = request.method === "POST" ? parseJson(await request.text()) : {};
      const key = request.headers.get("x-idempotency-key") ?? "";
      fake.bodies.push({ path: pathname, key, body });
      if (pathname.startsWith("/auth/token/")) return token(request);
      if (request.headers.get("authorization") !== "Bearer fake-token") {
        return Response.json({ errors: [] }, { status: 401 });
      }
      if (request.method === "GET") return read(fake, pathname, searchParams.get("holderReference"));
      if (key === "") return Response.json({ errors: [{ code: "key-missing" }] }, { status: 400 });
      if (request.method === "DELETE") return remove(fake, pathname);
      const known = answers.get(key);
      if (known !== undefined) return (await known).clone();
      const disputed = /^\/merchant\/disputes\/([^/]+)\/evidence$/.exec(pathname);
      if (disputed !== null) return takeEvidence(fake, disputed[1] ?? "", body);
      const answer = Promise.resolve(act(fake, { pathname, body, clock, key }));
      answers.set(key, answer);
      return (await answer).clone();
    },
  };
  return fake;
}

function parseJson(text: string): Json {
  return text === "" ? {} : JSON.parse(text) as Json;
}

function token(request: Request): Response {
  const isKnown = request.url.endsWith("/merchant-demo") && request.headers.get("x-api-key") === "demo-secret";
  return isKnown
    ? Response.json({ access_token: "fake-token", expires_in: 3600 })
    : Response.json({ errors: [] }, { status: 401 });
}

function executionOf(fake: FakePayments, pathname: string): { execution?: FakeExecution; act: string } {
  const [, id = "", act = ""] =
    /^\/merchant\/workflows\/payment-acceptance\/executions\/([^/]+)(\/\w+)?$/.exec(pathname) ?? [];
  const execution = fake.executions.get(id);
  return execution === undefined ? { act } : { execution, act };
}

function takeEvidence(fake: FakePayments, id: string, body: Json): Response {
  const dispute = fake.disputes.get(id);
  if (dispute === undefined) return Response.json({ errors: [] }, { status: 404 });
  fake.evidence.push({ id, texts: body.texts as Json, isSent: body.submit === true });
  return Response.json(body.submit === true ? { ...dispute, state: "under_review" } : dispute);
}

function remove(fake: FakePayments, pathname: string): Response {
  const dispute = fake.disputes.get(/^\/merchant\/disputes\/([^/]+)\/evidence$/.exec(pathname)?.[1] ?? "");
  if (dispute !== undefined) {
    fake.erasedEvidence.push(dispute.id);
    return Response.json(dispute);
  }
  const [, of] = /^\/merchant\/holders\/([^/]+)\/records$/.exec(pathname) ?? [];
  if (of !== undefined) {
    fake.erasedRecords.push(of);
    return Response.json({ success: true, records: 0 });
  }
  const [, holder, id = ""] = /^\/merchant\/holders\/([^/]+)\/instruments\/([^/]+)$/.exec(pathname) ?? [];
  const isTheirs = fake.cards.get(id)?.holderReference === holder;
  if (isTheirs) fake.cards.delete(id);
  return isTheirs ? Response.json({ success: true, id }) : Response.json({ errors: [] }, { status: 404 });
}

function read(fake: FakePayments, pathname: string, disputesOf: string | null): Response {
  if (pathname === "/merchant/disputes") {
    const isTheirs = ({ executionId }: FakeDispute) =>
      disputesOf === null || fake.executions.get(executionId)?.holderReference === disputesOf;
    return Response.json({ results: [...fake.disputes.values()].filter(isTheirs) });
  }
  const dispute = fake.disputes.get(/^\/merchant\/disputes\/([^/]+)$/.exec(pathname)?.[1] ?? "");
  if (dispute !== undefined) return Response.json(dispute);
  const [, holder] = /^\/merchant\/holders\/([^/]+)\/instruments$/.exec(pathname) ?? [];
  if (holder !== undefined) {
    return Response.json({ results: [...fake.cards.values()].filter((card) => card.holderReference === holder) });
  }
  const { execution } = executionOf(fake, pathname);
  return execution === undefined ? Response.json({ errors: [] }, { status: 404 }) : Response.json(execution);
}

interface Act {
  readonly pathname: string;
  readonly body: Json;
  readonly clock: Clock;
  readonly key: string;
}

function act(fake: FakePayments, { pathname, body, clock, key }: Act): Response {
  if (pathname === "/merchant/client/init") return init(fake, body);
  const { execution, act } = executionOf(fake, pathname);
  if (execution === undefined) return Response.json({ errors: [] }, { status: 404 });
  const has = (code: string) => execution.status.some((status) => status.code === code);
  const value = (body.amount as FakeExecution["amount"] | undefined)?.value ?? execution.amount.value;
  switch (act) {
    case "/authorize": {
      if (["authorizeSuccessful", "cancelSuccessful"].some(has)) return conflict();
      const [item] = body.paymentComposition as { paymentInstrumentId?: string }[];
      const isDeclined = fake.declineStored || fake.declines(key);
      finishAuthorization(execution, isDeclined ? "failed" : "successful", { clock, result: fake.declineResult });
      execution.paymentInstrumentId = item?.paymentInstrumentId ?? `pi_${execution.id}`;
      if (!isDeclined && !execution.isManual) operate(fake, { execution, kind: "capture", clock, value }, key);
      return Response.json(execution);
    }
    case "/capture":
      if (!has("authorizeSuccessful") || has("captureSuccessful") || has("cancelSuccessful")) return conflict();
      return operate(fake, { execution, kind: "capture", clock, value }, key);
    case "/refund":
      return operate(fake, { execution, kind: "refund", clock, value }, key);
    case "/cancel":
      if (has("captureSuccessful")) return conflict();
      return operate(fake, { execution, kind: "cancel", clock, value }, key);
    default:
      return Response.json({ errors: [] }, { status: 404 });
  }
}

function conflict(): Response {
  return Response.json({ errors: [{ code: "state-conflict" }] }, { status: 409 });
}

interface RequestedOperation {
  readonly execution: FakeExecution;
  readonly kind: FakeOperation;
  readonly clock: Clock;
  readonly value: string;
}

/** Answers 200 whatever the outcome, as the real service does. */
function operate(fake: FakePayments, asked: RequestedOperation, key: string): Response {
  const { execution, kind, clock } = asked;
  const end = fake.ends(kind, key);
  if (end === "done") succeed(fake, asked);
  else {
    add(execution, `${kind}Requested`, clock);
    if (end === "refused") add(execution, `${kind}Failed`, clock);
  }
  return Response.json(execution);
}

function succeed(fake: FakePayments, { execution, kind, clock, value }: RequestedOperation): void {
  if (kind !== "cancel") fake.operations.push(`${kind} ${value}`);
  add(execution, `${kind}Successful`, clock);
}

function init(fake: FakePayments, body: Json): Response {
  const id = crypto.randomUUID();
  const meta = body.meta as { capture?: string };
  fake.executions.set(id, {
    id,
    holderReference: String(body.holderReference),
    amount: body.amount as FakeExecution["amount"],
    isManual: meta.capture === "manual",
    status: [],
  });
  return Response.json({ version: "1.0", data: btoa(JSON.stringify({ execution: { id } })) });
}

function finishAuthorization(
  execution: FakeExecution,
  outcome: "successful" | "failed" | "pending",
  { clock, result }: { readonly clock: Clock; readonly result: string },
): void {
  add(execution, "authorizeRequested", clock);
  const code = { successful: "authorizeSuccessful", failed: "authorizeFailed", pending: "authorizePending" }[outcome];
  add(execution, code, clock, outcome === "failed" ? result : undefined);
}

function add(execution: FakeExecution, code: string, clock: Clock, result?: string): void {
  const lastMs = Date.parse(execution.status.at(-1)?.time ?? "") || 0;
  const time = new Date(Math.max(clock.now(), lastMs)).toISOString();
  execution.status.push({ code, time, ...(result === undefined ? {} : { errors: [{ reason: { result } }] }) });
}
