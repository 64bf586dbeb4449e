/** SECURITY X5: a provider that answers 200 for a refusal or a pending operation, for everything that moves money. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { consentSchema } from "../../../wire/billing/purchase.ts";
import type { Change } from "../../../wire/billing/subscriptions.ts";
import { signBody } from "../../payments/webhooks/post_webhook.ts";
import { cancelCheckout } from "../checkout/cancel_checkout.ts";
import { contextOf } from "../build_context.ts";
import { type Execution, isCaptured, parseExecution } from "../payments_client/execution.ts";
import { performOperation } from "./operations.ts";
import { agreedChangeText } from "../testing/agreed_text.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ADDRESS,
  ANN,
  buy,
  consentBody,
  prepare,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";

const WEEKLY = "tck_weekly_3dtrial";
const MINUTE_MS = 60_000;
const SECRET = "shared-secret";
const ann = { checkout: ANN };
type Kind = "capture" | "refund" | "cancel";

interface Row {
  readonly what: string;
  readonly kind: Kind;
  /** Everything before the provider begins to refuse. */
  readonly before?: (h: SubscriptionsFixture) => Promise<unknown>;
  /** What starts the operation. */
  readonly ask: (h: SubscriptionsFixture) => Promise<unknown>;
  /** What the provider did once it agreed. */
  readonly moved: readonly string[];
  /** The email that reports it, if any. */
  readonly email?: string;
  /** The records before and after. */
  readonly books: (h: SubscriptionsFixture) => Promise<unknown>;
  readonly open: unknown;
  readonly done: unknown;
}

const bought = async (h: SubscriptionsFixture) =>
  (await h.db.selectFrom("subs_subscriptions").select("id").execute()).length;
const states = async (h: SubscriptionsFixture, kind: "renewal" | "addon" | "first") =>
  (await h.db.selectFrom("subs_charges").select("state").where("kind", "=", kind).orderBy("charge_key").execute())
    .map(({ state }) => state);
const idOf = async (h: SubscriptionsFixture) =>
  (await h.db.selectFrom("subs_subscriptions").select("id").executeTakeFirstOrThrow()).id;
const renewal = async (h: SubscriptionsFixture) => {
  const { period, status } = await h.db.selectFrom("subs_subscriptions").select(["period", "status"])
    .executeTakeFirstOrThrow();
  return [...await states(h, "renewal"), period, status];
};
const change = async (h: SubscriptionsFixture, wanted: Change) => {
  const id = await idOf(h);
  const { body } = await h.call("POST", `/changes-of/${id}/preview`, ann, { change: wanted });
  const shown = consentSchema.shape.shown.parse(body.shown);
  const agreed = { change: wanted, shown, ...agreedChangeText(wanted, shown) };
  assertEquals((await h.call("POST", `/changes-of/${id}`, ann, agreed)).status, 200);
};
const create = async (h: SubscriptionsFixture) => {
  const { body } = await prepare(h, WEEKLY);
  return await h.call("POST", "/subs/create-no-user", ann, body);
};
const renewOnce = async (h: SubscriptionsFixture) => {
  await buy(h);
  h.clock.advance(3 * DAY_MS);
  await runDueWork(h.ports);
};
const withdrawFirst = async (h: SubscriptionsFixture) => {
  const { id } = await h.db.selectFrom("subs_charges").select("id").where("kind", "=", "first")
    .executeTakeFirstOrThrow();
  return await h.call("POST", `/withdraw/${await idOf(h)}`, ann, { charges: [id] });
};
/** The plan ends while its renewal is in flight. */
const cancelInFlight = async (h: SubscriptionsFixture) => {
  const id = await idOf(h);
  h.clock.advance(3 * DAY_MS);
  h.payments.before = async (request) => {
    if (!request.url.endsWith("/authorize")) return undefined;
    h.payments.before = () => undefined;
    void h.call("POST", `/cancel-subscription/${id}`, ann);
    await eventually(async () => (await renewal(h)).at(-1) === "cancelled");
    return undefined;
  };
  await runDueWork(h.ports);
};

const ROWS: readonly Row[] = [
  {
    what: "a purchase by card",
    kind: "capture",
    ask: create,
    moved: ["capture 1.00"],
    email: "enrolment",
    books: bought,
    open: 0,
    done: 1,
  },
  {
    what: "a purchase by Apple Pay",
    kind: "capture",
    ask: async (h) => {
      await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann);
      await h.call("POST", "/consents", ann, consentBody(h, WEEKLY));
      const who = { plan_id: WEEKLY, email: "ann@example.com", attribution: {}, address: ADDRESS };
      const body = { ...who, token: { paymentData: {} }, display_name: "Visa", vault: "" };
      return await h.call("POST", "/subs/create-no-user-applepay", ann, body);
    },
    moved: ["capture 1.00"],
    email: "enrolment",
    books: bought,
    open: 0,
    done: 1,
  },
  {
    what: "a purchase that a webhook completes",
    kind: "capture",
    ask: async (h) => {
      const session = await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann);
      const id = JSON.parse(atob(String(session.body.data))).execution.id;
      await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { email: "ann@example.com" }));
      h.payments.shopperPays(id);
      h.clock.advance(MINUTE_MS);
      const body = JSON.stringify({ event: "authorizeSuccessful", execution: { id } });
      const headers = { "content-type": "application/json", "x-signature": await signBody(SECRET, body) };
      await h.subscriptions(new Request("http://embedded/payments-notices", { method: "POST", headers, body }));
      await eventually(() => h.payments.calls.some((call) => call.endsWith("/capture")));
    },
    moved: ["capture 1.00"],
    email: "enrolment",
    books: bought,
    open: 0,
    done: 1,
  },
  {
    what: "a renewal",
    kind: "capture",
    before: buy,
    ask: async (h) => {
      h.clock.advance(3 * DAY_MS);
      await runDueWork(h.ports);
    },
    moved: ["capture 19.99"],
    email: "renewed",
    books: renewal,
    open: ["sending", 0, "trial"],
    done: ["succeeded", 1, "active"],
  },
  {
    what: "an add-on",
    kind: "capture",
    before: buy,
    ask: async (h) => await addOn(h, await idOf(h), "tck_10_validations_otp"),
    moved: ["capture 12.49"],
    email: "receipt",
    books: async (h) => [
      ...await states(h, "addon"),
      (await h.call("POST", `/subscriptions/${await idOf(h)}`, ann)).body.credits,
      (await h.db.selectFrom("subs_products").select("id").execute()).length,
    ],
    open: ["sending", 0, 0],
    done: ["succeeded", 10, 1],
  },
  {
    what: "a pause that is ended and charged at once",
    kind: "capture",
    before: async (h) => {
      await renewOnce(h);
      await change(h, { kind: "pause", months: 1 });
      h.clock.advance(8 * DAY_MS);
    },
    ask: (h) => change(h, { kind: "resume" }),
    moved: ["capture 19.99"],
    email: "renewed",
    books: renewal,
    open: ["succeeded", "sending", 1, "active"],
    done: ["succeeded", "succeeded", 2, "active"],
  },
  {
    what: "a change of plan at its first charge",
    kind: "capture",
    before: async (h) => {
      await renewOnce(h);
      await change(h, { kind: "switch", plan_id: "tck_3month_plan" });
    },
    ask: async (h) => {
      h.clock.advance(7 * DAY_MS);
      await runDueWork(h.ports);
    },
    moved: ["capture 49.00"],
    email: "renewed",
    books: async (h) => [
      ...await renewal(h),
      (await h.db.selectFrom("subs_subscriptions").select("plan_id").executeTakeFirstOrThrow()).plan_id,
    ],
    open: ["succeeded", "sending", 1, "active", WEEKLY],
    done: ["succeeded", "succeeded", 2, "active", "tck_3month_plan"],
  },
  {
    what: "a withdrawal",
    kind: "refund",
    before: buy,
    ask: withdrawFirst,
    moved: ["refund 1.00"],
    email: "refunded",
    books: async (h) => [
      ...await states(h, "first"),
      (await h.db.selectFrom("subs_refunds").select("state").executeTakeFirst())?.state,
    ],
    open: ["succeeded", "due"],
    done: ["refunded", "sent"],
  },
  {
    what: "a renewal that met a cancel",
    kind: "refund",
    before: buy,
    ask: cancelInFlight,
    moved: ["capture 19.99", "refund 19.99"],
    email: "refunded",
    books: renewal,
    open: ["sending", 0, "cancelled"],
    done: ["refunded", 0, "cancelled"],
  },
  {
    what: "a checkout that was given up",
    kind: "cancel",
    before: (h) => prepare(h, WEEKLY),
    ask: async (h) => {
      const [executionId = ""] = h.payments.executions.keys();
      await cancelCheckout(contextOf(h.ports), executionId, "voided");
    },
    moved: [],
    books: async (h) =>
      (await h.db.selectFrom("subs_checkouts").select("cancel_ms").executeTakeFirstOrThrow()).cancel_ms === null,
    open: false,
    done: true,
  },
];

onBothEngines("SECURITY X5: operations are recorded by the state they reached", (place) => {
  const withFixture = (live: (h: SubscriptionsFixture) => Promise<void>) =>
    withEmptyFixture({ place: place(), webhookSecrets: [SECRET] }, live);
  const emails = (h: SubscriptionsFixture, { email }: Row) => h.mails.filter(({ kind }) => kind === email).length;
  const keysOf = (h: SubscriptionsFixture, kind: Kind) =>
    h.payments.bodies.filter(({ path }) => path.endsWith(`/${kind}`)).map(({ key }) => key);
  const openOperations = (h: SubscriptionsFixture) =>
    h.db.selectFrom("subs_moves").select(["kind", "state"]).where("settled_ms", "is", null).execute();
  const begin = async (h: SubscriptionsFixture, row: Row, end: "refused" | "pending") => {
    await row.before?.(h);
    await eventually(async () =>
      await h.db.selectFrom("mail_outbox").select("id").where("sent_ms", "is", null).executeTakeFirst() === undefined
    );
    h.payments.operations.length = 0;
    h.mails.length = 0;
    h.payments.bodies.length = 0;
    h.payments.ends = (kind) => kind === row.kind ? end : "done";
    return await row.ask(h);
  };
  const isOpen = async (h: SubscriptionsFixture, row: Row, end: "refused" | "pending") => {
    assertEquals(await row.books(h), row.open, "the books");
    assertEquals(emails(h, row), 0, "no email tells of it");
    assertEquals(h.payments.operations, row.moved.slice(0, -1), "no money moved");
    assertEquals(await openOperations(h), [{ kind: row.kind, state: end }], "an operator sees it");
  };
  const isDone = async (h: SubscriptionsFixture, row: Row) => {
    assertEquals(await row.books(h), row.done, "the books");
    if (row.email !== undefined) await eventually(() => emails(h, row) === 1);
    assertEquals(h.payments.operations, row.moved);
    assertEquals(await openOperations(h), []);
  };

  for (const row of ROWS) {
    it(`${row.what}: 200 and ${row.kind}Failed is not a ${row.kind}, and is retried under new keys until it succeeds`, () =>
      withFixture(async (h) => {
        const said = await begin(h, row, "refused");
        await eventually(async () => (await openOperations(h)).length === 1);
        await isOpen(h, row, "refused");
        if (row.kind === "capture" && typeof said === "object" && said !== null && "body" in said) {
          const { error } = said.body as { error: string };
          assert(error !== "", "the customer is not told that it is done");
        }
        for (const minutes of [1, 2]) {
          h.clock.advance(minutes * MINUTE_MS);
          await runDueWork(h.ports);
          await isOpen(h, row, "refused");
        }
        h.payments.ends = () => "done";
        h.clock.advance(4 * MINUTE_MS);
        await runDueWork(h.ports);
        await isDone(h, row);
        const keys = keysOf(h, row.kind);
        assertEquals(new Set(keys).size, keys.length, `every key is used once: ${keys.join()}`);
        assert(keys.length >= 3, keys.join());
        h.clock.advance(MINUTE_MS);
        await runDueWork(h.ports);
        await isDone(h, row);
      }));

    it(`${row.what}: a pending ${row.kind} is neither recorded nor requested twice`, () =>
      withFixture(async (h) => {
        await begin(h, row, "pending");
        await eventually(async () => (await openOperations(h)).length === 1);
        for (const minutes of [1, 2]) {
          h.clock.advance(minutes * MINUTE_MS);
          await runDueWork(h.ports);
          await isOpen(h, row, "pending");
        }
        const [id = ""] = [...h.payments.executions.keys()].slice(-1);
        h.payments.finish(id, row.kind);
        h.clock.advance(4 * MINUTE_MS);
        await runDueWork(h.ports);
        await isDone(h, row);
        assert(new Set(keysOf(h, row.kind)).size <= 1, "one key");
      }));
  }

  it("voids a purchase whose capture stays refused after a quarter of an hour, and starts no plan", () =>
    withFixture(async (h) => {
      h.payments.ends = (kind) => kind === "capture" ? "refused" : "done";
      await create(h);
      for (let minute = 0; minute < 30; minute++) {
        h.clock.advance(MINUTE_MS);
        await runDueWork(h.ports);
      }
      const [execution] = h.payments.executions.values();
      assertEquals(execution?.status.at(-1)?.code, "cancelSuccessful");
      assertEquals([await bought(h), h.payments.operations, h.mails], [0, [], []]);
      assertEquals(await openOperations(h), []);
    }));

  it("voids a renewal that is authorized and not captured when the plan is cancelled, instead of charging and refunding it", () =>
    withFixture(async (h) => {
      const id = await buy(h);
      h.payments.operations.length = 0;
      h.payments.ends = (kind) => kind === "capture" ? "refused" : "done";
      h.clock.advance(3 * DAY_MS);
      await runDueWork(h.ports);
      const cancelled = h.call("POST", `/cancel-subscription/${id}`, ann);
      await eventually(async () => (await renewal(h)).at(-1) === "cancelled");
      h.clock.advance(MINUTE_MS);
      await runDueWork(h.ports);
      assertEquals((await cancelled).status, 200);
      assertEquals([await renewal(h), h.payments.operations], [["failed", 0, "cancelled"], []]);
      assertEquals([...h.payments.executions.values()].at(-1)?.status.at(-1)?.code, "cancelSuccessful");
      assertEquals(await openOperations(h), []);
    }));

  it("TRUST T6: voids a renewal that is authorized and not captured when its member withdraws, and only the first charge is refunded", () =>
    withFixture(async (h) => {
      const id = await buy(h);
      const first = await h.db.selectFrom("subs_charges").select("id").executeTakeFirstOrThrow();
      h.payments.operations.length = 0;
      h.payments.ends = (kind) => kind === "capture" ? "refused" : "done";
      h.clock.advance(3 * DAY_MS);
      await runDueWork(h.ports);
      const withdrawn = h.call("POST", `/withdraw/${id}`, ann, { charges: [first.id] });
      await eventually(async () => (await renewal(h)).at(-1) === "ended");
      // From here on the provider would capture.
      h.payments.ends = () => "done";
      h.clock.advance(MINUTE_MS);
      await runDueWork(h.ports);
      assertEquals((await withdrawn).status, 200);
      await eventually(() => h.payments.operations.length > 0);
      assertEquals([await renewal(h), h.payments.operations], [["failed", 0, "ended"], ["refund 1.00"]]);
      assertEquals([...h.payments.executions.values()].at(-1)?.status.at(-1)?.code, "cancelSuccessful");
      assertEquals(await openOperations(h), []);
    }));

  it("voids a renewal whose capture is refused for a day, and counts it as declined", () =>
    withFixture(async (h) => {
      await buy(h);
      h.payments.operations.length = 0;
      h.payments.ends = (kind) => kind === "capture" ? "refused" : "done";
      h.clock.advance(3 * DAY_MS);
      for (let hour = 0; hour < 26; hour++) {
        await runDueWork(h.ports);
        h.clock.advance(60 * MINUTE_MS);
      }
      assertEquals([await renewal(h), h.payments.operations], [["failed", 0, "past_due"], []]);
      await eventually(() => h.mails.some(({ kind }) => kind === "declined"));
      assertEquals(await openOperations(h), []);
    }));

  it("retries a refused call (409) under a new key too, at growing intervals", () =>
    withFixture(async (h) => {
      await buy(h);
      h.payments.before = (request) =>
        request.url.endsWith("/refund")
          ? Response.json({ errors: [{ code: "state-conflict" }] }, { status: 409 })
          : undefined;
      const seen: string[] = [];
      const { before } = h.payments;
      h.payments.before = (request) => {
        if (request.url.endsWith("/refund")) seen.push(request.headers.get("x-idempotency-key") ?? "");
        return before(request);
      };
      await withdrawFirst(h);
      await eventually(() => seen.length === 1);
      for (let minute = 0; minute < 60; minute++) {
        h.clock.advance(MINUTE_MS);
        await runDueWork(h.ports);
      }
      // After 1, 2, 4, 8, 16 and 32 minutes.
      assert(seen.length >= 6 && seen.length <= 7, seen.join());
      assertEquals(new Set(seen).size, seen.length);
      h.payments.before = () => undefined;
      h.clock.advance(60 * MINUTE_MS);
      await runDueWork(h.ports);
      assertEquals(await states(h, "first"), ["refunded"]);
    }));

  it("a 200 that tells of another sum, of another operation or of none is not done", () =>
    withFixture(async (h) => {
      const code = (name: string) => [{ code: name, time: "2027-01-31T12:00:00Z" }];
      const told = (status: readonly object[], sums: Readonly<Record<string, unknown>> = {}) =>
        parseExecution({ id: "one", status, ...sums });
      const sum = (value: string) => ({ value, currency: "USD" });
      const answers: readonly (readonly [Kind, Execution, "done" | "pending" | "refused"])[] = [
        ["capture", told([]), "pending"],
        ["capture", told(code("authorizeSuccessful")), "pending"],
        ["capture", told(code("captureRequested")), "pending"],
        ["capture", told(code("captureSuccessful"), { captured: sum("9.99") }), "pending"],
        ["capture", told(code("captureSuccessful"), { captured: sum("10.01") }), "pending"],
        ["capture", told(code("captureFailed")), "refused"],
        ["capture", told(code("captureSuccessful"), { captured: sum("10.00") }), "done"],
        ["refund", told([]), "pending"],
        ["refund", told(code("captureSuccessful"), { captured: sum("10.00") }), "pending"],
        ["refund", told(code("cancelSuccessful")), "pending"],
        ["refund", told(code("refundSuccessful"), { captured: sum("10.00"), refunded: sum("9.99") }), "pending"],
        ["refund", told(code("refundSuccessful"), { captured: sum("10.00"), refunded: sum("10.00") }), "done"],
        ["cancel", told([]), "pending"],
        ["cancel", told(code("refundSuccessful")), "pending"],
        ["cancel", told(code("cancelSuccessful")), "done"],
      ];
      const context = contextOf(h.ports);
      for (const [at, [kind, answer, end]] of answers.entries()) {
        const api = { ...context.api, operate: () => Promise.resolve(answer) };
        const operation = { kind, executionId: `one-${at}`, cents: 1_000 };
        const what = `${kind}: ${JSON.stringify(answer.operations)}`;
        assertEquals(await performOperation({ ...context, api }, operation, told([])), end, what);
        const open = await h.db.selectFrom("subs_moves").select("state").where("execution_id", "=", `one-${at}`)
          .where("settled_ms", "is", null).execute();
        assertEquals(open.map(({ state }) => state), end === "done" ? [] : [end], what);
      }
      // A capture of another sum is no capture of this charge.
      const captured = told(code("captureSuccessful"), { captured: sum("9.99") });
      assertEquals([999, 1_000].map((cents) => isCaptured(captured, cents)), [true, false]);
    }));
});
