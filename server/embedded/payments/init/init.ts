/** Client init: a merchant's back end creates an execution and gets the configuration for its page. */
import type { ClientConfiguration, LookupResult } from "../../../../sdk/wire/config.ts";
import { ActingMeta, InitBody, LookupBody, parseRequest } from "../context/bodies.ts";
import { parseStatuses, readExecution } from "../executions/executions.ts";
import { selfLink, statusView, WORKFLOW_VERSION } from "../executions/execution_view.ts";
import { ApiError } from "../context/api_errors.ts";
import { timedId } from "../db/ids.ts";
import { instrumentView, listInstruments } from "../instruments/instruments.ts";
import { ownerOf } from "../db/owner.ts";
import { type Money, requireMoney, writeMoney } from "../context/money.ts";
import { METHODS, methodsOf, optionsFor } from "../context/payment_methods.ts";
import { isRegistered } from "../context/origins.ts";
import type { PaymentContext } from "../context/context.ts";
import { simulatorScript } from "../simulators/routes.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { encodeInit, type InitResult } from "../context/init_answer.ts";

const CARD_TABLE = "cards";

interface InitCall {
  readonly clientId: string;
  readonly key: string;
  readonly body: unknown;
}

/**
 * The fields in which a repeated order must agree with the first: as init asked for it, or as the last lookup left it.
 */
type Order = Pick<ExecutionRow, "amount_minor" | "currency" | "holder_reference" | "capture">;

function orderText({ amount_minor, currency, holder_reference, capture }: Order): string {
  return JSON.stringify([amount_minor, currency, holder_reference, capture]);
}

/**
 * The same key gives the same execution with a fresh token. The key with another order is refused (SECURITY R6). Other
 * fields may differ: published merchant plugins send a changed basket or client context with the key of the order.
 */
export async function initClient(context: PaymentContext, call: InitCall): Promise<InitResult> {
  const { row, isReplayed } = await createOrFind(context, call);
  return { answer: encodeInit(await configurationOf(context, row)), isReplayed };
}

function findByKey({ db }: PaymentContext, { clientId, key }: InitCall): Promise<ExecutionRow | undefined> {
  return db.selectFrom("pay_executions").selectAll().where("client_id", "=", clientId).where("init_key", "=", key)
    .executeTakeFirst();
}

interface CreatedExecution {
  readonly row: ExecutionRow;
  readonly isReplayed: boolean;
}

/**
 * The body is checked before its key is looked up: a key alone gives no session, least of all another shopper's.
 */
async function createOrFind(context: PaymentContext, call: InitCall): Promise<CreatedExecution> {
  const row = parseExecution(context, call);
  // In a transaction: Postgres would carry out a lone statement that it reads after its caller was refused.
  const { numInsertedOrUpdatedRows } = await context.db.transaction().execute((trx) =>
    trx.insertInto("pay_executions").values(row)
      .onConflict((on) => on.columns(["client_id", "init_key"]).doNothing()).executeTakeFirstOrThrow()
  );
  if (numInsertedOrUpdatedRows === 1n) return { row, isReplayed: false };
  const made = await findByKey(context, call);
  if (made !== undefined && ![orderText(made), made.init_order].includes(orderText(row))) {
    throw new ApiError("key-reused");
  }
  return { row: made ?? row, isReplayed: made !== undefined };
}

function parseExecution(context: PaymentContext, call: InitCall): ExecutionRow {
  const { clientId, key, body } = call;
  const init = parseRequest(InitBody, body);
  const acting = parseRequest(ActingMeta, init.meta, "meta");
  const money = requireMoney(init.amount);
  return {
    id: timedId(context.clock.now()),
    client_id: clientId,
    init_key: key,
    type: init.type,
    workflow_code: init.workflowCode,
    merchant_reference: init.merchantReference,
    holder_reference: init.holderReference,
    workspace_id: init.workspaceId ?? null,
    amount_minor: money.minor,
    currency: money.currency,
    capture: acting.capture ?? "automatic",
    methods: offeredText(acting.methods),
    meta: JSON.stringify(init.meta),
    client_origin: checkOrigin(context, clientId, acting.clientContext?.origin),
    return_info: null,
    state: "created",
    version: 0,
    attempts: 0,
    statuses: "[]",
    authorized_minor: 0,
    captured_minor: 0,
    refunded_minor: 0,
    instrument_id: null,
    preferred_scheme: null,
    network: null,
    card_network: null,
    card_suffix: null,
    charge_key: null,
    action: null,
    action_id: null,
    due_ms: null,
    init_order: null,
    created_ms: context.clock.now(),
  };
}

/**
 * Ignores unknown codes. If none is known, the list is treated as absent, since the shopper could not pay otherwise.
 */
function offeredText(methods: readonly string[] | undefined): string | null {
  if (methods === undefined) return null;
  const codes = METHODS.map(({ code }) => code);
  if (codes.some((code) => methods.includes(code))) return JSON.stringify(methods);
  throw new ApiError("request-invalid", {
    detail: `Field meta.methods must name at least one of ${codes.join(", ")}.`,
  });
}

function checkOrigin({ settings }: PaymentContext, clientId: string, origin: string | undefined): string | null {
  if (origin === undefined) return null;
  const registry = settings.merchantOrigins.filter((row) => row.clientId === clientId);
  if (!isRegistered(registry, origin)) throw new ApiError("origin-not-allowed");
  return origin;
}

/** Changes the amount, which is possible only before the first authorize. */
export async function lookUp(
  context: PaymentContext,
  { row, body }: { readonly row: ExecutionRow; readonly body: unknown },
): Promise<LookupResult["body"] & { readonly executionId: string }> {
  const { amount, meta } = parseRequest(LookupBody, body);
  const changed = amount === undefined && meta === undefined ? row : await change(context, row, {
    money: amount === undefined ? undefined : requireMoney(amount),
    meta,
  });
  return { executionId: row.id, ...(await lookupOf(context, changed)).body };
}

interface Change {
  readonly money: Money | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

const CHANGES_EARLY = "A lookup changes amount and meta before the first authorize only. Nothing was changed.";

async function change(context: PaymentContext, row: ExecutionRow, { money, meta }: Change): Promise<ExecutionRow> {
  const conflict = new ApiError("state-conflict", { detail: CHANGES_EARLY });
  if (row.state !== "created") throw conflict;
  const merged = { ...JSON.parse(row.meta), ...meta };
  const acting = parseRequest(ActingMeta, merged, "meta");
  const { numUpdatedRows } = await context.db.updateTable("pay_executions").set({
    amount_minor: money?.minor ?? row.amount_minor,
    currency: money?.currency ?? row.currency,
    capture: acting.capture ?? "automatic",
    methods: offeredText(acting.methods),
    // A client context without an origin keeps the page that receives the issuer page's message.
    client_origin: checkOrigin(context, row.client_id, acting.clientContext?.origin) ?? row.client_origin,
    meta: JSON.stringify(merged),
    init_order: row.init_order ?? orderText(row),
    version: row.version + 1,
  }).where("id", "=", row.id).where("version", "=", row.version).where("state", "=", "created").executeTakeFirst();
  if (numUpdatedRows !== 1n) throw conflict;
  return await readExecution(context.db, row.id);
}

async function lookupOf({ db, settings }: PaymentContext, row: ExecutionRow): Promise<LookupResult> {
  const self = selfLink(settings, row.id);
  const instruments = (await listInstruments(db, ownerOf(row))).map(instrumentView);
  const money = { minor: row.amount_minor, currency: row.currency };
  const asksBilling = parseRequest(ActingMeta, JSON.parse(row.meta), "meta").billingInfo === true;
  const addresses = (code: string): Readonly<Record<string, string>> => ({
    ...(settings.environment === "TEST" ? simulatorScript(settings.apiBase, code) : {}),
    ...(code === "applePay" ? { createSessionLink: `${self}/session` } : {}),
  });
  return {
    httpCode: 200,
    body: {
      name: "lookup",
      data: { paymentCompositionOptions: optionsFor(methodsOf(row), { money, instruments, asksBilling, addresses }) },
      links: {
        execution: { method: "GET", href: self },
        authorize: { method: "POST", href: `${self}/authorize` },
        startPaymentSession: { method: "POST", href: `${self}/session` },
      },
    },
  };
}

/** What a page needs to seal and save cards without frames. Only sessions of type `tokenization` carry it. */
interface Tokenization {
  readonly tokenization?: {
    readonly id: string;
    readonly publicKey: string;
    readonly links: { readonly tokenize: { readonly method: "POST"; readonly href: string } };
  };
}

function tokenizationOf({ keys, settings, vaultIds }: PaymentContext, row: ExecutionRow): Tokenization {
  if (row.type !== "tokenization") return {};
  const href = `${settings.apiBase}/client/instruments`;
  const id = vaultIds.get(row.client_id) ?? "";
  return { tokenization: { id, publicKey: keys.publicKey, links: { tokenize: { method: "POST", href } } } };
}

async function configurationOf(
  context: PaymentContext,
  row: ExecutionRow,
): Promise<ClientConfiguration & Tokenization> {
  const { settings, tokens, keys, vaultIds } = context;
  const token = await tokens.forExecution(row.id);
  const self = selfLink(settings, row.id);
  const amount = writeMoney({ minor: row.amount_minor, currency: row.currency });
  const lookup = await lookupOf(context, row);
  const instruments = `${settings.apiBase}/client/instruments`;
  const vaultId = vaultIds.get(row.client_id) ?? "";
  return {
    token,
    type: parseRequest(InitBody.shape.type, row.type),
    holderReference: row.holder_reference,
    amount,
    ...tokenizationOf(context, row),
    vaultConfiguration: {
      vaultId,
      vaultUrl: settings.frameOrigin,
      token,
      status: "enabled",
      vaultType: settings.environment === "TEST" ? "Test" : "Payrails",
      providerId: "vault",
      providerConfigId: vaultId,
      cardTableName: CARD_TABLE,
      encryptionPublicKey: keys.publicKey,
      links: { saveInstrument: { method: "POST", href: instruments } },
    },
    links: {
      binLookup: { method: "POST", href: `${settings.apiBase}/client/bin-lookup` },
      instrumentDelete: { method: "DELETE", href: `${instruments}/:instrumentId` },
      instrumentUpdate: { method: "PATCH", href: `${instruments}/:instrumentId` },
    },
    execution: {
      id: row.id,
      merchantReference: row.merchant_reference,
      holderReference: row.holder_reference,
      amount,
      createdAt: new Date(row.created_ms).toISOString(),
      status: parseStatuses(row).map(statusView),
      workflow: { code: row.workflow_code, version: WORKFLOW_VERSION },
      meta: JSON.parse(row.meta),
      links: {
        self,
        authorize: { method: "POST", href: `${self}/authorize` },
        startPaymentSession: { method: "POST", href: `${self}/session` },
        createInstrument: { method: "POST", href: instruments },
      },
      initialResults: [lookup],
    },
  };
}
