import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { linesOf, NetworkError, request, ResponseError, send, TimeoutError } from "./http.ts";
import { checkNumber } from "./services.ts";
import { getTrace, parseTrace } from "./trace.ts";

function answering(body: string, init: ResponseInit = {}, seen: Request[] = []): typeof fetch {
  return (input, options) => {
    seen.push(new Request(new URL(String(input), "http://app.example"), options));
    return Promise.resolve(new Response(body, init));
  };
}

describe("the fetch helper", () => {
  it("W-CALL-01: posts JSON unless a call is named as GET", async () => {
    const seen: Request[] = [];
    await request("/a", { body: { x: 1 }, fetch: answering("{}", {}, seen) });
    await request("/b", { method: "GET", fetch: answering("{}", {}, seen) });
    assertEquals(seen.map((sent) => [sent.method, sent.headers.get("content-type")]), [
      ["POST", "application/json"],
      ["GET", null],
    ]);
    assertEquals(await seen[0]?.text(), '{"x":1}');
  });

  it("asks in the language of the page, and for 30 seconds unless told otherwise", async () => {
    const seen: Request[] = [];
    const limits: number[] = [];
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => {
      limits.push(ms);
      return timeout.call(AbortSignal, ms);
    };
    try {
      await request("/a", { fetch: answering("{}", {}, seen) });
      await request("/a", { fetch: answering("{}", {}, seen), timeoutMs: 5_000 });
    } finally {
      AbortSignal.timeout = timeout;
    }
    assertEquals([seen[0]?.headers.get("accept-language"), limits], ["en", [30_000, 5_000]]);
  });

  for (
    const [status, body, expected] of [[201, '{"a":1}', { a: 1 }], [409, '{"error":"x"}', { error: "x" }], [
      502,
      "bad",
      "bad",
    ]] as const
  ) {
    it(`W-CALL-23: ${status} rejects with the body`, async () => {
      const error = await assertRejects(() => request("/a", { fetch: answering(body, { status }) }), ResponseError);
      assertEquals([error.status, error.body], [status, expected]);
    });
  }

  it("W-ERR-10: an answer that breaks off, and one that takes too long, reach the caller as such", async () => {
    const breaking = (reason: unknown): typeof fetch => () =>
      Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.error(reason) })));
    const broken = breaking(new TypeError("network error"));
    const late = breaking(new DOMException("signal timed out", "TimeoutError"));
    for (const [answer, failure] of [[broken, NetworkError as typeof Error], [late, TimeoutError]] as const) {
      await assertRejects(() => request("/a", { fetch: answer }), failure);
      const lines = linesOf(await send("/a", { fetch: answer }));
      await assertRejects(() => lines.next(), failure);
    }
  });

  it("W-ERR-10: a network error and a timeout reach the caller as such", async () => {
    const down: typeof fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    await assertRejects(() => request("/a", { fetch: down }), NetworkError);
    const silent: typeof fetch = (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new DOMException("late", "TimeoutError")));
      });
    await assertRejects(() => request("/a", { fetch: silent, timeoutMs: 5 }), TimeoutError);
  });
});

describe("a call with the page's own signal", () => {
  /** How many listeners each of the two signals has. */
  function counted() {
    const page = new AbortController();
    const late = new AbortController();
    const count = { page: 0, late: 0 };
    for (const [name, { signal }] of [["page", page], ["late", late]] as const) {
      const add = signal.addEventListener.bind(signal);
      signal.addEventListener = (type: string, listener: unknown, options?: { readonly signal?: AbortSignal }) => {
        if (options?.signal?.aborted === true) return;
        count[name] += 1;
        options?.signal?.addEventListener("abort", () => count[name] -= 1, { once: true });
        add(type, listener as EventListener, options);
      };
    }
    return { page, late, count };
  }
  /** Never answers, and rejects as browsers do. */
  const silent: typeof fetch = (_, options) =>
    new Promise((_resolve, reject) => {
      const end = () => reject(options?.signal?.reason);
      if (options?.signal?.aborted) end();
      options?.signal?.addEventListener("abort", end);
    });

  it("ends by either signal in browsers without AbortSignal.any, and listens no longer", async () => {
    const { any } = AbortSignal;
    Reflect.deleteProperty(AbortSignal, "any");
    try {
      for (const isEarly of [true, false]) {
        const { page, late, count } = counted();
        if (isEarly) page.abort();
        const call = request("/a", { fetch: silent, signal: page.signal, timeout: late.signal });
        const failed = assertRejects(() => call, DOMException);
        page.abort();
        assertEquals([(await failed).name, count], ["AbortError", { page: 0, late: 0 }]);
      }
      const { page, late, count } = counted();
      const call = request("/a", { fetch: silent, signal: page.signal, timeout: late.signal });
      const failed = assertRejects(() => call, TimeoutError);
      late.abort(new DOMException("late", "TimeoutError"));
      await failed;
      assertEquals(count, { page: 0, late: 0 });
      const answered = { fetch: answering("{}"), signal: new AbortController().signal };
      assertEquals(await request("/a", answered), {});
    } finally {
      Object.assign(AbortSignal, { any });
    }
  });

  it("is heard until the body has arrived, and not longer", async () => {
    const { page, late, count } = counted();
    let during: typeof count | undefined;
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        during = { ...count };
        stream.enqueue(new TextEncoder().encode("{}"));
        stream.close();
      },
    }, { highWaterMark: 0 });
    const fetched: typeof fetch = () => Promise.resolve(new Response(body));
    await request("/a", { fetch: fetched, signal: page.signal, timeout: late.signal });
    assertEquals([during, count], [{ page: 1, late: 1 }, { page: 0, late: 0 }]);
  });
});

describe("the trace", () => {
  it("W-CALL-22 W-USER-03: returns ip and country", async () => {
    const seen: Request[] = [];
    const place = await getTrace({ fetch: answering("h=x\nip=203.0.113.9\nts=1\nloc=GB\n", {}, seen) });
    assertEquals([place, seen[0]?.method, new URL(seen[0]?.url ?? "").pathname], [
      { ip: "203.0.113.9", country: "GB" },
      "GET",
      "/cdn-cgi/trace",
    ]);
  });

  it("an unknown country is empty, never guessed", () => {
    assertEquals(["loc=XX", "loc=gb", "loc=T1", ""].map((text) => parseTrace(text).country), ["", "", "", ""]);
  });
});

describe("the free check", () => {
  it("reads events even when a line is split across chunks", async () => {
    const text = '{"type":"step","step":"read","finding":"é","took_us":1}\n{"type":"failed","error":"no"}';
    const bytes = new TextEncoder().encode(text);
    const torn = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
    const events = [];
    const fetched: typeof fetch = () => Promise.resolve(new Response(torn));
    for await (const event of checkNumber({ phone_number: "1", country: "" }, { fetch: fetched })) {
      events.push(event.type);
    }
    assertEquals(events, ["step", "failed"]);
  });
});
