import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Answer, Session } from "../../../../tests/support/payments/payments_calls.ts";
import { pay, send, start } from "../../../../tests/support/payments/payments_calls.ts";
import {
  DOCUMENT,
  type DocumentedCall,
  documentedRoutes,
  openDocumentedCalls,
} from "../../../../tests/support/payments/documented_calls.ts";
import { API_ERROR_CODES } from "../context/api_errors.ts";
import { openApiDocument } from "./document.ts";

type Talk = Awaited<ReturnType<typeof openDocumentedCalls>>;

const VISA = "4242424242424242";
const EXECUTION = "/merchant/workflows/{code}/executions/{id}";
const DISPUTES = "/merchant/disputes";
/** A test card whose payments are disputed a minute later. */
const DISPUTED = "4000000000000259";
const MINUTE_MS = 60_000;
const DELIVERY = "/merchant/webhooks/deliveries/{id}";
const ENDPOINTS = "/merchant/webhooks/endpoints";
const eur = (value: string) => ({ value, currency: "EUR" });
const ORDER = { merchantReference: "order-1", holderReference: "ada", amount: eur("10.00") };

describe("the OpenAPI document", () => {
  let talk: Talk;
  before(async () => {
    talk = await openDocumentedCalls();
  });
  after(() => talk.fixture.close());
  const held = async (): Promise<Session> => {
    const session = await start(talk.fixture, { ...ORDER, meta: { capture: "manual" } });
    await pay(talk.fixture, session, VISA, { storeInstrument: true });
    return session;
  };
  /** A dispute in a state that the call accepts. */
  const sessionFor = async (path: string): Promise<Session> => {
    if (path.endsWith("/capture")) return await held();
    const session = await start(talk.fixture, ORDER);
    if (path.endsWith("/refund")) await pay(talk.fixture, session, VISA);
    return session;
  };
  const at = ({ id }: Session) => ({ code: "payment-acceptance", id });

  it("has every merchant route of the router, and no other", () => {
    const routed = talk.fixture.routes.filter(({ path }) => /^\/(auth|merchant|token)\//.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    assertEquals(documentedRoutes().toSorted(), routed.sort());
    assert(routed.length >= 16, `${routed.length}`);
  });

  it("is served, and the one in docs/api is up to date: run `deno task openapi`", async () => {
    const served = await send(talk.fixture, "/openapi.json");
    const kept = await Deno.readTextFile(new URL("../../../../docs/api/openapi.json", import.meta.url));
    assertEquals([served.status, JSON.parse(served.text)], [200, JSON.parse(kept)]);
    assertEquals(JSON.parse(kept), JSON.parse(JSON.stringify(openApiDocument())));
  });

  it("names everything: operations, parameters, answers, and a code for each refusal", () => {
    const names: string[] = [];
    for (const [path, methods] of Object.entries(DOCUMENT.paths)) {
      for (const operation of Object.values(methods)) {
        names.push(operation.operationId);
        assert(operation.summary !== "" && operation.description !== "", path);
        const declared = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
        assertEquals(declared, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
        for (const { name, description } of operation.parameters) assert(description.length > 3, `${path} ${name}`);
        for (const { description } of Object.values(operation.responses)) assert(description.length > 10, path);
        const [sample] = operation["x-codeSamples"];
        assert(sample?.source.startsWith("curl ") && !/[:{]\w+\}?"/.test(sample.source.split("\n")[0] ?? ""), path);
      }
    }
    assertEquals(new Set(names).size, names.length);
    const { enum: codes } = DOCUMENT.components.schemas.Errors.properties.errors.items.properties.code;
    assertEquals(codes, API_ERROR_CODES);
  });

  it("every call's real answer in a purchase, its refunds and its webhooks has the documented shape, field for field", async () => {
    const ok = async (method: string, path: string, options: DocumentedCall = {}): Promise<Answer["body"]> => {
      const { status, body, text } = await talk.call(method, path, options);
      assertEquals(status, 200, `${method} ${path}: ${text}`);
      return body;
    };
    await ok("POST", "/auth/token/{clientId}", { path: { clientId: "shop" }, token: "", secret: "shop-secret" });
    await ok("POST", "/merchant/client/init", { body: { ...ORDER, workspaceId: null, meta: { capture: "manual" } } });
    const session = await held();
    for (const [move, body] of [["capture", eur("4.00")], ["capture", eur("2.00")], ["refund", eur("1.50")]] as const) {
      await ok("POST", `${EXECUTION}/${move}`, { path: at(session), body: { amount: body } });
    }
    await ok("POST", `${EXECUTION}/cancel`, { path: at(session) });
    const read = await ok("GET", EXECUTION, { path: at(session) });
    assertEquals(String(read.captured?.value), "6.00");
    await ok("GET", `${EXECUTION}/moves`, { path: at(session) });
    for (const card of ["4000000000000002", "4000002500003155"]) {
      const other = await start(talk.fixture, ORDER);
      await pay(talk.fixture, other, card);
      await ok("GET", EXECUTION, { path: at(other) });
    }
    const redirected = await start(talk.fixture, ORDER);
    const hosted = { paymentMethodCode: "pix", integrationType: "hpp", amount: ORDER.amount };
    await send(talk.fixture, `/client/executions/${redirected.id}/authorize`, {
      token: redirected.token,
      key: "pix",
      body: { amount: ORDER.amount, paymentComposition: [hosted] },
    });
    assert((await ok("GET", EXECUTION, { path: at(redirected) })).links?.redirect !== undefined);

    const found = await ok("GET", "/merchant/executions", { query: { holderReference: "ada", limit: "1" } });
    const cursor = String(found.nextCursor);
    await ok("GET", "/merchant/executions", { query: { holderReference: "ada", limit: "1", cursor } });
    const instruments = await ok("GET", "/merchant/holders/{holder}/instruments", { path: { holder: "ada" } });
    const instrument = String(instruments.results?.[0]?.id);
    const renewal = await start(talk.fixture, ORDER);
    await ok("POST", `${EXECUTION}/lookup`, { path: at(renewal), body: { amount: eur("12.00") } });
    const item = { paymentMethodCode: "card", paymentInstrumentId: instrument };
    const body = { amount: eur("12.00"), paymentComposition: [item], meta: { CIT: false } };
    await ok("POST", `${EXECUTION}/authorize`, { path: at(renewal), body });
    await ok("POST", "/token/client/init", { body: { instrumentId: instrument, auditData: { ticket: 7 } } });
    await ok("DELETE", "/merchant/holders/{holder}/instruments/{id}", { path: { holder: "ada", id: instrument } });
    await ok("DELETE", "/merchant/holders/{holder}/records", { path: { holder: "ada" } });

    const disputed = await start(talk.fixture, ORDER);
    await pay(talk.fixture, disputed, DISPUTED);
    talk.fixture.clock.nowMs += MINUTE_MS;
    await talk.fixture.work();
    const listed = await ok("GET", DISPUTES, { query: { executionId: disputed.id, limit: "1" } });
    const dispute = { id: String(listed.results?.[0]?.id) };
    const receipt = { name: "receipt.txt", contentType: "text/plain", content: btoa("receipt") };
    const evidence = { texts: { other: "winning_evidence" }, files: [receipt] };
    const draft = await ok("POST", `${DISPUTES}/{id}/evidence`, { path: dispute, body: evidence });
    const file = String(draft.evidence?.files?.[0]?.id);
    await ok("GET", `${DISPUTES}/{id}/files/{file}`, { path: { ...dispute, file } });
    await ok("POST", `${DISPUTES}/{id}/evidence`, { path: dispute, body: { submit: true } });
    await ok("GET", `${DISPUTES}/{id}`, { path: dispute });
    await ok("DELETE", `${DISPUTES}/{id}/evidence`, { path: dispute });
    const second = await start(talk.fixture, ORDER);
    await pay(talk.fixture, second, DISPUTED);
    talk.fixture.clock.nowMs += MINUTE_MS;
    await talk.fixture.work();
    const other = await ok("GET", DISPUTES, { query: { executionId: second.id } });
    await ok("POST", `${DISPUTES}/{id}/accept`, { path: { id: String(other.results?.[0]?.id) } });

    const registered = await ok("POST", ENDPOINTS, { body: { url: "https://shop.example/hook" } });
    const endpoint = { id: String(registered.id) };
    await ok("POST", `${ENDPOINTS}/{id}/test`, { path: endpoint });
    await ok("POST", `${ENDPOINTS}/{id}/secret`, { path: endpoint, body: { overlapHours: 1 } });
    await ok("GET", ENDPOINTS);
    await ok("DELETE", `${ENDPOINTS}/{id}`, { path: endpoint });

    await talk.fixture.work();
    const sent = await ok("GET", "/merchant/webhooks/deliveries", { query: { executionId: session.id } });
    const delivery = { id: String(sent.results?.[0]?.id) };
    await ok("GET", DELIVERY, { path: delivery });
    await ok("POST", `${DELIVERY}/replay`, { path: delivery });
    await talk.fixture.work();
    assert(talk.webhooks.length > 8, `${talk.webhooks.length} webhooks`);
    for (const webhook of talk.webhooks) talk.checkWebhook(webhook);
    assertEquals(talk.unanswered(), [], "calls without a real answer");
  });

  it("an invalid request is refused by the service and by the schema alike, a valid one by neither", async () => {
    let refused = 0;
    for (const [path, bodyOf] of bodies()) {
      for (const wrong of variantsOf(bodyOf)) {
        const session = await sessionFor(path);
        const options = { ...(path.includes("{id}") ? { path: at(session) } : {}), body: wrong };
        const schemaRefuses = !talk.isDocumentedRequest("POST", path, options);
        const { status, body, text } = await talk.call("POST", path, { ...options });
        const code = Array.isArray(body.errors) ? String(body.errors[0].code) : "";
        const serviceRefuses = ["request-invalid", "amount-invalid", "amount-mismatch"].includes(code);
        assertEquals(serviceRefuses, schemaRefuses, `${path} ${JSON.stringify(wrong)}: ${status} ${text}`);
        if (serviceRefuses) refused += 1;
      }
    }
    assert(refused > 20, `${refused} refused`);
  });

  for (const path of ["/merchant/executions", "/merchant/disputes", "/merchant/webhooks/deliveries"]) {
    it(`an invalid query of ${path} is refused by the service and by the schema alike`, async () => {
      for (
        const [query, isValid] of [
          [{ limit: "1" }, true],
          [{ limit: "100", createdFrom: "2026-11-21T12:00:00Z", createdBefore: "2026-11-21T13:00:00.5+01:00" }, true],
          ...(path === "/merchant/executions"
            ? [[{ movedFrom: "2026-11-21T12:00:00Z", movedBefore: "2026-11-22T12:00:00Z" }, true]] as const
            : []),
          [{ movedFrom: "today" }, false],
          [{ limit: "0" }, false],
          [{ limit: "101" }, false],
          [{ limit: "x" }, false],
          [{ state: "paid" }, false],
          [{ createdFrom: "today" }, false],
          [{ createdBefore: "2026-11-21" }, false],
          [{ cursor: "" }, false],
          [{ colour: "red" }, false],
        ] as const
      ) {
        assertEquals(talk.isDocumentedRequest("GET", path, { query }), isValid, JSON.stringify(query));
        const { status } = await talk.call("GET", path, { query });
        assertEquals(status, isValid ? 200 : 400, JSON.stringify(query));
      }
    });
  }

  it("a key that the service refuses is not a documented key, for every call that needs one", async () => {
    const keyed = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
      Object.entries(methods).filter(([, { parameters }]) =>
        parameters.some(({ name }) => name === "x-idempotency-key")
      )
        .map(([method]) => [method.toUpperCase(), path] as const)
    );
    assertEquals(keyed.length, 16);
    const session = await held();
    for (const [method, path] of keyed) {
      for (const key of ["", "k".repeat(256), "two words"]) {
        const options = { path: { ...at(session), holder: "ada" }, body: ORDER, key };
        assert(!talk.isDocumentedRequest(method, path, options), `${path} ${key}`);
        const { body } = await talk.call(method, path, { ...options });
        // An id of another kind is not found before its key is read.
        const code = String((body.errors as unknown as { code: string }[])[0]?.code);
        assertEquals(code, "key-missing", `${method} ${path} ${key}`);
      }
    }
  });

  it("refusals have their status, code and body documented for their call", async () => {
    const session = await held();
    const here = at(session);
    const body = { amount: eur("99.00") };
    for (
      const [method, path, options, code] of [
        [
          "POST",
          "/auth/token/{clientId}",
          { path: { clientId: "shop" }, token: "", secret: "wrong" },
          "client-unknown",
        ],
        ["GET", "/merchant/executions", { token: "wrong" }, "unauthorized"],
        ["GET", "/merchant/executions", { query: { cursor: "another" } }, "not-found"],
        ["POST", "/merchant/client/init", { body: {} }, "request-invalid"],
        ["POST", "/merchant/client/init", { body: { ...ORDER, amount: eur("1.234") } }, "amount-invalid"],
        ["POST", ENDPOINTS, { body: { url: "https://10.0.0.1/hook" } }, "target-refused"],
        ["POST", ENDPOINTS, { body: { url: "https://shop.test/hook" } }, "target-refused"],
        ["POST", `${ENDPOINTS}/{id}/secret`, { path: { id: "none" } }, "not-found"],
        [
          "POST",
          "/merchant/client/init",
          { body: { ...ORDER, meta: { clientContext: { origin: "https://evil.example" } } } },
          "origin-not-allowed",
        ],
        ["GET", EXECUTION, { path: { ...here, id: "none" } }, "not-found"],
        ["POST", `${EXECUTION}/lookup`, { path: here, body }, "state-conflict"],
        ["POST", `${EXECUTION}/capture`, { path: here, body }, "amount-too-high"],
        ["POST", `${EXECUTION}/refund`, { path: here }, "state-conflict"],
        [
          "POST",
          `${EXECUTION}/authorize`,
          { path: here, body: { ...body, paymentComposition: [{}] } },
          "request-invalid",
        ],
        [
          "POST",
          `${EXECUTION}/authorize`,
          { path: here, body: { amount: ORDER.amount, paymentComposition: [{ paymentMethodCode: "card" }] } },
          "execution-paid",
        ],
        ["POST", "/token/client/init", { body: { instrumentId: "none" } }, "not-found"],
        ["GET", DELIVERY, { path: { id: "none" } }, "not-found"],
        ["GET", `${DISPUTES}/{id}`, { path: { id: "none" } }, "not-found"],
        ["POST", `${DISPUTES}/{id}/accept`, { path: { id: "none" } }, "not-found"],
      ] as const
    ) {
      const answer = await talk.call(method, path, options);
      assert(answer.status >= 400, path);
      assertEquals((answer.body.errors as unknown as { code: string }[])[0]?.code, code, `${method} ${path}`);
    }
  });
});

type Body = Readonly<Record<string, unknown>>;

function bodies(): readonly (readonly [path: string, body: Body])[] {
  return [
    ["/merchant/client/init", {
      ...ORDER,
      type: "dropIn",
      workspaceId: "w",
      meta: { capture: "manual", methods: ["card"], billingInfo: true, order: { lines: [] } },
    }],
    [`${EXECUTION}/capture`, { amount: eur("1.00") }],
    [`${EXECUTION}/refund`, { amount: eur("1.00") }],
    [`${EXECUTION}/authorize`, {
      amount: eur("10.00"),
      paymentComposition: [{ paymentMethodCode: "card", paymentInstrumentId: "i", storeInstrument: false }],
      meta: {},
    }],
    ["/token/client/init", { instrumentId: "i", auditData: "ticket" }],
    [ENDPOINTS, { url: "https://shop.example/hook" }],
    [`${ENDPOINTS}/{id}/secret`, { overlapHours: 12 }],
    ["/merchant/disputes/{id}/evidence", {
      texts: { other: "o", serviceDate: "1 May" },
      files: [{ name: "a.pdf", contentType: "application/pdf", content: btoa("a file") }],
      removeFiles: ["f"],
      submit: false,
    }],
  ];
}

/** The body itself, and copies with one field left out or of another kind. */
function variantsOf(body: Body): readonly unknown[] {
  const wrongs = [undefined, 7, null, "", "1,5", {}, [], "x".repeat(2_000)];
  const copies = pathsOf(body).flatMap((path) => wrongs.map((wrong) => replaced(body, path, wrong)));
  return [body, [], ...copies];
}

function pathsOf(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...pathsOf(inner, [...at, key])]);
}

function replaced(value: unknown, [key = "", ...rest]: readonly string[], wrong: unknown): unknown {
  const inner = rest.length === 0 ? wrong : replaced((value as Body)[key], rest, wrong);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...(value as Body), [key]: inner };
}
