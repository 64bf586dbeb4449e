/** Fakes the payments service: one execution, answered by the rules of a scenario. Runs without a browser. */
import type { ClientConfiguration, InitResponse, PaymentMethodOption } from "../wire/config.ts";
import type { DeclineResult } from "../wire/declines.ts";
import type { ExecutionStatus } from "../wire/payments.ts";
import type { Scenario } from "./scenarios.ts";

/** Options of `FakePayments`. */
export interface FakePaymentsOptions {
  /** The fake answers every address below this one. */
  readonly base: string;
  /** An origin other than the page's. */
  readonly vaultUrl: string;
  /** Decimal text in major units and ISO 4217. Default: 10.00 USD. */
  readonly amount?: {
    /** Decimal text in major units, such as `19.99`. */
    readonly value: string;
    /** ISO 4217, such as `USD`. */
    readonly currency: string;
  };
  /** Default: cards only. */
  readonly methods?: readonly PaymentMethodOption[];
  /** Two networks make every card co-badged. */
  readonly networks?: readonly string[];
  /** Time of the statuses, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** One call that the SDK made to the payments service. */
export interface RecordedRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** The address below `base`, such as `/authorize`. */
  readonly path: string;
  /** The parsed JSON; undefined without a body. */
  readonly body: unknown;
  /** Requests with the same key are one payment. */
  readonly idempotencyKey: string;
}

/** Answer of the fake payments service. */
export interface FakeAnswer {
  /** HTTP status. */
  readonly status: number;
  /** JSON. */
  readonly text: string;
}

const CARD: PaymentMethodOption = { paymentMethodCode: "card", integrationType: "api", paymentInstruments: [] };
const EXECUTION_ID = "7f9c2ba4-0000-4000-8000-000000000001";
const INSTRUMENT_ID = "7f9c2ba4-0000-4000-8000-000000000002";

/** The payments service in a test: one execution, answered by the rules of a scenario. */
export class FakePayments {
  /** All calls, oldest first. */
  readonly calls: RecordedRequest[] = [];
  /** False lets every call fail like `fetch` without a connection. */
  isOnline = true;
  #status: ExecutionStatus[] = [];
  #polls = 0;
  #isDeclined = false;
  #asksBank: boolean;
  #lastMs = 0;

  /**
   * @param scenario - how the payment goes; `SCENARIOS` holds the usual ones
   * @param options - where the fake answers, and what its session offers
   */
  constructor(private readonly scenario: Scenario, private readonly options: FakePaymentsOptions) {
    this.#asksBank = scenario.asksBank === true;
  }

  /** The init response that a merchant's back end would return. */
  init(): InitResponse {
    const { base, vaultUrl, amount = { value: "10.00", currency: "USD" }, methods = [CARD] } = this.options;
    const links = { self: `${base}/execution`, authorize: { href: `${base}/authorize`, method: "POST" } };
    const lookup = { name: "lookup", data: { paymentCompositionOptions: methods }, links };
    const configuration: ClientConfiguration = {
      token: "fake",
      holderReference: "shopper-1",
      amount,
      vaultConfiguration: {
        vaultId: "fake",
        vaultUrl,
        token: "fake",
        vaultType: "Test",
        providerConfigId: "fake",
        encryptionPublicKey: "",
        links: { saveInstrument: { href: `${base}/instruments`, method: "POST" } },
      },
      links: { binLookup: { href: `${base}/bin`, method: "POST" } },
      execution: {
        id: EXECUTION_ID,
        merchantReference: "order-1",
        holderReference: "shopper-1",
        amount,
        createdAt: this.#time(),
        status: [],
        workflow: { code: "payment-acceptance", version: 1 },
        meta: {},
        links,
        initialResults: [{ httpCode: 200, body: lookup }],
      },
    };
    return { version: "5", data: btoa(JSON.stringify(configuration)) };
  }

  /** Ends the 3-D Secure challenge. */
  decideChallenge(how: "complete" | "decline"): void {
    this.#asksBank = false;
    this.#isDeclined = how === "decline";
    this.#polls = this.scenario.polls ?? 0;
  }

  /** The newest status of the execution; undefined before the first authorize call. */
  get status(): ExecutionStatus | undefined {
    return this.#status.at(-1);
  }

  /** Answers a request. Throws like `fetch` while offline. */
  answer({ method, url, body, idempotencyKey }: Omit<RecordedRequest, "path"> & { readonly url: string }): FakeAnswer {
    if (!this.isOnline) throw new TypeError("Failed to fetch");
    const path = url.slice(this.options.base.length);
    this.calls.push({ method, path, body, idempotencyKey });
    if (path === "/authorize") return this.#authorize();
    if (path === "/execution") return this.#poll();
    if (path === "/bin") {
      const { networks = [] } = this.options;
      return json({ bin: Object(body).bin, network: "visa", networks, issuerCountry: { code: "US" } });
    }
    return json({ id: INSTRUMENT_ID, status: "enabled", paymentMethod: "card", data: {} });
  }

  #authorize(): FakeAnswer {
    // The same key is the same attempt. After a decline, another key is a new attempt.
    const last = this.#status.at(-1)?.code;
    if (last === undefined || last === "authorizeFailed") {
      this.#add("authorizeRequested");
      this.#polls = 0;
      this.#asksBank = this.scenario.asksBank === true;
    }
    if (this.scenario.losesLine === true) queueMicrotask(() => this.isOnline = false);
    return json({ id: EXECUTION_ID, links: { execution: `${this.options.base}/execution` } });
  }

  #poll(): FakeAnswer {
    const { throttled = 0, polls = 0, ends, reason } = this.scenario;
    const poll = this.#polls++;
    if (poll < throttled) return json({ errors: [{ code: "too-many-requests" }] }, 429);
    const last = this.#status.at(-1)?.code;
    if (this.#asksBank) {
      if (last === "authorizeRequested") this.#add("authorizePending");
    } else if (poll >= throttled + polls && last !== undefined && !/Successful|Failed/.test(last)) {
      if (this.#isDeclined) this.#add("authorizeFailed", "PayerAuthenticationFailed");
      else if (last !== ends) this.#add(ends, reason);
    }
    return json({
      id: EXECUTION_ID,
      status: this.#status,
      ...(this.#asksBank ? { actionRequired: "3ds" } : {}),
      links: {
        self: `${this.options.base}/execution`,
        execution: `${this.options.base}/execution`,
        ...(this.#asksBank ? { "3ds": issuerUrl(this.options) } : {}),
      },
    });
  }

  #add(code: string, reason?: DeclineResult): void {
    const errors = reason === undefined ? {} : { errors: [{ reason: { result: reason } }] };
    this.#status = [...this.#status, { code, time: this.#time(), ...errors }];
  }

  /** Each status has a later time than the one before. */
  #time(): string {
    this.#lastMs = Math.max(this.#lastMs + 1, (this.options.now ?? Date.now)());
    return new Date(this.#lastMs).toISOString();
  }
}

/** Address of the fake issuer page. */
export function issuerUrl({ vaultUrl }: Pick<FakePaymentsOptions, "vaultUrl">): string {
  return `${vaultUrl}/bank/`;
}

function json(body: unknown, status = 200): FakeAnswer {
  return { status, text: JSON.stringify(body) };
}
