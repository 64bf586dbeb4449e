/** One press of any pay button: connects the payment method with the session's calls and the merchant's callbacks. */
import { askGate } from "./merchant_callbacks.ts";
import { reportOutcome } from "./report_outcome.ts";
import type { ClientContext } from "../client_context.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import type { Emitter } from "../emitter/emitter.ts";
import type { ActionRequiredKind, PaymentAttemptContext } from "../emitter/types.ts";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { inform, log } from "../log/log.ts";
import type * as AfterAuthorize from "./after_authorize/after_authorize.ts";
import type { Challenge } from "../three_ds/challenge.ts";
import type { CompositionItem, ExecutionResponse, ReturnInfo } from "../wire/payments.ts";
import { browserFacts } from "./execution/browser_facts.ts";
import { authorizeBody, defaultReturnInfo, riskSessionId } from "./execution/composition.ts";
import { Executor } from "./execution/executor.ts";
import { type Attempt, beginAttempt, endAttempt } from "./attempt_lock.ts";
import { redirectToIssuerPage } from "./redirect.ts";
import { singleFlight } from "./single_flight.ts";
import { isOfAnother, type Outcome } from "./outcome.ts";
import { POPUP_LOAD_MS } from "./constants.ts";
import { follow, pay, type PayPorts } from "./pay.ts";
import { isNewer, newest } from "./polling/polling.ts";
import { isChallengeLink, isRedirectLink } from "./redirect_link.ts";
import { wait } from "../core/wait.ts";

export interface PaymentMethod {
  /** Tells the callbacks and handlers of the element that pays. */
  readonly events: Emitter;
  readonly paymentMethodCode: string;
  readonly paymentInstrumentId?: string | undefined;
  readonly returnInfo?: ReturnInfo | undefined;
  readonly redirectFor3DS?: boolean | undefined;
  /** Interval between polls (S-CONST-09). */
  readonly intervalMs?: number;
  readonly bin: () => string;
  readonly validate: () => Promise<boolean>;
  readonly compose: () => Promise<CompositionItem>;
  readonly giveUpLeft?: PayPorts["giveUpLeft"];
  /** Stores the instrument instead of paying with it; callbacks get `TOKENIZE`. */
  readonly store?: ((item: CompositionItem) => Promise<Outcome>) | undefined;
  /** Continues a payment that needs the shopper elsewhere: on a hosted page, or at PayPal. */
  readonly continueAction?: (waiting: PendingExecution) => Promise<Outcome>;
  /** Called when this button's attempt begins, so that it can show that it is busy. */
  readonly started?: () => unknown;
  /** Called before a challenge opens. */
  readonly challenged?: () => unknown;
  /** Called once, before the merchant's own callback. */
  readonly ended?: (outcome: Outcome) => unknown;
}

export interface PendingExecution {
  readonly execution: ExecutionResponse;
  readonly executor: Executor;
  /** Where this attempt is polled. */
  readonly executionUrl: string | undefined;
  /** Tells the merchant that the session has expired, and asks for a new one. */
  readonly renewSession: () => Promise<boolean>;
}

let traced = (ports: PayPorts): PayPorts => ports;

/** Passes the steps of all later payments of this page through the function, which may log them. */
export function tracePayments(trace: (ports: PayPorts) => PayPorts): void {
  traced = trace;
}

/** Undefined when another attempt of the same execution is under way: fifty clicks are one payment. */
export async function runPayment(
  context: ClientContext,
  method: PaymentMethod,
  /** Opens the page or challenge of this waiting payment again, instead of paying. */
  left?: ExecutionResponse,
): Promise<Outcome | undefined> {
  const attempt = { ...context };
  if (!beginAttempt(attempt)) return undefined;
  try {
    method.started?.();
    const ports = traced(portsOf(attempt, method));
    return left === undefined ? await pay(ports) : await follow(ports, { type: "accepted" }, left);
  } finally {
    endAttempt(attempt);
  }
}

/**
 * The payment whose page, or whose challenge, the shopper closed, while it waits in this session and was not given up.
 * Another attempt's counts with `ofOthers` only.
 */
export function stillOpen(
  { session }: Pick<ClientContext, "session">,
  reason: "page_closed" | "challenge_closed",
  left?: Outcome,
  ofOthers?: true,
): ExecutionResponse | undefined {
  const isLeft = left?.type === "pending" && left.reason === reason && (ofOthers || !isOfAnother(left.execution));
  const execution = isLeft ? left.execution : undefined;
  const time = newest(execution?.status ?? [])?.time ?? "";
  const isOver = execution?.id !== session.configuration.execution?.id ||
    isNewer(session.lastActionUpdateTime ?? time, time);
  return isOver ? undefined : execution;
}

function portsOf(context: ClientContext & Attempt, method: PaymentMethod): PayPorts {
  const { session } = context;
  const renewSession = singleFlight(async () => {
    // The page has removed its checkout, and is not asked for more.
    if (context.signal.aborted) return false;
    method.events.tell("paymentSessionExpired");
    return await session.renew();
  });
  const executor = new Executor({ ...context, log, renewSession });
  const { continueAction } = method;
  let executionUrl: string | undefined;
  // Loads while authorize is under way, so that a 3-D Secure challenge opens without delay.
  const later = loadLater();
  return {
    validate: method.validate,
    askMerchant: async (gate) => {
      context.signal.throwIfAborted();
      const refusal = await askGate(method.events, gate, { ...attemptOf(context, method), bin: method.bin() });
      // The page may have removed everything while its callback waited: then no wallet opens and nothing more is sent.
      context.signal.throwIfAborted();
      return refusal;
    },
    compose: method.compose,
    giveUpLeft: method.giveUpLeft,
    store: method.store,
    authorize: async (item) => {
      // The merchant may have changed the amount since.
      const isCurrent = item.amount === session.configuration.amount;
      const body = bodyOf(context, method, isCurrent ? item : await method.compose());
      if (!beginAttempt(context)) throw paymentError("client:payment_executor.pay");
      return await executor.authorize(body);
    },
    renewSession: async () => {
      const isRenewed = await renewSession();
      if (session.renewalRefusal !== undefined) throw session.renewalRefusal;
      return isRenewed;
    },
    pollUntilFinal: (sent, options) =>
      executor.pollUntilFinal(executionUrl = sent.executionUrl, {
        intervalMs: method.intervalMs,
        ...options,
        isOtherAttempt: sent.isOtherAttempt,
      }),
    isChallengeLink,
    openChallenge: (link) => {
      guarded(method.challenged);
      return openIssuerPage(context, method, { link, executor, executionUrl, later });
    },
    continueAction: continueAction &&
      ((execution) => continueAction({ execution, executor, executionUrl, renewSession })),
    explain: (outcome) => explained(outcome, context, later),
    report: (outcome) => {
      if (context.signal.aborted) return;
      guarded(() => method.ended?.(outcome));
      inform(`payment by ${method.paymentMethodCode}: ${outcome.type}`);
      reportOutcome(method.events, outcome, {
        ...attemptOf(context, method),
        executionId: context.executionId ?? "",
        paymentInstrumentId: method.paymentInstrumentId,
      });
    },
  };
}

/** A vendor's sheet that is gone throws when it is closed. The payment goes on, and the merchant learns of it. */
function guarded(tell: (() => unknown) | undefined): void {
  try {
    tell?.();
  } catch (cause) {
    log(new SdkError("api:unknown", { cause }));
  }
}

export function attemptOf(
  { session }: Pick<ClientContext, "session">,
  { paymentMethodCode, store }: Pick<PaymentMethod, "paymentMethodCode" | "store">,
): PaymentAttemptContext {
  const action = store ? "TOKENIZE" : "AUTHORIZE";
  return { executionId: session.configuration.execution?.id ?? "", paymentMethodCode, action };
}

function bodyOf(
  { session, initOptions, language }: ClientContext,
  { returnInfo }: PaymentMethod,
  item: CompositionItem,
) {
  return authorizeBody({
    item,
    returnInfo: {
      ...defaultReturnInfo(session.configuration.authorizeUrl ?? ""),
      ...omitUndefined({ ...initOptions.returnInfo }),
      ...omitUndefined({ ...returnInfo }),
    },
    riskSessionId: riskSessionId(item.paymentMethodCode, globalRiskIds()),
    clientContext: contextOf(initOptions.telemetry?.collectMetadata !== false, language.tag),
    customer: session.customer,
  });
}

/** Always includes the language the merchant chose, so that issuers and hosted pages can use it. */
function contextOf(mayCollect: boolean, language: string | undefined) {
  const chosen = omitUndefined({ language });
  if (mayCollect) return { ...browserFacts(), ...chosen };
  return language === undefined ? undefined : chosen;
}

/**
 * Undefined when its code could not be loaded: the whole page can still go to the issuer, and a failure is reported
 * without the words for it.
 */
function loadLater(): Promise<typeof AfterAuthorize | undefined> {
  return import("./after_authorize/after_authorize.ts").catch(() => undefined);
}
type Later = ReturnType<typeof loadLater>;

/** Loads the words only for a payment that failed. */
async function explained(outcome: Outcome, { language }: ClientContext, later: Later): Promise<Outcome> {
  if (outcome.type !== "failed") return outcome;
  const explain = (await later)?.explain;
  await language.ready;
  return explain?.(outcome, language) ?? outcome;
}

interface ChallengeRequest {
  readonly link: string;
  readonly executor: Executor;
  readonly executionUrl?: string | undefined;
  readonly later?: Later;
}

/**
 * Tells the merchant which page the shopper needs. True when a handler shows it in its own way, so that the SDK only
 * asks for the result.
 */
export async function isShownByMerchant(
  context: ClientContext,
  method: Pick<PaymentMethod, "events" | "paymentMethodCode">,
  page: { readonly url: string; readonly kind: ActionRequiredKind },
): Promise<boolean> {
  context.signal.throwIfAborted();
  const { action: _, ...attempt } = attemptOf(context, method);
  const refusal = await method.events.ask("actionRequired", { ...attempt, ...page }, () => true);
  // The client may have been destroyed meanwhile; then nothing may open over the page.
  context.signal.throwIfAborted();
  return refusal !== undefined;
}

export async function openIssuerPage(
  context: ClientContext,
  method: Pick<PaymentMethod, "events" | "paymentMethodCode" | "redirectFor3DS">,
  request: ChallengeRequest,
): Promise<Challenge> {
  const { link, executor, executionUrl, later = loadLater() } = request;
  method.events.tell("threeDSecureChallenge");
  const time = context.session.lastActionUpdateTime ?? "";
  const watch = (signal: AbortSignal) => executor.watch(executionUrl, { time, signal });
  if (await isShownByMerchant(context, method, { url: link, kind: "3ds" })) {
    return { end: watch(context.signal).then(() => "completed"), close: () => {} };
  }
  const isWanted = method.redirectFor3DS ?? context.initOptions.redirectFor3DS ?? false;
  // A challenge at a host that is not listed stays in its sandbox, which cannot navigate the page.
  const isRedirect = isWanted && isRedirectLink(context, link);
  const popup = isRedirect ? undefined : await Promise.race([later, wait(POPUP_LOAD_MS, context.signal)]);
  // The client may have been destroyed meanwhile; then nothing may open over the page.
  context.signal.throwIfAborted();
  if (!popup) {
    if (!isRedirect && !isRedirectLink(context, link)) throw paymentError("client:payment_executor.3ds");
    return redirectToIssuerPage(link, context.signal);
  }
  return popup.openChallenge({ link, language: context.language, watch, signal: context.signal });
}

/** `window.PayrailsData.riskIds`, set by the merchant's risk script (S-AUTHZ-09). */
export function globalRiskIds(): unknown {
  const data: unknown = Reflect.get(globalThis, "PayrailsData");
  return typeof data === "object" && data !== null ? Reflect.get(data, "riskIds") : undefined;
}
