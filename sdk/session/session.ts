/** The session of one client: its configuration, the last status it saw, and its renewal after expiry. */
import { SdkError } from "../errors/sdk_error.ts";
import { initializedExecution } from "./initialized_execution.ts";
import { type Log } from "../log/log.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { Emitter } from "../emitter/emitter.ts";
import { merge } from "../core/merge.ts";
import type { InstallmentConfig, PayrailsClientOptions } from "../options.ts";
import type { ExecutionMetaCustomer, InitResponse, WorkflowExecution } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { Amount } from "../wire/payments.ts";
import { type Configuration, readConfiguration } from "./read_config.ts";
import type { LinkRules } from "./links.ts";

/** The callbacks of the client; those of a payment belong to the element that makes it. */
const OF_CLIENT = ["clientInitialized", "sessionExpired"];

export interface SessionOptions {
  readonly options: PayrailsClientOptions;
  readonly rules: LinkRules;
  readonly log: Log;
  /** Aborted when the client is destroyed. From then on no new session is requested or taken. */
  readonly signal?: AbortSignal;
}

export class Session {
  configuration: Configuration;
  /** Tells the callbacks of the client and the handlers of `client.on`. */
  readonly events = new Emitter(callbacksOf(() => this.settings.options.events, (name) => OF_CLIENT.includes(name)));
  /** Time of the last payment status seen. Statuses up to it belong to earlier attempts (S-STORE-01). */
  lastActionUpdateTime: string | undefined;
  /** What the execution had been through when this client took it: statuses of earlier attempts. */
  statusBefore: WorkflowExecution["status"];
  /** Whether an authorize of this client was accepted, or may have been. */
  hasAuthorized = false;
  /** Whether an authorize is on its way, or was accepted and neither succeeded nor failed as far as the client knows. */
  isUndecided = false;
  /** Customer data set by `update()`, sent with authorize. */
  customer: ExecutionMetaCustomer | undefined;
  /** Instalment choices set by `update()`, over those of each element. */
  installmentConfig: InstallmentConfig | undefined;
  /** Why the newest session that the merchant supplied was not taken. */
  renewalRefusal: SdkError | undefined;
  #renewing: Promise<boolean> | undefined;
  /** Whether a payment that this client has not sent waits for the renewal. */
  #isRunning = false;
  /** Tells the SDK's own elements what changed. */
  readonly #changes = new Emitter();

  constructor(init: InitResponse, private readonly settings: SessionOptions) {
    this.configuration = readConfiguration(init, settings.rules);
    this.statusBefore = this.configuration.execution?.status ?? [];
    this.#reportInitialized();
  }

  #reportInitialized(): void {
    this.events.tell("clientInitialized", initializedExecution(this));
  }

  /** Changes the amount this client pays. The provider refuses one that differs from the execution's. */
  updateAmount(amount: Amount): void {
    this.configuration = { ...this.configuration, amount };
    this.#changes.tell("amount");
  }

  /** Calls the listener when the amount changes. Returns the function that ends it. */
  listenAmount(listener: () => void): () => void {
    return this.#changes.on("amount", listener);
  }

  /** Calls the listener when a stored instrument was removed or changed. Returns the function that ends it. */
  listenInstruments(listener: () => void): () => void {
    return this.#changes.on("instruments", listener);
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
    this.#changes.tell("instruments");
  }

  /**
   * True when the merchant supplied a new session in time (S-SESSION-02). Calls at the same time share one renewal. A
   * payment that runs goes on in a session of its own execution only: in another, the SDK could not ask what became of it.
   */
  renew(isRunning = false): Promise<boolean> {
    this.#isRunning ||= isRunning;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
      this.#isRunning = false;
    });
    return this.#renewing;
  }

  /** Renews for a call that was refused with `token`, unless another call has already renewed the session. */
  async renewAfter(token: string): Promise<boolean> {
    return this.configuration.token !== token || await this.renew();
  }

  async #renew(): Promise<boolean> {
    const { rules, log, signal } = this.settings;
    this.renewalRefusal = undefined;
    const listeners = this.events.listeners("sessionExpired");
    if (listeners.length === 0 || signal?.aborted) return false;
    const code = await import("./renewal.ts")
      .catch((cause) => log(new SdkError("client:code_not_loaded", { cause })));
    const before = this.configuration;
    const isRunning = () => this.isUndecided || this.#isRunning;
    const renewed = await code?.askForSession({ listeners, before, isRunning, rules, log });
    if (renewed === undefined || signal?.aborted) return false;
    if (renewed instanceof SdkError) {
      this.renewalRefusal = renewed;
      return false;
    }
    this.configuration = renewed;
    if (renewed.execution?.id !== before.execution?.id) {
      this.lastActionUpdateTime = undefined;
      this.statusBefore = renewed.execution?.status ?? [];
      this.hasAuthorized = false;
    }
    this.#reportInitialized();
    return true;
  }
}
