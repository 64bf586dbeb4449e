/** What every payment call sends, and how its answer is read, against a real server. */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { setImmediate } from "node:timers";
import { CLIENT_VERSION, VAULT_SDK_VERSION } from "../version.ts";
import { readExecution, readExecutionLink } from "./execution.ts";
import { install } from "@sinonjs/fake-timers";
import { request, send } from "./http.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("http", () => {
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  let answer = { status: 200, body: "{}" };
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.on("data", (chunk) => body += String(chunk));
    incoming.on("end", () => {
      seen.push({ headers: incoming.headers, body });
      outgoing.writeHead(answer.status).end(answer.body);
    });
  });
  let url = "";
  before(() =>
    new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/x`;
        resolve();
      })
    )
  );
  after(() => void server.close());
  const call = async (over: object = {}) => {
    const result = await send({ method: "POST", url, token: "t1", body: { a: 1 }, ...over });
    return { result, ...(seen.at(-1) ?? { headers: {}, body: "" }) };
  };

  it("S-HTTP-01, S-SEC-08: every call sends the bearer token of the init response", async () => {
    assertEquals((await call()).headers.authorization, "Bearer t1");
  });
  it("S-HTTP-02: each call has a fresh random UUID as its idempotency key", async () => {
    const keys = [await call(), await call()].map(({ headers }) => String(headers["x-idempotency-key"]));
    for (const key of keys) assertMatch(key, UUID);
    assertNotEquals(keys[0], keys[1]);
  });
  it("an attempt keeps its key for every retry", async () => {
    const idempotencyKey = crypto.randomUUID();
    const keys = [await call({ idempotencyKey }), await call({ idempotencyKey })].map(({ headers }) =>
      headers["x-idempotency-key"]
    );
    assertEquals(keys, [idempotencyKey, idempotencyKey]);
  });
  it("S-HTTP-03, S-CONST-01: x-client-version is 5.25.3", async () => {
    assertEquals((await call()).headers["x-client-version"], "5.25.3");
  });
  it("S-HTTP-04: x-client-type is web-sdk", async () => {
    assertEquals((await call()).headers["x-client-type"], "web-sdk");
  });
  it("a call sends no cookie, follows no redirect with its token, and is not answered from a cache", () => {
    const { credentials, redirect, cache } = request({ method: "GET", url, token: "t1" });
    assertEquals([credentials, redirect, cache], ["omit", "error", "no-store"]);
  });
  it("SECURITY S13: a call that a destroyed client makes later is not sent", async () => {
    const before = seen.length;
    const { result } = await call({ signal: AbortSignal.abort() });
    assertEquals([result.type, seen.length], ["unanswered", before]);
  });
  it("SECURITY R2: a call without an answer within 30 s counts as unanswered", async () => {
    const { fetch } = globalThis;
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    globalThis.fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    try {
      const late = send({ method: "GET", url, token: "t1" });
      await clock.tickAsync(29_999);
      assertEquals(await Promise.race([late, Promise.resolve("still waiting")]), "still waiting");
      await clock.tickAsync(1);
      // A call without a deadline fails here instead of hanging.
      const soon = new Promise<{ readonly type: string }>((done) => setImmediate(done, { type: "still waiting" }));
      assertEquals((await Promise.race([late, soon])).type, "unanswered");
    } finally {
      clock.uninstall();
      globalThis.fetch = fetch;
    }
  });
  it("the body is JSON, and the SDK sets no content type", async () => {
    assertEquals((await call()).body, '{"a":1}');
    const headers = Object.keys(Object(request({ method: "POST", url, token: "t1", body: {} }).headers));
    assertEquals(headers.includes("content-type"), false);
  });
  it("a call without a body sends none", async () => {
    assertEquals((await call({ method: "GET", body: undefined })).body, "");
  });
  it("S-HTTP-05: answers are read as JSON; any other answer counts as unanswered", async () => {
    answer = { status: 200, body: '{"b":2}' };
    assertEquals((await call()).result, { type: "ok", body: { b: 2 } });
    for (const body of ["", "<html>", '{"b":']) {
      answer = { status: 200, body };
      assertEquals((await call()).result.type, "unanswered", body);
    }
    answer = { status: 200, body: "{}" };
  });
  it("a status that is not OK is a refusal with an error of the table", async () => {
    answer = { status: 429, body: "slow down" };
    const { result } = await call();
    assert(result.type === "refused");
    assertEquals([result.status, result.text, result.error.message], [
      429,
      "slow down",
      `[POST] ${url} too many requests`,
    ]);
    answer = { status: 200, body: "{}" };
  });
  it("S-CONST-02, S-CONST-18: the versions are 5.25.3 and 1.30.1", () => {
    assertEquals([CLIENT_VERSION, VAULT_SDK_VERSION], ["5.25.3", "1.30.1"]);
  });
});

describe("execution answers", () => {
  const body = {
    id: "1",
    status: [{ code: "authorizePending", time: "2026-11-21T06:00:00.000Z" }],
    actionRequired: "3ds",
    links: { execution: "https://a.test/1", "3ds": "https://bank.test/c" },
  };
  it("S-POLL-01: status, actionRequired, links.execution and links.3ds are read", () => {
    const read = readExecution(body);
    assertEquals([read?.status[0]?.code, read?.actionRequired, read?.links["3ds"]], [
      "authorizePending",
      "3ds",
      "https://bank.test/c",
    ]);
    assertEquals(readExecutionLink(body), "https://a.test/1");
  });
  it("S-POLL-02: final state, redirect and confirm links are read", () => {
    const confirm = { href: "https://a.test/confirm", action: { parameters: { orderId: "o1" } } };
    const read = readExecution({
      ...body,
      finalState: { code: "authorizeFailed" },
      response: { links: { redirect: "https://r.test", confirm } },
    });
    assertEquals([read?.finalState?.code, read?.response?.links?.redirect, read?.response?.links?.confirm], [
      "authorizeFailed",
      "https://r.test",
      confirm,
    ]);
  });
  it("S-POLL-01: links that are null are none", () => {
    assertEquals(readExecution({ ...body, links: null })?.links["3ds"], undefined);
  });
  for (
    const wrong of [null, "x", [], {}, { status: "paid" }, { status: [{ code: 1, time: "x" }] }, { status: [null] }]
  ) {
    it(`is not an execution: ${JSON.stringify(wrong)}`, () => assertEquals(readExecution(wrong), undefined));
  }
  it("is not an execution: words of more than 4,096 characters, as code, time or required action", () => {
    const [most, more] = ["x".repeat(4_096), "x".repeat(4_097)];
    const isRead = (code: string, time: string, actionRequired: string) =>
      readExecution({ status: [{ code, time }], actionRequired }) !== undefined;
    assertEquals(isRead(most, most, most), true);
    assertEquals([isRead(more, "", ""), isRead("", more, ""), isRead("", "", more)], [false, false, false]);
  });
});
