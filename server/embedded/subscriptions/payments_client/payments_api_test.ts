/** The calls to the payments service, as it receives them: address, headers, body, tokens and repetitions. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { createClock } from "../../../platform/clock.ts";
import { createPaymentsApi } from "./payments_api.ts";
import { TOKEN_MARGIN_MS } from "./send.ts";

const SETTINGS = {
  clientId: "trust check",
  clientSecret: "secret",
  workflowCode: "payment-acceptance",
  publicOrigin: "https://app.example",
  base: "/trustcheck",
  hasRegistry: true,
  takesRawCards: false,
  webhookSecrets: [],
};
const AMOUNT = { value: "19.99", currency: "USD" };
const ORDER = {
  reference: "r1",
  description: "Weekly",
  holderReference: "h1",
  cents: 1999,
  capture: "automatic",
  key: "k1",
} as const;

function open(answers: readonly (() => Response)[] = []) {
  const calls: Record<string, unknown>[] = [];
  const clock = createClock(() => Date.UTC(2027, 0, 31));
  let tokens = 0;
  const left = [...answers];
  const api = createPaymentsApi({
    clock,
    settings: SETTINGS,
    payments: async (request) => {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      calls.push({
        at: `${request.method} ${pathname}`,
        headers: Object.fromEntries([...request.headers].filter(([name]) => name !== "content-length")),
        body: text === "" ? undefined : JSON.parse(text),
      });
      if (pathname.startsWith("/auth/")) return Response.json({ access_token: `t${++tokens}`, expires_in: 60 });
      const data = btoa(JSON.stringify({ execution: { id: "e/1" } }));
      return left.shift()?.() ?? Response.json(pathname.endsWith("/init") ? { version: "2.0", data } : { id: "e/1" });
    },
  });
  /** Without the calls for a token. */
  const paid = () => calls.filter(({ at }) => !String(at).includes("/auth/"));
  return { api, calls, paid, clock };
}

const EXECUTION = "/merchant/workflows/payment-acceptance/executions/e%2F1";
const headers = (more: object = {}) => ({ authorization: "Bearer t1", accept: "application/json", ...more });
const json = (key: string) => headers({ "content-type": "application/json", "x-idempotency-key": key });

describe("calls to the payments service", () => {
  it("begin with a token for the client's secret; an init carries the order", async () => {
    const { api, calls } = open();
    assertEquals((await api.init(ORDER)).executionId, "e/1");
    const meta = {
      order: {
        reference: "r1",
        description: "Weekly",
        lines: [{ id: "r1", name: "Weekly", quantity: 1, unitPrice: AMOUNT }],
      },
      clientContext: { origin: "https://app.example" },
    };
    const body = {
      type: "dropIn",
      workflowCode: "payment-acceptance",
      merchantReference: "r1",
      holderReference: "h1",
      amount: AMOUNT,
      meta,
    };
    assertEquals(calls, [
      { at: "POST /auth/token/trust%20check", headers: { "x-api-key": "secret" }, body: undefined },
      { at: "POST /merchant/client/init", headers: json("k1"), body },
    ]);
    await api.init({ ...ORDER, capture: "manual" });
    assertEquals(calls.at(-1)?.body, { ...body, meta: { capture: "manual", ...meta } });
  });

  it("read, authorize, capture, refund and cancel one execution, each with its own key", async () => {
    const { api, paid } = open();
    const charge = { executionId: "e/1", cents: 1999, key: "k2" };
    await api.read("e/1");
    await api.authorize({
      ...charge,
      isCustomerPresent: false,
      paymentMethod: { kind: "stored", code: "card", id: "p1" },
    });
    await api.authorize({
      ...charge,
      isCustomerPresent: true,
      paymentMethod: { kind: "wallet", code: "applePay", token: "sheet" },
    });
    for (const kind of ["capture", "refund", "cancel"] as const) await api.operate({ ...charge, kind });
    const paying = (what: object, CIT: boolean) => ({
      amount: AMOUNT,
      paymentComposition: [{ ...what, integrationType: "api", amount: AMOUNT }],
      meta: { CIT },
    });
    assertEquals(paid(), [
      { at: `GET ${EXECUTION}`, headers: headers(), body: undefined },
      {
        at: `POST ${EXECUTION}/authorize`,
        headers: json("k2"),
        body: paying({ paymentInstrumentId: "p1", paymentMethodCode: "card" }, false),
      },
      {
        at: `POST ${EXECUTION}/authorize`,
        headers: json("k2"),
        body: paying({
          paymentInstrumentData: { paymentToken: "sheet" },
          storeInstrument: true,
          paymentMethodCode: "applePay",
        }, true),
      },
      { at: `POST ${EXECUTION}/capture`, headers: json("k2"), body: { amount: AMOUNT } },
      { at: `POST ${EXECUTION}/refund`, headers: json("k2"), body: { amount: AMOUNT } },
      { at: `POST ${EXECUTION}/cancel`, headers: json("k2"), body: {} },
    ]);
  });

  it("share one token until shortly before it expires, and get another when it is refused", async () => {
    const { api, calls, paid, clock } = open([
      () => Response.json({ id: "e/1" }),
      () => Response.json({ id: "e/1" }),
      () => Response.json({ id: "e/1" }),
      () => new Response("{}", { status: 401 }),
    ]);
    await Promise.all([api.read("e/1"), api.read("e/1")]);
    clock.advance(60_000 - TOKEN_MARGIN_MS);
    await api.read("e/1");
    await api.read("e/1");
    assertEquals(
      paid().map(({ headers }) => (headers as Record<string, string>).authorization),
      ["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2", "Bearer t3"],
    );
    assertEquals(calls.length - paid().length, 3);
  });

  for (
    const [what, refusal] of [
      ["an outage", () => new Response("", { status: 503 })],
      ["too many calls", () => new Response("", { status: 429 })],
      ["a key in flight", () => Response.json({ code: "key-in-flight" }, { status: 409 })],
      ["a busy execution", () => Response.json({ code: "execution-busy" }, { status: 409 })],
      ["half an answer", () => new Response('{"id":')],
      ["another execution's answer", () => Response.json({ id: "e2" })],
    ] as const
  ) {
    it(`${what}: is ${what.startsWith("another") ? "no answer, and not repeated" : "repeated twice with the same key"}`, async () => {
      const { api, paid } = open([refusal, refusal, refusal]);
      const operation = { kind: "capture", executionId: "e/1", cents: 1999, key: "k3" } as const;
      const error = await assertRejects(() => api.operate(operation));
      assertEquals(Reflect.get(error, "isFinal"), false);
      assertEquals(
        paid().map(({ at }) => at),
        Array(what.startsWith("another") ? 1 : 3).fill(`POST ${EXECUTION}/capture`),
      );
      assertEquals(new Set(paid().map(({ headers }) => JSON.stringify(headers))).size, 1);
    });
  }

  it("any other refusal is final and repeated by no call; an answer without a body is one", async () => {
    for (const status of [400, 404, 409, 422]) {
      const { api, paid } = open([() => Response.json({ code: "no" }, { status })]);
      const error = await assertRejects(() => api.read("e/1"));
      assertEquals([error.name, Reflect.get(error, "isFinal"), paid().length], ["PaymentsError", true, 1]);
    }
    const { api, paid } = open([() => new Response("", { status: 500 })]);
    assertEquals((await api.read("e/1")).id, "e/1");
    assertEquals(paid().length, 2);
  });

  it("after a refused token, the next try requests a new one, and the refused one is never sent again", async () => {
    let asked = 0;
    const api = createPaymentsApi({
      clock: createClock(),
      settings: SETTINGS,
      payments: (request) => {
        if (!new URL(request.url).pathname.startsWith("/auth/")) return Promise.resolve(Response.json({ id: "e/1" }));
        return Promise.resolve(
          ++asked === 1 ? new Response("", { status: 500 }) : Response.json({ access_token: "t" }),
        );
      },
    });
    assertEquals((await api.read("e/1")).id, "e/1");
    await api.read("e/1");
    assertEquals(asked, 3, "a token without a lifetime is used once");
  });
});
