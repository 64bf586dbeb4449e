/**
 * Every payment method with every outcome against the real payments service: the SDK reports the outcome that the
 * service has.
 */
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import {
  choose,
  isWallet,
  type Method,
  METHODS,
  type NetworkFault,
  type OutcomePlan,
  payInPage,
  type SdkCall,
} from "../../support/small_page/outcome_fixture.ts";
import { act, pay, readAsMerchant, send, type Session, start } from "../../support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../support/payments/payments_fixture.ts";

interface World {
  readonly fixture: PaymentsFixture;
  readonly session: Session;
  readonly method: Method;
  /** Another session of the same execution. */
  readonly again: () => Promise<Session>;
}

interface Row {
  /** Requirements that this row proves in addition to the table's own. */
  readonly ids?: string;
  readonly end: string;
  /** All methods when left out. */
  readonly methods?: readonly Method[];
  readonly init?: Readonly<Record<string, unknown>>;
  readonly plan?: Partial<OutcomePlan> | ((world: World) => Partial<OutcomePlan> | Promise<Partial<OutcomePlan>>);
  /** What happened to the execution before the payment. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /**
   * The expected callback with its code or reason, the code of its error, the state at the service, and the code that
   * the service answered.
   */
  readonly reported: (
    method: Method,
  ) => readonly [says: string, error: string | undefined, state: string, server?: string];
  /** Number of calls to the acquirer for this payment. */
  readonly attempts?: number;
}

const HOSTED: readonly Method[] = ["pix", "mercadoPago", "mercadoPago in a tab"];
const ONE_CALL: readonly Method[] = ["card", "stored card", "googlePay", "applePay"];
/** The methods that ask the shopper after the provider has started the payment. */
const isFast = (method: Method) => method !== "googlePay" && method !== "applePay";
const isAskedLater = (method: Method) => method === "payPal" || HOSTED.includes(method);
const CHALLENGED = "4000002500003155";
const LATER = "4000000000000077";
/** The sum declines every method. */
const REFUSED_SUM = { amount: { value: "9001.05", currency: "USD" } };

const on = (kind: SdkCall["kind"], fault: NetworkFault, count = Infinity) => (asked: SdkCall) =>
  asked.kind === kind && asked.before < count ? fault : undefined;
/** The service refuses every call with the first session's token once `isOver` says so. */
const ended = (session: Session, isOver: (asked: SdkCall) => boolean = () => true) => (asked: SdkCall) =>
  asked.token === session.token && isOver(asked) ? { status: 401, code: "unauthorized" } as const : undefined;
/** The merchant has the new session before the SDK asks for it, so that the test need not wait. */
const renewing = (isOver: (asked: SdkCall) => boolean = () => true) => async ({ again, session }: World) => {
  const { initResponse } = await again();
  return { fault: ended(session, isOver), renewal: () => Promise.resolve(initResponse) };
};
const isAfterAuthorize = ({ kind }: SdkCall) => kind === "poll" || kind === "confirm";
const SUCCESS = () => ["onSuccess", undefined, "captured"] as const;
const refused = (code: string, server: string, state: string) => () =>
  [`onFailed ${code} ${server}`, "payrails:api:refused", state, server] as const;
const lostAfter = (error: string) => (method: Method) =>
  ["onPending unconfirmed", `payrails:${error}`, isAskedLater(method) ? "pending" : "captured"] as const;

const ROWS: readonly Row[] = [
  { end: "success", reported: SUCCESS },
  { end: "3DS, passed", methods: ["card"], plan: { card: CHALLENGED }, reported: SUCCESS },
  {
    end: "3DS, refused",
    methods: ["card"],
    plan: { card: CHALLENGED, shopper: "declines" },
    reported: () => ["onFailed AUTHORIZATION_ERROR Authorization failed after 3DS challenge.", undefined, "declined"],
  },
  {
    end: "declined by the bank",
    methods: [...ONE_CALL, "payPal"],
    init: REFUSED_SUM,
    reported: () => ["onFailed AUTHORIZATION_ERROR Timeout", undefined, "declined"],
  },
  {
    end: "declined at the page",
    methods: HOSTED,
    plan: { shopper: "declines" },
    reported: () => ["onFailed AUTHORIZATION_ERROR ProviderUnknownError", undefined, "declined"],
  },
  {
    end: "pending at the bank",
    methods: ["card"],
    plan: { card: LATER },
    reported: () => ["onPending processing", undefined, "pending"],
  },
  {
    end: "cancelled before acceptance",
    plan: { cancels: true },
    // PayPal opens for an order of the provider. It is given up, so that another way can pay (S-PAYPAL-12).
    reported: (method) => {
      if (method === "payPal") return ["onPaymentSessionExpired, onFailed USER_CANCELLED", undefined, "declined"];
      if (isWallet(method)) return ["onFailed USER_CANCELLED", undefined, "created"];
      return ["onFailed VALIDATION_FAILED", "payrails:client:callback_failed", "created"];
    },
  },
  {
    ids: "SECURITY R19, S-PIX-01",
    end: "closed after acceptance",
    methods: HOSTED.filter((method) => method !== "mercadoPago"),
    plan: { shopper: "closes" },
    reported: () => ["onPending page_closed", undefined, "pending"],
  },
  {
    end: "the issuer's challenge closed",
    methods: ["card"],
    plan: { card: CHALLENGED, shopper: "closes" },
    reported: () => ["onPending challenge_closed", undefined, "pending"],
  },
  {
    end: "the hosted page is not reached",
    methods: ["mercadoPago"],
    plan: { shopper: "waits" },
    reported: () => ["onPending unconfirmed", "payrails:client:generic_redirect.not_left", "pending"],
  },
  {
    end: "Pix: not paid in 750 s",
    methods: ["pix"],
    plan: { shopper: "waits" },
    reported: () => ["onPending unconfirmed", "payrails:client:generic_redirect.timed_out", "pending"],
  },
  {
    end: "network lost before the provider has it",
    plan: { fault: on("authorize", "lost") },
    reported: () => ["onPending unconfirmed", "payrails:api:authorization_not_requested", "created"],
    attempts: 0,
  },
  { end: "the answer to authorize lost", plan: { fault: on("authorize", "taken", 1) }, reported: SUCCESS, attempts: 1 },
  {
    end: "network lost after acceptance",
    plan: { fault: on("poll", "lost") },
    reported: lostAfter("api:too_many_requests"),
  },
  {
    end: "time-out",
    plan: { fault: on("authorize", "hangs") },
    reported: () => ["onPending unconfirmed", "payrails:api:authorization_not_requested", "created"],
    attempts: 0,
  },
  { end: "one time-out", plan: { fault: on("authorize", "hangs", 1) }, reported: SUCCESS, attempts: 1 },
  { end: "5xx twice", plan: { fault: on("authorize", { status: 503, code: "unavailable" }, 2) }, reported: SUCCESS },
  {
    end: "5xx for good",
    plan: { fault: on("authorize", { status: 500 }) },
    reported: () => ["onPending unconfirmed", "payrails:api:authorization_not_requested", "created"],
    attempts: 0,
  },
  {
    end: "429 to authorize",
    plan: { fault: on("authorize", { status: 429, code: "too-many-declines" }) },
    reported: refused("AUTHORIZATION_ERROR", "too-many-declines", "created"),
    attempts: 0,
  },
  {
    end: "a refusal that the SDK does not know",
    plan: { fault: on("authorize", { status: 418, code: "of-the-future" }) },
    reported: () => [
      "onFailed AUTHENTICATION_ERROR Unknown API error",
      "payrails:api:unknown",
      "created",
      "of-the-future",
    ],
    attempts: 0,
  },
  {
    end: "another amount than the execution's",
    prepare: ({ fixture, session }) =>
      fixture.db.updateTable("pay_executions").set({ amount_minor: 1 }).where("id", "=", session.id).execute(),
    reported: () => [
      "onFailed VALIDATION_FAILED",
      "payrails:api:refused",
      "created",
      "amount-mismatch",
    ],
    attempts: 0,
  },
  {
    end: "401 to authorize, no new session",
    plan: ({ session }) => ({ fault: ended(session, ({ kind }) => kind === "authorize") }),
    reported: () => [
      "onPaymentSessionExpired, onFailed AUTHENTICATION_ERROR API token is not valid or expired.",
      "payrails:api:request_authentication",
      "created",
    ],
    attempts: 0,
  },
  {
    end: "401 to authorize, renewed",
    plan: renewing(),
    reported: () => ["onPaymentSessionExpired, onSuccess", undefined, "captured"],
    attempts: 1,
  },
  {
    end: "401 after acceptance, no new session",
    plan: ({ session }) => ({ fault: ended(session, isAfterAuthorize) }),
    reported: (method) => [
      "onPaymentSessionExpired, onPending unconfirmed",
      "payrails:api:request_authentication",
      isAskedLater(method) ? "pending" : "captured",
    ],
    attempts: 1,
  },
  {
    end: "401 after acceptance, renewed",
    plan: renewing(isAfterAuthorize),
    reported: () => ["onPaymentSessionExpired, onSuccess", undefined, "captured"],
    attempts: 1,
  },
  {
    ids: "S-BUTTON-19, S-SEC-09",
    end: "401 at Apple's session, no new session",
    methods: ["applePay"],
    plan: ({ session }) => ({ fault: ended(session) }),
    reported: () => [
      "onPaymentSessionExpired, onFailed AUTHENTICATION_ERROR API token is not valid or expired.",
      "payrails:api:request_authentication",
      "created",
    ],
    attempts: 0,
  },
  {
    ids: "S-SEC-09, SECURITY R14",
    end: "401 at Apple's session, renewed",
    methods: ["applePay"],
    plan: renewing(({ kind }) => kind === "session"),
    reported: () => ["onPaymentSessionExpired, onSuccess", undefined, "captured"],
    attempts: 1,
  },
  {
    ids: "SECURITY R14",
    end: "401 at the confirm, renewed",
    methods: ["payPal"],
    plan: renewing(({ kind }) => kind === "confirm"),
    reported: () => ["onPaymentSessionExpired, onSuccess", undefined, "captured"],
    attempts: 1,
  },
  {
    ids: "S-ERR-18",
    end: "the confirm refused",
    methods: ["payPal"],
    plan: { fault: on("confirm", { status: 422, code: "request-invalid" }) },
    reported: () => ["onPending unconfirmed", "payrails:client:payment_executor.confirm", "pending"],
    attempts: 1,
  },
  {
    ids: "S-ERR-16",
    end: "an order without a link to confirm it by",
    methods: ["payPal"],
    plan: { fault: on("poll", { edit: (text) => text.replaceAll('"confirm":', '"other":') }) },
    reported: () => ["onPending unconfirmed", "payrails:client:paypal.order_creation", "pending"],
  },
  {
    ids: "S-ERR-17, S-PAYPAL-12",
    end: "the button is taken away while PayPal is open",
    methods: ["payPal"],
    plan: { isUnmounted: true },
    reported: () => [
      "onPaymentSessionExpired, onFailed UNKNOWN_ERROR Mounting the PayPal button was aborted",
      "payrails:client:paypal.mount_aborted",
      "declined",
    ],
  },
  {
    end: "5xx at Apple's session",
    methods: ["applePay"],
    plan: { fault: on("session", { status: 500 }) },
    reported: () => ["onFailed AUTHENTICATION_ERROR Unknown API error", "payrails:api:unknown", "created"],
    attempts: 0,
  },
  {
    end: "409: a Pix page that was closed is still open, so that the payment is not told as failed",
    prepare: async (world) => {
      const { callbacks } = await payInPage(world.fixture, world.session, { method: "pix", shopper: "closes" });
      assertEquals(callbacks.map(({ name }) => name), ["onPending"]);
    },
    reported: () => ["onPending page_closed", undefined, "pending"],
    attempts: 1,
  },
  {
    end: "409: paid meanwhile",
    prepare: ({ fixture, session }) => pay(fixture, session, "4242424242424242"),
    reported: SUCCESS,
    attempts: 1,
  },
  {
    end: "409: cancelled by the shop",
    prepare: ({ fixture, session }) => act(fixture, session, "cancel"),
    reported: refused("AUTHORIZATION_ERROR", "execution-closed", "cancelled"),
    attempts: 0,
  },
  {
    end: "409: ten tries",
    prepare: ({ fixture, session }) =>
      fixture.db.updateTable("pay_executions").set({ attempts: 10 }).where("id", "=", session.id).execute(),
    reported: refused("AUTHORIZATION_ERROR", "attempts-exhausted", "created"),
    attempts: 0,
  },
  {
    end: "409: another attempt is at the bank right now, and is declined",
    prepare: ({ fixture, session }) => pay(fixture, session, "4000000000000002"),
    plan: { fault: on("authorize", { status: 409, code: "execution-busy" }) },
    reported: () => ["onFailed AUTHORIZATION_ERROR GenericRejection", undefined, "declined"],
    attempts: 1,
  },
  {
    end: "409: the very same request still runs",
    plan: { fault: on("authorize", { status: 409, code: "key-in-flight" }, 2) },
    reported: SUCCESS,
    attempts: 1,
  },
  {
    end: "409: the sealed card was used before",
    methods: ["card"],
    plan: { fault: on("authorize", { status: 409, code: "seal-used" }) },
    reported: () => [
      "onFailed VALIDATION_FAILED",
      "payrails:api:refused",
      "created",
      "seal-used",
    ],
    attempts: 0,
  },
  {
    end: "409 without a word, and nothing was begun",
    plan: { fault: on("authorize", { status: 409, body: {} }) },
    reported: () => ["onPending unconfirmed", "payrails:api:authorization_not_requested", "created"],
    attempts: 0,
  },
];

describe("the reported outcome of a payment is the true one", () => {
  let fixture: PaymentsFixture;
  before(async () => {
    fixture = await openPaymentsFixture();
  });
  after(() => fixture.close());

  for (const row of ROWS) {
    for (const method of row.methods ?? METHODS) {
      const ids = row.ids ?? "S-AUTHZ-04, S-BUTTON-18";
      it(`${ids}: ${method}: ${row.end}`, () => walk(row, method));
    }
  }

  async function walk({ init = {}, plan = {}, prepare, reported, attempts }: Row, method: Method) {
    const holderReference = crypto.randomUUID();
    if (method === "stored card") await storeCard(holderReference);
    const key = crypto.randomUUID();
    const again = () => start(fixture, { holderReference, ...init }, { key });
    const session = await again();
    const world: World = { fixture, session, method, again };
    await prepare?.(world);
    const planned = typeof plan === "function" ? await plan(world) : plan;
    const outcomes = await payInPage(fixture, session, { method, ...planned });
    const [says, error, state, server] = reported(method);
    assertEquals(outcomes.callbacks.map(sentence).join(", "), says);
    const { error: reason, serverError, decline } = outcomes.callbacks.at(-1)?.event ?? {};
    assertEquals(Reflect.get(Object(reason), "code"), error);
    if (server !== undefined) {
      assertEquals([serverError?.code, Reflect.get(Object(reason), "serverError")], [server, serverError]);
    }
    assertEquals(decline !== undefined, says.startsWith("onFailed") && state === "declined", "a decline has its words");
    const read = await readAsMerchant(fixture, session);
    assertEquals(String(read.state), state);
    const requested = codes(read).filter((code) => code === "authorizeRequested").length;
    if (attempts !== undefined) assertEquals(requested, attempts, "attempts");
    assert(requested <= 1, "the bank was asked twice");
  }

  /** A session of the same holder then lists the card. */
  async function storeCard(holderReference: string) {
    const { body } = await pay(fixture, await start(fixture, { holderReference }), "4242424242424242", {
      storeInstrument: true,
    });
    assertEquals(codes(body).includes("authorizeSuccessful"), true);
  }

  it("S-CONST-08, S-CONST-09: results of Apple Pay and Google Pay are asked for every 2 s, all others every 680 ms", async () => {
    for (const method of METHODS) {
      const session = await start(fixture, { holderReference: "pace" });
      // Three polls without an outcome.
      const edit = (text: string) => text.replaceAll(/authorize(Successful|Pending)/g, "underWay");
      const fault = (asked: SdkCall) => asked.kind === "poll" && asked.before < 3 ? { edit } : undefined;
      if (method === "stored card") await storeCard("pace");
      const paying = method === "stored card" ? await start(fixture, { holderReference: "pace" }) : session;
      const { waits, callbacks } = await payInPage(fixture, paying, { method, fault });
      assertEquals(callbacks.map(({ name }) => name), ["onSuccess"]);
      const pace = isFast(method) ? 680 : 2000;
      // The services run in this process, and set timers of their own.
      const atPace = [1, 2, 3].map((count) => waits.some(({ ms, polls }) => polls === count && ms === pace));
      assertEquals(atPace, [true, true, true], method);
      assertEquals(waits.filter(({ ms, polls }) => ms === 2000 && polls === 0).length > 0, true, "the first after 2 s");
    }
  });

  it("S-COMPOSE-01: what the form knows about the network's offers is sent with the card", async () => {
    for (const isEnrolling of [true, false]) {
      const { calls } = await payInPage(fixture, await start(fixture), { method: "card", isEnrolling });
      const [sent] = calls.filter(({ kind }) => kind === "authorize").map(({ body }) => JSON.parse(body));
      assertEquals(sent.paymentComposition[0].enrollInstrumentToNetworkOffers, isEnrolling || undefined);
    }
  });

  it("S-PAYPAL-12: once PayPal was closed, another way pays the same execution at once", async () => {
    const session = await start(fixture);
    const closed = await payInPage(fixture, session, { method: "payPal", cancels: true });
    assertEquals(closed.callbacks.map(({ name }) => name), ["onPaymentSessionExpired", "onFailed"]);
    const paid = await payInPage(fixture, session, { method: "card" });
    const { state } = await readAsMerchant(fixture, session);
    assertEquals([paid.callbacks.map(({ name }) => name), String(state)], [["onSuccess"], "captured"]);
  });

  it("a page that was closed and is paid from elsewhere is a success at the next press, whichever button is pressed", async () => {
    const session = await start(fixture);
    await payInPage(fixture, session, { method: "pix", shopper: "closes" });
    const { body } = await send(fixture, `/client/executions/${session.id}`, { token: session.token });
    await choose(fixture, String(body.links?.redirect), "approve");
    const { callbacks } = await payInPage(fixture, session, { method: "card" });
    assertEquals(callbacks.map(({ name }) => name), ["onSuccess"]);
    assertEquals(
      codes(await readAsMerchant(fixture, session)).filter((code) => code === "authorizeRequested").length,
      1,
    );
  });
});

function sentence({ name, event: { code, reason, message } }: { name: string; event: Record<string, unknown> }) {
  const isOwn = code === "VALIDATION_FAILED" || code === "USER_CANCELLED";
  return [name, reason ?? code, isOwn ? undefined : message].filter((part) => part !== undefined).join(" ");
}

function codes(read: { readonly status?: unknown }): readonly string[] {
  return Array.isArray(read.status) ? read.status.map(({ code }) => String(code)) : [];
}
