/** Fakes the payments service: one execution, answered by the rules of a scenario. Runs without a browser. */
import { detectBrand, networkOf } from "../card/detect.ts";
import type { ClientConfiguration, InitResponse, PaymentMethodOption } from "../wire/config.ts";
import type { DeclineResult } from "../wire/declines.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { ExecutionStatus } from "../wire/payments.ts";
import { FAKE_COUNTRIES } from "./fake_countries.ts";
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
  /** The issuer's page of a 3-D Secure challenge. Default: `/bank/` at `vaultUrl`. */
  readonly issuerUrl?: string;
  /** Where the shopper is sent to pay on a hosted page. Default: `issuerUrl`. */
  readonly hostedUrl?: string;
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
/** Hosted pages that open in a popup of the page, as the issuer's does. */
const IN_POPUP: ReadonlySet<string> = new Set(["pix"]);
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
  #declined: DeclineResult | undefined;
  /** What the payment waits for. */
  #waits: "3ds" | "redirect" | "confirm" | undefined;
  #hostedUrl = "";
  /** The shopper has come back from the wallet: what follows gets its own status. */
  #isConfirmed = false;
  #key = "";
  #isOver = false;
  #lastMs = 0;
  #createdAt: string | undefined;
  /** Instruments that the page has deleted, or changed, by id. */
  readonly #changed = new Map<string, Partial<StoredInstrument> | "deleted">();

  /**
   * @param scenario - how the payment goes; `SCENARIOS` holds the usual ones
   * @param options - where the fake answers, and what its session offers
   */
  constructor(private readonly scenario: Scenario, private readonly options: FakePaymentsOptions) {}

  /** The init response that a merchant's back end would return now: it knows what the payment has been through. */
  init(): InitResponse {
    const { base, vaultUrl, amount = { value: "10.00", currency: "USD" } } = this.options;
    const instrument = `${base}/instruments/:instrumentId`;
    const post = (path: string) => ({ href: `${base}/${path}`, method: "POST" });
    const links = {
      self: `${base}/execution`,
      authorize: post("authorize"),
      startPaymentSession: post("wallet-session"),
      createInstrument: post("instruments"),
    };
    const lookup = { name: "lookup", data: { paymentCompositionOptions: this.#methods() }, links };
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
      links: {
        binLookup: { href: `${base}/bin`, method: "POST" },
        instrumentDelete: { href: instrument, method: "DELETE" },
        instrumentUpdate: { href: instrument, method: "PATCH" },
      },
      execution: {
        id: EXECUTION_ID,
        merchantReference: "order-1",
        holderReference: "shopper-1",
        amount,
        createdAt: this.#createdAt ??= this.#time(),
        status: this.#status,
        workflow: { code: "payment-acceptance", version: 1 },
        meta: {},
        links,
        initialResults: [{ httpCode: 200, body: lookup }],
      },
    };
    return { version: "5", data: btoa(ascii(JSON.stringify(configuration))) };
  }

  /** Ends the 3-D Secure challenge, or the visit to a hosted page. */
  decideChallenge(how: "complete" | "decline"): void {
    this.#declined = how === "complete"
      ? undefined
      : this.#waits === "redirect"
      ? "InsufficientBalance"
      : "PayerAuthenticationFailed";
    this.#waits = undefined;
    this.#polls = this.scenario.polls ?? 0;
  }

  /** @internal What the payment waits for. */
  get waits(): "3ds" | "redirect" | "confirm" | undefined {
    return this.#waits;
  }

  /** @internal Whether a poll was answered with the final status. */
  get isOver(): boolean {
    return this.#isOver;
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
    if (path === "/authorize") return this.#authorize(parseItem(body), idempotencyKey);
    if (path === "/execution") return this.#poll();
    if (path === "/confirm") {
      this.#waits = undefined;
      this.#isConfirmed = true;
      return json({ id: EXECUTION_ID, links: { execution: `${this.options.base}/execution` } });
    }
    if (path === "/give-up") {
      if (this.#waits !== undefined) this.#add("authorizeFailed", "PayerCanceled");
      this.#waits = undefined;
      return json({ id: EXECUTION_ID, links: { execution: `${this.options.base}/execution` } });
    }
    if (path.endsWith("/countries.json")) return json(FAKE_COUNTRIES);
    if (path === "/wallet-session") return json({ data: { data: { merchantSessionIdentifier: "fake" } } });
    if (path === "/bin") {
      const { networks = [] } = this.options;
      const bin = String(Object(body).bin);
      return json({ bin, network: networkOf(detectBrand(bin)), networks, issuerCountry: { code: "US" } });
    }
    const [, instrumentId] = /^\/instruments\/(.+)$/.exec(path) ?? [];
    if (instrumentId !== undefined) return this.#change(decodeURIComponent(instrumentId), method, body);
    return json({ id: INSTRUMENT_ID, status: "enabled", paymentMethod: "card", data: {} });
  }

  /** The methods of the session, with the stored instruments as the page has left them. */
  #methods(): readonly PaymentMethodOption[] {
    const { methods = [CARD] } = this.options;
    return methods.map((method) => ({
      ...method,
      paymentInstruments: method.paymentInstruments.flatMap((instrument) => {
        const change = this.#changed.get(instrument.id);
        return change === "deleted" ? [] : [{ ...instrument, ...change }];
      }),
    }));
  }

  #change(id: string, method: string, body: unknown): FakeAnswer {
    const found = this.#methods().flatMap(({ paymentInstruments }) => paymentInstruments).find((one) => one.id === id);
    if (found === undefined) return json({ errors: [{ code: "not-found" }] }, 404);
    // The kind of an instrument cannot change.
    const change: Partial<StoredInstrument> = { ...Object(body), paymentMethod: found.paymentMethod };
    this.#changed.set(id, method === "DELETE" ? "deleted" : { ...found, ...change });
    return json(method === "DELETE" ? { success: true } : { ...found, ...change });
  }

  #authorize({ paymentMethodCode, paymentInstrumentId }: Item, idempotencyKey: string): FakeAnswer {
    // The same key is the same attempt. After a decline another key is a new one.
    const last = this.#status.at(-1)?.code;
    if (this.#waits !== undefined && idempotencyKey !== this.#key) {
      return json({ errors: [{ code: "execution-waiting" }] }, 409);
    }
    this.#key = idempotencyKey;
    if (last === undefined || last === "authorizeFailed") {
      this.#add("authorizeRequested");
      this.#polls = 0;
      this.#declined = undefined;
      this.#isOver = false;
      this.#waits = paymentInstrumentId === undefined ? this.#neededBy(paymentMethodCode) : this.#neededBy("card");
    }
    if (this.scenario.losesLine === true) queueMicrotask(() => this.isOnline = false);
    return json({ id: EXECUTION_ID, links: { execution: `${this.options.base}/execution` } });
  }

  #neededBy(code: string): "3ds" | "redirect" | "confirm" | undefined {
    const { hostedUrl, methods = [CARD] } = this.options;
    const issuer = this.#issuerUrl();
    this.#hostedUrl = IN_POPUP.has(code) ? issuer : hostedUrl ?? issuer;
    if (methods.some((method) => method.paymentMethodCode === code && method.integrationType === "hpp")) {
      return "redirect";
    }
    if (code === "payPal") return "confirm";
    return this.scenario.asksBank === true ? "3ds" : undefined;
  }

  #poll(): FakeAnswer {
    const { throttled = 0, polls = 0, ends, reason } = this.scenario;
    const poll = this.#polls++;
    if (poll < throttled) return json({ errors: [{ code: "too-many-requests" }] }, 429);
    const last = this.#status.at(-1)?.code;
    if (this.#waits !== undefined) {
      if (last === "authorizeRequested") this.#add("authorizePending");
    } else if (poll >= throttled + polls && last !== undefined && !/Successful|Failed/.test(last)) {
      if (this.#declined !== undefined) this.#add("authorizeFailed", this.#declined);
      else if (last !== ends || this.#isConfirmed) this.#add(ends, reason);
      this.#isConfirmed = false;
      this.#isOver = true;
    }
    return json({
      id: EXECUTION_ID,
      status: this.#status,
      ...(this.#waits === undefined ? {} : { actionRequired: this.#waits }),
      links: {
        self: `${this.options.base}/execution`,
        execution: `${this.options.base}/execution`,
        ...this.#actionLink(),
        ...(this.#waits === undefined ? {} : { giveUp: { href: `${this.options.base}/give-up`, method: "POST" } }),
      },
    });
  }

  #actionLink() {
    switch (this.#waits) {
      case "3ds":
        return { "3ds": this.#issuerUrl() };
      case "redirect":
        return { redirect: this.#hostedUrl };
      case "confirm": {
        const action = { parameters: { orderId: "FAKE-ORDER", tokenId: "FAKE-TOKEN" } };
        return { confirm: { href: `${this.options.base}/confirm`, method: "POST", action } };
      }
    }
  }

  #issuerUrl(): string {
    return this.options.issuerUrl ?? `${this.options.vaultUrl}/bank/`;
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

function json(body: unknown, status = 200): FakeAnswer {
  return { status, text: JSON.stringify(body) };
}

/** JSON with escapes for all other characters, as the service sends it. */
function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

interface Item {
  readonly paymentMethodCode: string;
  readonly paymentInstrumentId?: string;
}

/** What pays: the first part of the composition. */
function parseItem(body: unknown): Item {
  const [item = { paymentMethodCode: "card" }]: readonly Item[] = Object(body).paymentComposition ?? [];
  return item;
}
