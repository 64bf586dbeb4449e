/** The session of one client: its configuration, the last status it saw, and its renewal after expiry. */
import { SdkError } from "../errors/sdk_error.ts";
import { initializedExecution } from "./initialized_execution.ts";
import { type Log } from "../log/log.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { Emitter, type Listener } from "../emitter/emitter.ts";
import { merge } from "../core/merge.ts";
import type { InstallmentConfig, PayrailsClientOptions } from "../options.ts";
import type { ExecutionMetaCustomer, InitResponse } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { Amount } from "../wire/payments.ts";
import { type Configuration, readConfiguration } from "./read_config.ts";
import type { LinkRules } from "./links.ts";

const REFRESH_DEADLINE_MS = 30_000;
/** The callbacks of the client; those of a payment belong to the element that makes it. */
const OF_CLIENT = ["clientInitialized", "sessionExpired"];

export interface SessionOptions {
  readonly options: PayrailsClientOptions;
  readonly rules: LinkRules;
  readonly log: Log;
}

export class Session {
  configuration: Configuration;
  /** Tells the callbacks of the client and the handlers of `client.on`. */
  readonly events = new Emitter(callbacksOf(() => this.settings.options.events, (name) => OF_CLIENT.includes(name)));
  /** Time of the last payment status seen. Statuses up to it belong to earlier attempts (S-STORE-01). */
  lastActionUpdateTime: string | undefined;
  /** Whether an authorize of this client was accepted, or may have been. */
  hasAuthorized = false;
  /** Whether an authorize is on its way, or was accepted and the provider has not said what became of it. */
  isUndecided = false;
  /** Customer data set by `update()`, sent with authorize. */
  customer: ExecutionMetaCustomer | undefined;
  /** Instalment choices set by `update()`, over those of each element. */
  installmentConfig: InstallmentConfig | undefined;
  /** Why the newest session that the merchant supplied was not taken. */
  renewalRefusal: SdkError | undefined;
  #renewing: Promise<boolean> | undefined;
  readonly #amountListeners = new Set<() => void>();

  constructor(init: InitResponse, private readonly settings: SessionOptions) {
    this.configuration = readConfiguration(init, settings.rules);
    this.#reportInitialized();
  }

  #reportInitialized(): void {
    this.events.tell("clientInitialized", initializedExecution(this));
  }

  /** Changes the amount this client pays. The provider refuses one that differs from the execution's. */
  updateAmount(amount: Amount): void {
    this.configuration = { ...this.configuration, amount };
    for (const listener of this.#amountListeners) listener();
  }

  /** Calls the listener when the amount changes. Returns the function that ends it. */
  listenAmount(listener: () => void): () => void {
    this.#amountListeners.add(listener);
    return () => void this.#amountListeners.delete(listener);
  }

  /** Merges into the customer data of the next authorize. */
  updateCustomer(customer: ExecutionMetaCustomer): void {
    this.customer = merge(this.customer, customer);
  }

  forgetInstrument(id: string): void {
    this.#mapInstruments((instruments) => instruments.filter((instrument) => instrument.id !== id));
  }

  /** At most one instrument is the default. */
  changeInstrument(id: string, change: Pick<Partial<StoredInstrument>, "status" | "default">): void {
    this.#mapInstruments((instruments) =>
      instruments.map((instrument) => {
        if (instrument.id === id) return { ...instrument, ...change };
        return change.default === true ? { ...instrument, default: false } : instrument;
      })
    );
  }

  #mapInstruments(change: (instruments: readonly StoredInstrument[]) => readonly StoredInstrument[]): void {
    const methods = this.configuration.methods.map((method) => ({
      ...method,
      paymentInstruments: change(method.paymentInstruments ?? []),
    }));
    this.configuration = { ...this.configuration, methods };
  }

  /**
   * True when the merchant supplied a new session in time (S-SESSION-02). Calls at the same time share one renewal. A
   * payment that runs goes on in a session of its own execution only: in another, the SDK could not ask what became of it.
   */
  renew(isRunning = this.isUndecided): Promise<boolean> {
    this.#renewing ??= this.#renew(isRunning).finally(() => this.#renewing = undefined);
    return this.#renewing;
  }

  /** Renews for a call that was refused with `token`, unless another call has already renewed the session. */
  async renewAfter(token: string): Promise<boolean> {
    return this.configuration.token !== token || await this.renew();
  }

  async #renew(isRunning: boolean): Promise<boolean> {
    const { rules, log } = this.settings;
    this.renewalRefusal = undefined;
    const listeners = this.events.listeners("sessionExpired");
    if (listeners.length === 0) return false;
    try {
      const init = await this.#newSession(listeners);
      if (init === undefined) return false;
      const before = this.configuration;
      const renewed = readConfiguration(init, rules);
      const isOther = renewed.execution?.id !== before.execution?.id;
      this.renewalRefusal = refusalOf(renewed.amount, before.amount) ??
        (isOther && isRunning ? refreshFailed("A payment is under way: return a session of its execution") : undefined);
      if (this.renewalRefusal) {
        log(this.renewalRefusal);
        return false;
      }
      this.configuration = renewed;
      if (isOther) {
        this.lastActionUpdateTime = undefined;
        this.hasAuthorized = false;
      }
      this.#reportInitialized();
      return true;
    } catch (cause) {
      log(refreshFailed("Callback passed to onSessionExpired threw an error", cause));
      return false;
    }
  }

  /** Asks the listeners in turn. All are called, and the first answer counts. */
  async #newSession(listeners: readonly Listener[]): Promise<InitResponse | undefined> {
    const { log } = this.settings;
    let init: InitResponse | undefined;
    let hasThrown = false;
    for (const { label, call } of listeners) {
      try {
        const answer = await beforeDeadline(Promise.resolve(call()));
        init ??= parseAnswer(answer);
      } catch (cause) {
        hasThrown = true;
        log(refreshFailed(`Callback passed to ${label} threw an error`, cause));
      }
    }
    if (init === undefined && !hasThrown) log(refreshFailed("Session refresh failed with no result returned"));
    return init;
  }
}

/** `readConfiguration` refuses an object that is not an init response. */
function parseAnswer(answer: unknown): InitResponse | undefined {
  return typeof answer === "object" && answer !== null ? answer as InitResponse : undefined;
}

/** A session of another order may be paid, but never a different amount than the one the shopper agreed to. */
function refusalOf(renewed: Amount | undefined, seen: Amount | undefined): SdkError | undefined {
  const [now, then] = [renewed, seen].map((amount) => amount && `${Number(amount.value)} ${amount.currency}`);
  if (now === then) return undefined;
  return refreshFailed(`The new session is for ${now} instead of ${then}: return one of the same order`);
}

function refreshFailed(what: string, cause?: unknown): SdkError {
  return new SdkError("PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", { params: { what }, cause });
}

/** A callback that takes too long counts as one without a result (SECURITY R15). */
async function beforeDeadline<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<undefined>((resolve) => timer = setTimeout(resolve, REFRESH_DEADLINE_MS, undefined));
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
