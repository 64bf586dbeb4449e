/** Parses what the merchant API says about an execution into the facts a purchase depends on. */
import type { OperationKind } from "../db/tables.ts";

export type ExecutionState = "open" | "pending" | "successful" | "failed" | "cancelled";

export interface Execution {
  readonly id: string;
  /** The merchant reference: our name for the order, which is the key of its init. */
  readonly reference: string;
  readonly state: ExecutionState;
  /** Undefined when the answer does not say. */
  readonly cents: number | undefined;
  readonly currency: string;
  readonly holderReference: string;
  readonly paymentInstrumentId: string;
  /** Reason of the latest failure, as a code of the provider. */
  readonly reason: string;
  /** True while the issuer waits for the shopper: a 3-D Secure challenge is open. */
  readonly needsShopper: boolean;
  /** True when the issuer once left the payment pending: the buyer may have been told to wait for our email. */
  readonly wasPending: boolean;
  /** When the issuer approved it, Unix milliseconds by the provider's clock; undefined without an approval. */
  readonly approvedMs: number | undefined;
  readonly operations: Readonly<Record<OperationKind, OperationHistory>>;
}

type OperationStep = "none" | "asked" | "refused" | "done";

/** What an execution's history says about one kind of operation. */
export interface OperationHistory {
  readonly last: OperationStep;
  /** The same without the rule that a success stays one: what became of the last part of a refund. */
  readonly latest: OperationStep;
  /** How often the provider refused it. */
  readonly refusals: number;
  /** The total amount; undefined when the answer does not say. */
  readonly cents: number | undefined;
}

/** An init answer, passed to the browser unchanged. */
export interface PreparedSession {
  readonly executionId: string;
  readonly session: { readonly version: string; readonly data: string };
}

type Json = Readonly<Record<string, unknown>>;

function parseObject(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return value as Json;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Parses an init answer. Throws a TypeError when it names no execution. */
export function parseInit(value: unknown): PreparedSession {
  const { version, data } = parseObject(value);
  if (typeof version !== "string" || typeof data !== "string") throw new TypeError("The init answer has no data");
  const { execution } = parseObject(JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(data))));
  const executionId = textOf(parseObject(execution).id);
  if (executionId === "") throw new TypeError("The init answer names no execution");
  return { executionId, session: { version, data } };
}

/** Those that can pay, and those that can be paid out to. */
const STORED = ["paymentInstruments", "payoutInstruments"];

/** The session without the holder's stored instruments, for a page that an email's link opens without a sign-in. */
export function withoutInstruments({ version, data }: PreparedSession["session"]): PreparedSession["session"] {
  const text = new TextDecoder().decode(Uint8Array.fromBase64(data));
  const config = JSON.parse(text, (name, value) => STORED.includes(name) ? [] : value);
  return { version, data: new TextEncoder().encode(JSON.stringify(config)).toBase64() };
}

/** Parses an execution. Missing fields are empty. */
export function parseExecution(value: unknown): Execution {
  const answer = parseObject(value);
  const statuses = (Array.isArray(answer.status) ? answer.status : []).map(parseObject)
    .map((status) => ({ code: textOf(status.code), timeMs: Date.parse(textOf(status.time)) || 0, status }))
    .sort((a, b) => a.timeMs - b.timeMs);
  const amount = parseObject(answer.amount);
  return {
    id: textOf(answer.id),
    reference: textOf(answer.merchantReference),
    state: statuses.reduce<ExecutionState>((state, { code }) => nextState(state, code, isInPart(answer)), "open"),
    cents: centsOf(textOf(amount.value)),
    currency: textOf(amount.currency),
    holderReference: textOf(answer.holderReference),
    paymentInstrumentId: textOf(answer.paymentInstrumentId),
    reason: statuses.map(({ status }) => reasonOf(status)).findLast((reason) => reason !== "") ?? "",
    needsShopper: answer.actionRequired === "3ds",
    wasPending: statuses.some(({ code }) => code === "authorizePending"),
    approvedMs: statuses.findLast(({ code }) => code === "authorizeSuccessful")?.timeMs,
    operations: {
      capture: historyOf(statuses, "capture", answer.captured),
      refund: historyOf(statuses, "refund", answer.refunded),
      cancel: historyOf(statuses, "cancel", undefined),
    },
  };
}

/**
 * A success stays a success, whatever was refused after it. Otherwise the latest entry of this kind decides.
 */
function historyOf(
  statuses: readonly { readonly code: string }[],
  kind: OperationKind,
  sum: unknown,
): OperationHistory {
  const ends = statuses.map(({ code }) => code).filter((code) => code.startsWith(kind));
  const refused = ends.filter((code) => code === `${kind}Failed`);
  const latest = stepOf(ends.at(-1), kind);
  const last = ends.includes(`${kind}Successful`) ? "done" : latest;
  return { last, latest, refusals: refused.length, cents: centsOf(textOf(parseObject(sum).value)) };
}

function stepOf(code: string | undefined, kind: OperationKind): OperationStep {
  if (code === undefined) return "none";
  if (code === `${kind}Successful`) return "done";
  return code === `${kind}Failed` ? "refused" : "asked";
}

/** True when exactly this amount was captured. */
export function isCaptured({ operations: { capture } }: Execution, cents: number): boolean {
  return capture.last === "done" && (capture.cents === undefined || capture.cents === cents);
}

/** The only entries after which the money is back. A request or a refusal (`cancelRequested`) moved nothing. */
const MONEY_BACK: readonly string[] = ["cancelSuccessful", "refundSuccessful"];

/** Later entries decide. A capture after a success keeps it; a cancel or a full refund ends it. */
function nextState(state: ExecutionState, code: string, isRefundedInPart: boolean): ExecutionState {
  if (code === "refundSuccessful" && isRefundedInPart) return state;
  if (MONEY_BACK.includes(code)) return "cancelled";
  if (code === "authorizeSuccessful") return "successful";
  if (code === "authorizeFailed") return "failed";
  if (/^(authorizeRequested|authorizePending|confirmRequested)$/.test(code)) return "pending";
  return state;
}

/** True when a part of the captured amount remains. An answer without these amounts reports full refunds only. */
function isInPart({ captured, refunded }: Json): boolean {
  const [taken, back] = [captured, refunded].map((sum) => Number(parseObject(sum).value));
  return taken !== undefined && back !== undefined && back < taken;
}

function reasonOf(status: Json): string {
  const [error] = Array.isArray(status.errors) ? status.errors : [];
  return textOf(parseObject(parseObject(error).reason).result);
}

/** Decimal text in major units to cents. Undefined when it is not an amount with at most two decimals. */
export function centsOf(text: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  return match === null ? undefined : Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
