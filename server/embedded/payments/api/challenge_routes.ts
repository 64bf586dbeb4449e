/** /challenge/*: the issuer page, served on the frame origin. */
import { type Context, Hono } from "hono";
import type { NotNull } from "kysely";
import { readBody } from "../../../platform/http/request_limits.ts";
import { continueAuthorization } from "../authorize/continue.ts";
import { closingOf, isLate } from "../authorize/give_up.ts";
import { hostedPage } from "./hosted_pages.ts";
import { type ChallengeResult, choicePage, donePage, ISSUER_SCRIPT, ISSUER_STYLE } from "./issuer_page.ts";
import { MAX_CODE_TRIES } from "../context/constants.ts";
import { parseStatuses, readExecution, stateOf } from "../executions/executions.ts";
import { ApiError } from "../context/api_errors.ts";
import { isRegistered, originsOf } from "../context/origins.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ChallengeRow, ExecutionRow } from "../db/tables.ts";
import { IP_HEADER, networkKey } from "../fraud/velocity.ts";
import { recordScreening } from "../fraud/screening.ts";

/** The query parameter that names the execution to a result page of our own. */
export const RESULT_OF = "execution";

const CHOICES = { approve: "passed", decline: "failed", cancel: "cancelled" } as const;
type Choice = (typeof CHOICES)[keyof typeof CHOICES];

export function challengeRoutes(context: PaymentContext): Hono {
  const app = new Hono();
  app.get("/bank.js", (c) => c.body(ISSUER_SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }));
  app.get("/bank.css", (c) => c.body(ISSUER_STYLE, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/:id", (c) => show(context, c, c.req.param("id")));
  app.post("/:id", (c) => answer(context, c, c.req.param("id")));
  return app;
}

async function readChallenge({ db }: PaymentContext, id: string): Promise<ChallengeRow> {
  // Postgres refuses a NUL in a text, and no id has one.
  const row = id.includes("\0")
    ? undefined
    : await db.selectFrom("pay_challenges").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ApiError("not-found");
  return row;
}

async function show(context: PaymentContext, c: Context, id: string): Promise<Response> {
  const challenge = await readChallenge(context, id);
  const row = await reconcile(context, await readExecution(context.db, challenge.execution_id));
  return isAsked(challenge, row)
    ? html(context, c, row, await choiceOf(context, { challenge, row }))
    : html(context, c, row, donePage(doneOf(context, row, "")));
}

async function choiceOf(
  context: PaymentContext,
  { challenge, row, triesLeft }: Asked,
): Promise<string> {
  const { db, settings } = context;
  const intent = await db.selectFrom("pay_intents").leftJoin("pay_instruments", "pay_instruments.id", "instrument_id")
    .select(["method", "network", "suffix"]).where("key", "=", challenge.intent_key)
    // Only captures and refunds, which ask for no challenge, have no method.
    .$narrowType<{ method: NotNull }>().executeTakeFirstOrThrow();
  const address = `${settings.frameOrigin}/challenge/${challenge.id}`;
  return choicePage(challenge, row, {
    hosted: challenge.kind === "3ds" ? undefined : hostedPage(intent.method, address),
    card: intent,
    merchant: merchantOf(context, row),
    ...(triesLeft === undefined ? {} : { triesLeft }),
  });
}

/**
 * Host of the page that began the payment, or else of the merchant's only site; empty when neither is a single address.
 */
function merchantOf({ settings }: PaymentContext, { client_id, client_origin }: ExecutionRow): string {
  const [only = "", ...others] = originsOf(settings.merchantOrigins, client_id);
  const origin = client_origin ?? (others.length === 0 ? only : "");
  return URL.canParse(origin) ? new URL(origin).hostname : "";
}

interface Asked {
  readonly challenge: ChallengeRow;
  readonly row: ExecutionRow;
  /** Present after a wrong code. */
  readonly triesLeft?: number;
}

function isAsked(challenge: ChallengeRow, row: ExecutionRow): boolean {
  return challenge.is_open === 1 && row.state === "pending" && row.action_id === challenge.id;
}

async function answer(context: PaymentContext, c: Context, id: string): Promise<Response> {
  const challenge = await readChallenge(context, id);
  const row = await reconcile(context, await readExecution(context.db, challenge.execution_id));
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw)));
  const referrer = form.get("referrer") ?? "";
  if (!isAsked(challenge, row)) return html(context, c, row, donePage(doneOf(context, row, referrer)));
  const choice = Object.entries(CHOICES).find(([name]) => name === form.get("choice"));
  if (choice === undefined) throw new ApiError("request-invalid", { detail: "Choose approve, decline or cancel." });
  let given: Choice = choice[1];
  if (given === "passed" && challenge.kind === "3ds") {
    const left = await triesLeft(context, challenge);
    // A code that arrives after the last try is not checked.
    const isRight = left >= 0 && form.get("code") === challenge.code;
    if (!isRight && left > 0) {
      return html(context, c, row, await choiceOf(context, { challenge, row, triesLeft: left }));
    }
    if (!isRight) given = "failed";
  }
  const ended = await decide(context, { row, challenge, given });
  if (ended !== undefined && choice[0] !== "cancel") {
    const network = await networkKey(context, c.req.header(IP_HEADER));
    const isCardGone = challenge.kind === "3ds";
    await recordScreening(context, { clientId: row.client_id, network, isCardGone }, ended);
  }
  const shown = ended ?? await readExecution(context.db, row.id);
  return html(context, c, shown, donePage(doneOf(context, shown, referrer, choice[0] === "cancel")));
}

/** Counts this try before checking the code, so that parallel requests get no additional tries (SECURITY M7). */
async function triesLeft({ db }: PaymentContext, { id }: ChallengeRow): Promise<number> {
  const { tries } = await db.updateTable("pay_challenges").set((row) => ({ tries: row("tries", "+", 1) }))
    .where("id", "=", id).returning("tries").executeTakeFirstOrThrow();
  return MAX_CODE_TRIES - tries;
}

interface Decision {
  readonly row: ExecutionRow;
  readonly challenge: ChallengeRow;
  readonly given: Choice;
}

/** Only the request that closes the challenge continues the payment. Undefined for all others. */
async function decide(context: PaymentContext, { row, challenge, given }: Decision): Promise<ExecutionRow | undefined> {
  try {
    return await continueAuthorization(context, { row, answer: given, close: closingOf(challenge.id) });
  } catch (error) {
    if (!isLate(error)) throw error;
    return undefined;
  }
}

/** Decides by the state and not by the amount, since an amount of zero can be paid too. */
export function outcomeOf(row: ExecutionRow): ChallengeResult["outcome"] {
  switch (stateOf(row)) {
    case "created":
    case "authorizing":
    case "pending":
      return "pending";
    case "declined":
      return parseStatuses(row).at(-1)?.result === "PayerCanceled" ? "cancel" : "error";
    case "cancelling":
    case "cancelled":
      return "cancel";
    default:
      return "success";
  }
}

/** The page to notify and the address to go to. An unregistered origin is not notified. */
function doneOf(
  { settings }: PaymentContext,
  row: ExecutionRow,
  referrer: string,
  isCancelled = false,
): ChallengeResult {
  const isKnown = isRegistered(settings.merchantOrigins.filter(({ clientId }) => clientId === row.client_id), referrer);
  const outcome = isCancelled ? "cancel" : outcomeOf(row);
  const pages: unknown = JSON.parse(row.return_info ?? "{}");
  const own = typeof pages === "object" && pages !== null
    ? Object.entries(pages).find(([name]) => name === outcome)
    : undefined;
  const given: unknown = own?.[1];
  const isAddress = typeof given === "string" && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  const results = `${settings.apiBase}/result/`;
  const address = isAddress ? given : results + outcome;
  return {
    target: row.client_origin ?? (isKnown ? referrer : ""),
    next: address.startsWith(results) ? withExecution(address, row.id) : address,
    outcome,
  };
}

function withExecution(address: string, id: string): string {
  const url = new URL(address);
  url.searchParams.set(RESULT_OF, id);
  return url.href;
}

function html({ settings }: PaymentContext, c: Context, row: ExecutionRow, body: string): Response {
  const ancestors = ["'self'", ...originsOf(settings.merchantOrigins, row.client_id)].join(" ");
  return c.html(body, 200, {
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; ` +
      `base-uri 'none'; frame-ancestors ${ancestors}`,
    "x-content-type-options": "nosniff",
  });
}
