/** Remote services that fail: what is retried, when the proxy stops calling, and which answers count. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { type Clock, install } from "@sinonjs/fake-timers";
import { startClosingService } from "../../tests/support/hostile/closing_service.ts";
import { createRemotes, MAX_JSON_BYTES, ServiceDown } from "./remote.ts";

const BASE = "https://pay.example";
/** SECURITY R2 and R4: limit for the whole call, and the time between two checks whether a service is back. */
const DEADLINE_MS = 15_000;
const PAUSE_MS = 5_000;
const get = () => new Request(`${BASE}/x`);
const post = () => new Request(`${BASE}/x`, { method: "POST", body: "{}" });
const ok = () => Promise.resolve(Response.json({ fine: true }));
const broken = (status: number) => () => Promise.resolve(Response.json({ error: "no" }, { status }));
const unreachable = () => Promise.reject(new TypeError("connection refused"));

describe("a remote service", () => {
  let time: Clock;
  beforeEach(() => {
    time = install();
  });
  afterEach(() => time.uninstall());

  /** Answers in order; the last one repeats. */
  function serve(...answers: readonly (() => Promise<Response>)[]) {
    let hits = 0;
    const remotes = createRemotes({ send: () => (answers[Math.min(hits++, answers.length - 1)] ?? ok)() });
    const outcome = async (request: Request) => {
      const running = remotes.at(BASE)(request).then(({ status }) => status, (error: Error) => error.name);
      await time.tickAsync(5_000);
      return await running;
    };
    return { remotes, outcome, hits: () => hits };
  }

  for (const failing of [unreachable, broken(500), broken(502), broken(503), broken(504)]) {
    it("R1: is called again at most twice where a repeat changes nothing, and never where it might", async () => {
      const back = serve(failing, failing, ok);
      assertEquals([await back.outcome(get()), back.hits()], [200, 3]);
      const gone = serve(failing);
      await gone.outcome(get());
      assertEquals(gone.hits(), 3);
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const order = serve(failing, ok);
        await order.outcome(new Request(`${BASE}/x`, { method }));
        assertEquals(order.hits(), 1, method);
      }
    });
  }

  it("R1: waits before it calls again, each time longer", async () => {
    const { random } = Math;
    Math.random = () => 0.5;
    try {
      const gone = serve(unreachable);
      const running = gone.remotes.at(BASE)(get()).catch(() => undefined);
      const waits: number[] = [];
      for (let waitedMs = 0; waits.length < 2 && waitedMs < 5_000; waitedMs += 10) {
        const before = gone.hits();
        await time.tickAsync(10);
        if (before > 0 && gone.hits() > before) waits.push(waitedMs);
      }
      await running;
      const [first = 0, second = 0] = waits;
      assertEquals([first >= 50, second - first > first], [true, true], waits.join(" ms, "));
    } finally {
      Math.random = random;
    }
  });

  it("R1: the last answer of a service that keeps failing is passed on, 4xx and 429 at once", async () => {
    const unwell = serve(broken(503));
    assertEquals(await unwell.outcome(get()), 503);
    for (const status of [404, 409, 429]) {
      const sure = serve(broken(status));
      assertEquals([await sure.outcome(get()), sure.hits()], [status, 1]);
    }
  });

  it("R2: a call without an answer in time is aborted together with its connection", async () => {
    let aborted = false;
    const remotes = createRemotes({
      send: (_, signal) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(signal.reason);
          })
        ),
    });
    const running = assertRejects(() => remotes.at(BASE)(get()), DOMException, "deadline");
    await time.tickAsync(DEADLINE_MS);
    await running;
    assertEquals(aborted, true);
  });

  it("R2, P4: JSON that drips past the deadline ends with it, an error's as well; a document may take longer", async () => {
    const drip = (type: string, status: number) =>
      createRemotes({
        send: (_, signal) => {
          const body = new ReadableStream({
            start(controller) {
              const timer = setInterval(() => controller.enqueue(new TextEncoder().encode(" ")), 1_000);
              const end = () => {
                clearInterval(timer);
                controller.error(signal.reason);
              };
              signal.addEventListener("abort", end, { once: true });
            },
          });
          return Promise.resolve(new Response(body, { status, headers: { "content-type": type } }));
        },
      });
    for (const [type, status] of [["application/json", 200], ["application/problem+json", 409]] as const) {
      const ends: string[] = [];
      drip(type, status).at(BASE)(post()).then(() => ends.push("answered"), ({ name }: Error) => ends.push(name));
      await time.tickAsync(DEADLINE_MS - 1_000);
      assertEquals(ends, [], type);
      await time.tickAsync(2_000);
      assertEquals(ends, ["TimeoutError"], type);
    }
    const document = await drip("application/pdf", 200).at(BASE)(get());
    const parts = (document.body ?? new ReadableStream<Uint8Array>()).getReader();
    await time.tickAsync(2 * DEADLINE_MS);
    for (let second = 0; second < 20; second++) assertEquals((await parts.read()).done, false);
  });

  it("P4: a visitor's disconnect aborts the call and does not count against the service", async () => {
    const remotes = createRemotes({
      send: (_, signal) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
    });
    for (let call = 0; call < 8; call++) {
      const visitor = new AbortController();
      const running = assertRejects(() => remotes.at(BASE)(new Request(`${BASE}/x`, { signal: visitor.signal })));
      visitor.abort();
      await running;
    }
    assertEquals(remotes.down(), []);
  });

  it("P4, R3: JSON that is truncated or never ends is an error; a document passes through", async () => {
    const endless = () =>
      Promise.resolve(
        new Response(new Uint8Array(MAX_JSON_BYTES + 1), { headers: { "content-type": "application/json" } }),
      );
    assertEquals(await serve(endless).outcome(post()), "UnfitAnswer");
    const inParts = () => {
      const part = new Uint8Array(MAX_JSON_BYTES / 4).fill(0x20);
      const body = ReadableStream.from([part, part, part, part, part]);
      return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
    };
    assertEquals(await serve(inParts).outcome(post()), "UnfitAnswer");
    const half = () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"a":'));
          controller.error(new TypeError("connection reset"));
        },
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
    };
    assertEquals(await serve(half).outcome(post()), "TypeError");
    const large = () =>
      Promise.resolve(
        new Response(new Uint8Array(MAX_JSON_BYTES + 1), { headers: { "content-type": "application/pdf" } }),
      );
    assertEquals(await serve(large).outcome(get()), 200);
  });

  it("R4: after five failures in ten seconds it is not called except once in five seconds, and all callers resume together", async () => {
    let isBack = false;
    const place = serve(() => isBack ? ok() : unreachable());
    for (let call = 0; call < 5; call++) await place.remotes.at(BASE)(post()).catch(() => {});
    assertEquals([place.hits(), place.remotes.down()], [5, [BASE]]);
    for (let call = 0; call < 50; call++) {
      await assertRejects(() => place.remotes.at(BASE)(post()), ServiceDown);
      await time.tickAsync(PAUSE_MS / 50);
    }
    assertEquals(place.hits(), 5);
    await place.remotes.at(BASE)(post()).catch(() => {});
    await assertRejects(() => place.remotes.at(BASE)(post()), ServiceDown);
    assertEquals(place.hits(), 6);
    isBack = true;
    await time.tickAsync(PAUSE_MS);
    assertEquals((await place.remotes.at(BASE)(post())).status, 200);
    assertEquals(place.remotes.down(), []);
  });

  it("R4: is asked every ten seconds while it is down and nothing calls it, until it answers anything but a 5xx", async () => {
    const sent: string[] = [];
    let answer: () => Promise<Response> = unreachable;
    const remotes = createRemotes({
      send: (request) => {
        sent.push(`${request.method} ${request.url}`);
        return answer();
      },
    });
    for (let call = 0; call < 5; call++) await remotes.at(BASE)(post()).catch(() => {});
    sent.length = 0;
    for (const failing of [unreachable, broken(502)]) {
      answer = failing;
      await time.tickAsync(2 * PAUSE_MS);
      assertEquals(remotes.down(), [BASE]);
    }
    assertEquals(sent, Array(2).fill(`GET ${BASE}/`));
    // One that takes the connection and does not answer.
    const hung = Promise.withResolvers<Response>();
    answer = () => hung.promise;
    await time.tickAsync(2 * PAUSE_MS);
    assertEquals([sent.length, remotes.down()], [3, [BASE]]);
    hung.reject(new DOMException("late", "TimeoutError"));
    await time.tickAsync(0);
    // Its address has no page.
    answer = () => Promise.resolve(new Response("<h1>Not found</h1>", { status: 404 }));
    await time.tickAsync(2 * PAUSE_MS);
    assertEquals([sent.length, remotes.down()], [4, []]);
    await time.tickAsync(10 * PAUSE_MS);
    assertEquals(sent.length, 4);
  });

  it("R4: is down once more than half of its calls fail, and not before", async () => {
    const answers = [ok, ok, ok, ok, ok, unreachable, unreachable, unreachable, unreachable, unreachable];
    const place = serve(...answers);
    for (const _ of answers) await place.remotes.at(BASE)(post()).catch(() => {});
    assertEquals(place.remotes.down(), []);
    await place.remotes.at(BASE)(post()).catch(() => {});
    assertEquals(place.remotes.down(), [BASE]);
  });

  for (const type of ["text/html", "text/javascript", "text/plain"]) {
    it(`R4, P3: answers of ${type} are refused after one call each, and the service stays up for all others`, async () => {
      const page = () => Promise.resolve(new Response("<h1>fine</h1>", { headers: { "content-type": type } }));
      const place = serve(...Array<typeof ok>(50).fill(page), ok);
      const outcomes: string[] = [];
      for (let call = 0; call < 50; call++) {
        const refused = place.remotes.at(BASE)(get()).then(() => "passed", ({ message }: Error) => message);
        await time.tickAsync(2_000);
        outcomes.push(await refused);
      }
      assertEquals(new Set(outcomes), new Set([`answered 200 and ${type}`]));
      assertEquals([place.hits(), place.remotes.down()], [50, []]);
      assertEquals((await place.remotes.at(BASE)(post())).status, 200);
    });
  }

  it("R4, P4: answers above the limit of size do not count against the service either", async () => {
    const large = () =>
      Promise.resolve(
        new Response(new Uint8Array(MAX_JSON_BYTES + 1), { headers: { "content-type": "application/json" } }),
      );
    const place = serve(...Array<typeof ok>(10).fill(large), ok);
    for (let call = 0; call < 10; call++) assertEquals(await place.outcome(get()), "UnfitAnswer");
    assertEquals([place.hits(), place.remotes.down()], [10, []]);
  });

  it("R4: pages that report a failure, and JSON that is truncated, do count", async () => {
    const failing = () =>
      Promise.resolve(new Response("<h1>no</h1>", { status: 502, headers: { "content-type": "text/html" } }));
    const half = () => Promise.resolve(new Response("{", { headers: { "content-type": "application/json" } }));
    for (const answer of [failing, half]) {
      const place = serve(answer);
      for (let call = 0; call < 5; call++) await place.remotes.at(BASE)(post()).catch(() => {});
      assertEquals(place.remotes.down(), [BASE]);
    }
  });

  it("R4: one address that is down does not affect another", async () => {
    const remotes = createRemotes({ send: (request) => request.url.startsWith(BASE) ? unreachable() : ok() });
    for (let call = 0; call < 6; call++) await remotes.at(BASE)(post()).catch(() => {});
    assertEquals((await remotes.at("https://report.example")(new Request("https://report.example/x"))).status, 200);
    assertEquals(remotes.down(), [BASE]);
  });
});

describe("a remote service that closes the connection instead of answering", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    it(`SECURITY R1: gets a ${method} without an idempotency key once`, async () => {
      using service = startClosingService();
      const call = createRemotes().at(service.base);
      const send = async () => await (await call(new Request(service.base, { method }))).text();
      assertEquals(await send(), "{}");
      service.closeOnce();
      await assertRejects(send, TypeError);
      assertEquals(service.received, [method, method]);
    });
  }
});
