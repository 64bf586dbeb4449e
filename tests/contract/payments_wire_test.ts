/**
 * Every address of the payments wire exists on the product's own origins, in one shape
 * (docs/decisions/sdk/published-5x-programs.md).
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createApp, createFrameApp } from "../../server/app.ts";
import { readConfig } from "../../server/config/config.ts";
import { type Context, createContext } from "../../server/context.ts";
import { silentLog } from "../../server/platform/log.ts";
import type { Upstream } from "../../server/platform/http/upstream.ts";
import { fakeAssets } from "../support/app/fake_context.ts";
import { parseInit, payByCard } from "../support/payments/pay_by_card.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

/** Allowed requesters: a merchant's back end with its secret or token, a shopper's page with its token, or any. */
type Caller = "secret" | "merchant" | "shopper" | "any";
type Row = readonly [caller: Caller, method: "GET" | "POST" | "PATCH" | "DELETE", path: string];

const EXECUTION = "/merchant/workflows/payment-acceptance/executions/{execution}";
const ADDRESSES: readonly Row[] = [
  ["secret", "POST", "/auth/token/merchant-demo"],
  ["merchant", "POST", "/merchant/client/init"],
  ["merchant", "POST", "/token/client/init"],
  ["merchant", "POST", `${EXECUTION}/lookup`],
  ["merchant", "POST", `${EXECUTION}/authorize`],
  ["merchant", "GET", EXECUTION],
  ["merchant", "POST", `${EXECUTION}/capture`],
  ["merchant", "POST", `${EXECUTION}/cancel`],
  ["merchant", "POST", `${EXECUTION}/refund`],
  ["merchant", "GET", `${EXECUTION}/moves`],
  ["merchant", "GET", "/merchant/executions"],
  ["merchant", "GET", "/merchant/holders/{holder}/instruments"],
  ["merchant", "GET", "/merchant/disputes"],
  ["merchant", "GET", "/merchant/disputes/{dispute}"],
  ["merchant", "GET", "/merchant/disputes/{dispute}/files/{file}"],
  ["merchant", "POST", "/merchant/disputes/{dispute}/evidence"],
  ["merchant", "DELETE", "/merchant/disputes/{dispute}/evidence"],
  ["merchant", "POST", "/merchant/disputes/{dispute}/accept"],
  ["merchant", "POST", "/merchant/webhooks/endpoints"],
  ["merchant", "GET", "/merchant/webhooks/endpoints"],
  ["merchant", "POST", "/merchant/webhooks/endpoints/{endpoint}/test"],
  ["merchant", "POST", "/merchant/webhooks/endpoints/{endpoint}/secret"],
  ["merchant", "DELETE", "/merchant/webhooks/endpoints/{endpoint}"],
  ["merchant", "GET", "/merchant/webhooks/deliveries"],
  ["merchant", "GET", "/merchant/webhooks/deliveries/{delivery}"],
  ["merchant", "POST", "/merchant/webhooks/deliveries/{delivery}/replay"],
  ["merchant", "DELETE", "/merchant/holders/{holder}/instruments/{second}"],
  ["merchant", "DELETE", "/merchant/holders/{holder}/records"],
  ["shopper", "POST", "/client/executions/{execution}/authorize"],
  ["shopper", "GET", "/client/executions/{execution}"],
  ["shopper", "POST", "/client/executions/{execution}/confirm"],
  ["shopper", "POST", "/client/executions/{execution}/give-up"],
  ["shopper", "POST", "/client/executions/{execution}/session"],
  ["shopper", "POST", "/client/bin-lookup"],
  ["shopper", "POST", "/client/instruments"],
  ["shopper", "PATCH", "/client/instruments/{instrument}"],
  ["shopper", "DELETE", "/client/instruments/{instrument}"],
  ["any", "GET", "/countries.json"],
  ["any", "GET", "/openapi.json"],
  ["any", "GET", "/result/success"],
  ["any", "GET", "/result/cancel"],
  ["any", "GET", "/result/error"],
  ["any", "GET", "/result/pending"],
];

function parseDisplay({ data }: { readonly data: string }) {
  return JSON.parse(atob(data)) as { readonly links: { readonly display: { readonly href: string } } };
}

/** As a server receives it from the network: with its Host header. */
function hosted(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("host", new URL(request.url).host);
  return new Request(request, { headers });
}

describe("the payments wire on the product's origins", () => {
  let context: Context;
  let folder: string;
  let app: Upstream;
  const ids = {
    execution: "",
    holder: "holder-1",
    instrument: "",
    second: "",
    delivery: "",
    endpoint: "",
    dispute: "",
    file: "",
  };
  const tokens = { merchant: "", shopper: "" };
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-wire-" });
    await prepareKeys(`${folder}/keys`);
    const webhooks = "merchant-demo=http://127.0.0.1:9/hook|hook-secret";
    const env = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, PAYMENTS_WEBHOOKS: webhooks };
    context = await createContext(readConfig(env), { log: silentLog, assets: fakeAssets });
    const { fetch } = createApp(context);
    app = async (request) => await fetch(hosted(request));
    const issued = await call("POST", "/auth/token/merchant-demo", { "x-api-key": "demo-secret" });
    tokens.merchant = String((await issued.json()).access_token);
    const paid = await payWith("4242424242424242");
    tokens.shopper = paid.token;
    Object.assign(ids, { execution: paid.id, instrument: paid.instrument });
    ids.second = (await payWith("5555555555554444")).instrument;
    const listed = await call("GET", "/merchant/webhooks/deliveries?limit=1", bearer(tokens.merchant));
    const url = "http://127.0.0.1:9/registered";
    const registered = await call("POST", "/merchant/webhooks/endpoints", bearer(tokens.merchant), { url });
    ids.endpoint = String((await registered.json()).id);
    Object.assign(ids, await disputed());
    ids.delivery = String((await listed.json()).results[0].id);
  });
  after(async () => {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  });

  const call = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ) =>
    await app(
      new Request(`${context.config.publicOrigin}/services/payments${path}`, {
        method,
        headers,
        ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      }),
    );
  const payWith = async (cardNumber: string) => {
    const started = await call("POST", "/merchant/client/init", bearer(tokens.merchant), {
      merchantReference: "order-1",
      holderReference: ids.holder,
      amount: { value: "10.00", currency: "USD" },
    });
    const initResponse = await started.json();
    const { execution } = await payByCard({
      fetch: async (request) => await app(request),
      initResponse,
      card: { cardNumber },
      storeInstrument: true,
    });
    const instrument = String(execution.paymentInstrumentId);
    return { id: execution.id, token: parseInit(initResponse).token, instrument };
  };
  /** A dispute with a file, as the test card for disputes causes it. */
  const disputed = async () => {
    await payWith("4000000000000259");
    context.clock.advance(60_000);
    for (const work of context.works) await work();
    const listed = await call("GET", "/merchant/disputes", bearer(tokens.merchant));
    const dispute = String((await listed.json()).results[0].id);
    const files = [{ name: "a.txt", contentType: "text/plain", content: btoa("a") }];
    const kept = await call("POST", `/merchant/disputes/${dispute}/evidence`, bearer(tokens.merchant), { files });
    assertEquals(kept.status, 200, await kept.clone().text());
    return { dispute, file: String((await kept.json()).evidence.files[0].id) };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}`, "x-idempotency-key": crypto.randomUUID() });
  const at = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);

  it("the issuer page and revealed details are pages of the frame origin", async () => {
    const frame = async (path: string) =>
      await createFrameApp(context).fetch(hosted(new Request(`${context.config.frameOrigin}${path}`)));
    for (const path of ["/challenge/bank.css", "/challenge/bank.js", "/display/style.css"]) {
      assertEquals((await frame(path)).status, 200, path);
    }
    const stored = await call("GET", at("/merchant/holders/{holder}/instruments"), bearer(tokens.merchant));
    const { results: [{ id: instrumentId }] } = await stored.json();
    const shown = await call("POST", "/token/client/init", bearer(tokens.merchant), { instrumentId });
    const { links } = parseDisplay(await shown.json());
    const page = await frame(new URL(links.display.href).pathname);
    assertEquals([page.status, new URL(links.display.href).origin], [200, context.config.frameOrigin]);
    assertMatch(await page.text(), /4242 4242 4242 4242/);
  });

  it("a merchant begins an order of forty lines, through the proxy and into the service", async () => {
    const price = { value: "0.25", currency: "USD" };
    const lines = Array.from(
      { length: 40 },
      (_, line) => ({ id: `${line}`, name: "Pen", quantity: 1, unitPrice: price }),
    );
    const started = await call("POST", "/merchant/client/init", bearer(tokens.merchant), {
      merchantReference: "order-long",
      holderReference: ids.holder,
      amount: { value: "10.00", currency: "USD" },
      meta: { order: { reference: "order-long", lines } },
    });
    assertEquals(started.status, 200, await started.clone().text());
    assertEquals(typeof parseInit(await started.json()).execution.id, "string");
  });

  it("a missing body reaches the service as missing", async () => {
    const answer = await app(
      new Request(`${context.config.publicOrigin}/services/payments${at(EXECUTION)}/lookup`, {
        method: "POST",
        headers: bearer(tokens.merchant),
      }),
    );
    assertEquals(answer.status, 200, await answer.text());
  });

  it("an address called with another method lists its methods (RFC 9110, 15.5.6)", async () => {
    const answer = await call("GET", `${at(EXECUTION)}/capture`, bearer(tokens.merchant));
    assertEquals([answer.status, answer.headers.get("allow")], [405, "POST"], await answer.text());
  });

  it("holder references may contain any characters that merchants use", async () => {
    for (const holder of ["ada@mail.example", "auth0|7", "Ada Löwe"]) {
      const path = `/merchant/holders/${encodeURIComponent(holder)}/instruments`;
      const answer = await call("GET", path, bearer(tokens.merchant));
      assertEquals([answer.status, await answer.json()], [200, { results: [] }], holder);
    }
  });

  for (
    const [what, path, body, status, code] of [
      ["a body that is too large", "/client/bin-lookup", "x".repeat(70_000), 413, "request-too-large"],
      ["an address that climbs", "/client/%2e%2e%2fx", {}, 400, "request-invalid"],
    ] as const
  ) {
    it(`a refusal of the proxy has the wire's shape, and the merchant's page may read it: ${what}`, async () => {
      const origin = "http://localhost:3000";
      const answer = await call("POST", path, { ...bearer("x"), origin }, body);
      assertEquals([answer.status, answer.headers.get("access-control-allow-origin")], [status, origin]);
      assertEquals((await answer.json()).errors[0].code, code);
      const stranger = await call("POST", path, { ...bearer("x"), origin: "https://evil.example" }, body);
      assertEquals([stranger.status, stranger.headers.get("access-control-allow-origin")], [status, null]);
      await stranger.body?.cancel();
    });
  }

  for (const [caller, method, path] of ADDRESSES) {
    it(`${method} ${path} is open to its own requester only`, async () => {
      const stranger = await call(method, at(path));
      assertEquals(stranger.status, caller === "any" ? 200 : 401);
      assertMatch(
        stranger.headers.get("content-type") ?? "",
        caller === "any" ? /json|html/ : /^application\/json/,
      );
      if (caller === "any") return void await stranger.body?.cancel();
      const { errors: [refusal] } = await stranger.json();
      assertEquals(Object.keys(refusal), ["id", "code", "detail", "docUrl"]);
      const mine = caller === "secret"
        ? await call(method, at(path), { "x-api-key": "demo-secret" })
        : await call(method, at(path), bearer(tokens[caller]));
      // An empty body, or a state that forbids the call, is refused by the address itself.
      assert(mine.status === 200 || [400, 409, 422].includes(mine.status), `${mine.status} ${await mine.text()}`);
      await mine.body?.cancel().catch(() => {});
    });
  }
});
