/** What the APIs show of an execution: the wire format for the shopper's page, and more fields for the merchant. */
import type { ConfirmLink, ExecutionResponse, ExecutionStatus } from "../../../../sdk/wire/payments.ts";
import type { StatusEntry } from "./execution_state.ts";
import { parseStatuses, stateOf } from "./executions.ts";
import type { ListedExecution } from "./list_executions.ts";
import { movesOf } from "./moves.ts";
import { writeMoney } from "../context/money.ts";
import type { PaymentsSettings } from "../context/settings.ts";
import type { ExecutionRow } from "../db/tables.ts";
import type { ExecutionDetails, ExecutionSummary, MovedExecution } from "../schemas/execution_answers.ts";

export const WORKFLOW_VERSION = 1;
const TERMINAL = ["authorizeSuccessful", "authorizeFailed"];
const BASELINE = ["authorizeRequested", "confirmRequested"];

/** A status in the wire's shape: ISO time, and the decline result if there is one. */
export function statusView({ code, timeMs, result }: StatusEntry): ExecutionStatus & Pick<StatusEntry, "code"> {
  return {
    code,
    time: new Date(timeMs).toISOString(),
    ...(result === undefined ? {} : { errors: [{ reason: { result } }] }),
  };
}

/** The address at which the shopper's page reads the execution. */
export function selfLink(settings: PaymentsSettings, id: string): string {
  return `${settings.apiBase}/client/executions/${id}`;
}

/** The execution as the shopper's page sees it. */
export function executionView(settings: PaymentsSettings, row: ExecutionRow): ExecutionResponse {
  const self = selfLink(settings, row.id);
  const statuses = parseStatuses(row);
  const final = finalOf(statuses);
  const pages = row.state === "pending" && row.action_id !== null
    ? `${settings.frameOrigin}/challenge/${row.action_id}`
    : undefined;
  const confirm = confirmLink(row, self);
  const redirect = row.action === "redirect" ? pages : undefined;
  const extra = {
    ...(redirect === undefined ? {} : { redirect }),
    ...(confirm === undefined ? {} : { confirm }),
  };
  const action = row.state === "pending" ? row.action : null;
  return {
    id: row.id,
    status: statuses.map(statusView),
    amount: writeMoney({ minor: row.amount_minor, currency: row.currency }),
    ...(action === null ? {} : { actionRequired: action }),
    ...(row.instrument_id === null ? {} : { paymentInstrumentId: row.instrument_id }),
    ...(row.preferred_scheme === null ? {} : { preferredScheme: row.preferred_scheme }),
    ...(final === undefined ? {} : { finalState: final }),
    links: {
      self,
      execution: self,
      ...(row.action === "3ds" && pages !== undefined ? { "3ds": pages } : {}),
      ...extra,
      ...(action === null ? {} : { giveUp: { method: "POST", href: `${self}/give-up` } }),
    },
    ...(Object.keys(extra).length === 0 ? {} : { response: { links: extra } }),
  };
}

/** What a wallet's page needs to continue. The order id is the acquirer's key. */
function confirmLink(row: ExecutionRow, self: string): ConfirmLink | undefined {
  if (row.state !== "pending" || row.action !== "confirm" || row.charge_key === null) return undefined;
  return { href: `${self}/confirm`, action: { parameters: { orderId: row.charge_key, tokenId: row.charge_key } } };
}

function finalOf(statuses: readonly StatusEntry[]) {
  const since = statuses.findLastIndex(({ code }) => BASELINE.includes(code));
  const final = statuses.slice(since + 1).findLast(({ code }) => TERMINAL.includes(code));
  if (final === undefined) return undefined;
  const { code, errors } = statusView(final);
  return { code, ...(errors === undefined ? {} : { errors }) };
}

/** The execution as the merchant sees it, in the merchant API and in webhooks. */
export function executionDetails(settings: PaymentsSettings, row: ExecutionRow): ExecutionDetails {
  const statuses = parseStatuses(row);
  const { installments } = statuses.findLast(({ code }) => code === "authorizeRequested") ?? {};
  return {
    ...executionView(settings, row),
    ...executionSummary(row),
    ...(installments === undefined ? {} : { installments: { count: installments } }),
    status: statuses.map((entry) => ({ ...statusView(entry), ...moveOfStatus(row, entry) })),
    meta: JSON.parse(row.meta),
  };
}

function moveOfStatus({ currency }: ExecutionRow, { move }: StatusEntry) {
  return move === undefined ? {} : { moveId: move.id, amount: writeMoney({ minor: move.minor, currency }) };
}

/** The execution after a capture, cancel or refund, with the move that the request of this key made. */
export function movedExecution(settings: PaymentsSettings, row: ExecutionRow, key: string): MovedExecution {
  const move = movesOf(row).findLast(({ idempotencyKey }) => idempotencyKey === key);
  return { ...executionDetails(settings, row), ...(move === undefined ? {} : { move }) };
}

function cardView(suffix: string, network: string | null): ExecutionSummary["card"] {
  return { ...(network === null ? {} : { network }), suffix };
}

/** The execution in a list. */
export function executionSummary(row: ListedExecution): ExecutionSummary {
  const sum = (minor: number) => writeMoney({ minor, currency: row.currency });
  return {
    id: row.id,
    merchantReference: row.merchant_reference,
    holderReference: row.holder_reference,
    ...(row.workspace_id === null ? {} : { workspaceId: row.workspace_id }),
    workflow: { code: row.workflow_code, version: WORKFLOW_VERSION },
    amount: sum(row.amount_minor),
    state: stateOf(row),
    authorized: sum(row.authorized_minor),
    captured: sum(row.captured_minor),
    refunded: sum(row.refunded_minor),
    ...(row.instrument_id === null ? {} : { paymentInstrumentId: row.instrument_id }),
    ...(row.card_suffix === null ? {} : { card: cardView(row.card_suffix, row.card_network) }),
    createdAt: new Date(row.created_ms).toISOString(),
  };
}
