/**
 * Apple Pay. The session begins in the click itself; the merchant's callbacks run while Apple validates the merchant.
 */
import type { ClientContext } from "../client_context.ts";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { emitterOf } from "../element_context.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { type AddressSession, followAddress } from "./apple_address.ts";
import type { ApplePayButtonOptions } from "./options.ts";
import { Cancelled } from "../payment/cancelled.ts";
import type { Outcome } from "../payment/outcome.ts";
import { attemptOf } from "../payment/payment_run.ts";
import { isTrustedLink } from "../session/links.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { Amount } from "../wire/payments.ts";
import { loadScript } from "./load_script.ts";
import { amountOf, type Deferred, deferred, optionOf, scriptOf, storing, walletItem } from "./wallet.ts";
import { WalletPlace } from "./wallet_place.ts";

const CODE = "applePay";
export const SESSION_VERSION = 3;

interface ApplePayment {
  readonly token: { readonly paymentMethod?: { readonly network?: string; readonly displayName?: string } };
}

export interface AppleSession extends AddressSession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { readonly payment: ApplePayment }) => void) | null;
  oncancel: (() => void) | null;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { readonly status: number }): void;
}

interface AppleApi {
  new (version: number, request: object): AppleSession;
  canMakePayments(): boolean;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
}

export async function isApplePayAvailable(context: ClientContext): Promise<boolean> {
  try {
    const option = optionOf(CODE, context, "client:apple_pay.config_missing");
    return (await apiFor(context, option)).canMakePayments();
  } catch {
    return false;
  }
}

/** Apple Pay's own button. Its payment sheet belongs to the browser. */
export class ApplePayButton {
  readonly #events;
  readonly #place;

  /** @internal */
  constructor(private readonly options: ApplePayButtonOptions, private readonly context: ClientContext) {
    this.#events = emitterOf(context, callbacksOf(() => options.events));
    this.#place = new WalletPlace("apple-pay", options, context, this.#events);
  }

  /** Loads Apple's script and shows the button, or a short text where Apple Pay is not available. */
  async mount(point: Element): Promise<void> {
    const isThere = await this.#place.fill(point, async () => {
      const option = optionOf(CODE, this.context, "client:apple_pay.config_missing");
      const api = await apiFor(this.context, option);
      return { option, create: api.canMakePayments() ? () => this.#create(api, option) : undefined };
    });
    if (isThere) this.#events.tell("applePayAvailable");
  }

  #create(api: AppleApi, option: PaymentMethodOption): HTMLElement {
    const { type = "buy", style = "black", locale = this.context.language.tag ?? "en-GB" } = this.options.styles ?? {};
    const button = document.createElement("apple-pay-button");
    button.setAttribute("type", type);
    button.setAttribute("buttonstyle", style);
    button.setAttribute("locale", locale);
    button.addEventListener("click", () => void this.#press(api, option));
    return button;
  }

  /** @internal Shows other texts of the drop-in; the shopper's choice stays. */
  retext(translations: NonNullable<ApplePayButtonOptions["translations"]>): void {
    this.#place.retext(translations);
  }

  /** Removes the button. A payment that was sent still completes and is reported. */
  unmount(): void {
    this.#place.empty();
  }

  async #press(api: AppleApi, option: PaymentMethodOption): Promise<void> {
    let sheet: Sheet | undefined;
    let shown: Amount | undefined;
    let isValidated = false;
    let refusal: unknown;
    const need = () => {
      if (sheet === undefined) throw refusal;
      return sheet;
    };
    const abort = () => abortSheet(sheet);
    const { signal } = this.context;
    const { returnInfo } = this.options;
    await this.#place.pay({
      returnInfo,
      paymentMethodCode: CODE,
      // Apple allows a session only in the click itself, so everything asynchronous comes later.
      started: () => {
        const label = this.#place.options.translations?.labels?.paymentScreenLabel ?? location.hostname;
        try {
          const opening = shown = amountOf(this.context);
          sheet = openSheet(api, sessionRequest(option, opening, label));
          signal.addEventListener("abort", abort);
          const attempt = attemptOf(this.context, { paymentMethodCode: CODE, store: storing(this.context) });
          const newTotal = () => {
            const { value } = amountOf(this.context);
            // A sheet keeps its currency.
            shown = { ...opening, value };
            return totalOf(label, value);
          };
          followAddress(sheet.session, { events: this.#events, attempt, newTotal });
        } catch (error) {
          // The page already has an open sheet, or the session has no amount. The payment fails where the sheet is
          // needed, and the button stays usable.
          refusal = error;
        }
      },
      validate: async () => {
        await need().validation.promise;
        return true;
      },
      compose: async () => {
        const opened = need();
        const { session, validation, payment } = opened;
        // A sheet that the shopper has closed takes no validation any more: `payment` says that it was cancelled.
        const whileOpen = async () => opened.isClosed && await payment.promise;
        // Sent again in a renewed session, the payment keeps its sheet, which takes one validation.
        if (!isValidated) {
          await whileOpen();
          const merchant = await this.#merchantSession(option, await validation.promise);
          await whileOpen();
          session.completeMerchantValidation(merchant);
          isValidated = true;
        }
        const token = tokenOf(await payment.promise);
        return walletItem(this.context, CODE, { token, shown, stores: this.#place.stores });
      },
      // Apple fails a sheet that gets no answer for 30 s, and a challenge takes longer.
      challenged: () => closeSheet(sheet, api, { type: "pending" }),
      ended: (outcome) => closeSheet(sheet, api, outcome, this.options.abortAfterAuthorizeFailed),
    }).finally(() => signal.removeEventListener("abort", abort));
  }

  async #merchantSession({ config = {} }: PaymentMethodOption, sessionUrl: string): Promise<unknown> {
    const { session, rules } = this.context;
    const named = config.createSessionLink;
    const requestUrl = typeof named === "string" && isTrustedLink(named, rules)
      ? named
      : session.configuration.startSessionUrl;
    if (requestUrl === undefined) throw new SdkError("api:url_not_found", { params: { what: "startPaymentSession" } });
    const clientDomain = this.options.clientDomain ?? location.hostname;
    return await startSession({ requestUrl, sessionUrl, clientDomain }, this.context);
  }
}

export interface SessionCall {
  readonly requestUrl: string;
  readonly sessionUrl: string;
  readonly clientDomain: string;
}

/** Requests the merchant session for Apple's sheet from the provider. */
export async function startSession(
  { requestUrl, ...call }: SessionCall,
  context: Pick<ClientContext, "session" | "send" | "signal">,
): Promise<unknown> {
  const { session, send, signal } = context;
  const { token } = session.configuration;
  const body = sessionBody(amountOf(context), call);
  const answer = await send({ method: "POST", url: requestUrl, token, body, signal });
  if (answer.type === "refused") throw answer.error;
  if (answer.type === "unanswered") throw new SdkError("api:unknown", { cause: answer.cause });
  return merchantSessionOf(answer.body);
}

export interface Sheet {
  readonly session: AppleSession;
  /** Resolves to the address that validates the merchant. */
  readonly validation: Deferred<string>;
  readonly payment: Deferred<ApplePayment>;
  isAuthorized: boolean;
  isClosed: boolean;
}

export function openSheet(api: AppleApi, request: object): Sheet {
  const session = new api(SESSION_VERSION, request);
  const sheet: Sheet = {
    session,
    validation: deferred(),
    payment: deferred(),
    isAuthorized: false,
    isClosed: false,
  };
  session.onvalidatemerchant = ({ validationURL }) => sheet.validation.resolve(validationURL);
  session.onpaymentauthorized = ({ payment }) => {
    sheet.isAuthorized = true;
    sheet.payment.resolve(payment);
  };
  session.oncancel = () => endSheet(sheet);
  session.begin();
  return sheet;
}

function endSheet(sheet: Sheet): void {
  sheet.isClosed = true;
  sheet.validation.reject(new Cancelled("closed"));
  sheet.payment.reject(new Cancelled("closed"));
}

/** For a client that is destroyed: its page tells the sheet no more how the payment ends. */
export function abortSheet(sheet: Sheet | undefined): void {
  if (sheet?.isClosed !== false) return;
  endSheet(sheet);
  sheet.session.abort();
}

/** Pending is not a failure: the sheet reports success, and the page says that the bank has not answered. */
export function closeSheet(
  sheet: Sheet | undefined,
  api: Pick<AppleApi, "STATUS_SUCCESS" | "STATUS_FAILURE">,
  outcome: Pick<Outcome, "type">,
  abortsFailed = false,
) {
  if (sheet?.isClosed !== false) return;
  sheet.isClosed = true;
  const hasFailed = outcome.type === "failed";
  if (!sheet.isAuthorized || hasFailed && abortsFailed) return sheet.session.abort();
  sheet.session.completePayment({ status: hasFailed ? api.STATUS_FAILURE : api.STATUS_SUCCESS });
}

export function sessionRequest({ config = {} }: PaymentMethodOption, { value, currency }: Amount, label: string) {
  return {
    ...Object(config.parameters ?? config),
    currencyCode: currency,
    total: totalOf(label, value),
  };
}

function totalOf(label: string, amount: string) {
  return { label, type: "final", amount };
}

function sessionBody(amount: Amount, call: Omit<SessionCall, "requestUrl">) {
  return {
    integrationType: "api",
    paymentMethodCode: CODE,
    amount,
    meta: { sessionURL: call.sessionUrl, clientContext: { host: call.clientDomain } },
  };
}

/** Apple's own answer is at `data.data` (S-APPLE-11). */
export function merchantSessionOf(body: unknown): unknown {
  return Object(Object(body).data).data;
}

export function tokenOf(payment: ApplePayment) {
  const { network, displayName } = payment.token.paymentMethod ?? {};
  return { ...payment, paymentNetwork: network, paymentInstrumentName: displayName };
}

async function apiFor(context: ClientContext, option: PaymentMethodOption): Promise<AppleApi> {
  try {
    // Safari has it built in. Elsewhere Apple's script adds it, and that script renders the button everywhere.
    await loadScript(scriptOf(CODE, context, option), { signal: context.signal });
    return parseApi(globalThis);
  } catch (cause) {
    throw paymentError("client:apple_pay.loading", { cause });
  }
}

function parseApi(page: object): AppleApi {
  const api: unknown = Reflect.get(page, "ApplePaySession");
  if (typeof api !== "function") throw new TypeError("There is no ApplePaySession");
  return api as unknown as AppleApi;
}
