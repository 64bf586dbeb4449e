import { CHECKED_ROW } from "../../tests/support/app/samples.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { install } from "@sinonjs/fake-timers";
import { ResponseError, TimeoutError } from "./http.ts";
import { checkList, deleteAlert, deleteNumberReport } from "./members.ts";
import { deletePasskey } from "./passkeys.ts";
import * as calls from "./signed_in_calls.ts";

const buyer = { plan_id: "p", email: "ann@mail.example", firebase_id: "u" };
const claim = { subscription_id: "s", email: "", firebase_id: "u", apple_token: "", attribution: {} };
type Options = Parameters<typeof calls.createForMember>[1];

const ADDRESS = {
  first_name: "",
  last_name: "",
  country: "",
  state: "",
  zip: "",
  city: "",
  address: "",
  address2: "",
  phone: "",
};
const ROWS:
  readonly (readonly [title: string, ask: (options: Options) => Promise<unknown>, path: string, keys: string])[] = [
    [
      "W-CALL-08",
      (options) => calls.createForMember({ ...buyer, apple_token: "", attribution: {} }, options),
      "/services/subscriptions/subs/create",
      "apple_token attribution email firebase_id plan_id",
    ],
    [
      "W-CALL-09",
      (options) => calls.createApplePayForMember({ ...buyer, token: "t", attribution: {}, address: ADDRESS }, options),
      "/services/subscriptions/subs/create-applepay",
      "address attribution email firebase_id plan_id token",
    ],
    [
      "W-CALL-12",
      (options) => calls.getRecurringSubscription("a/b", options),
      "/services/subscriptions/rec/subscriptions/a%2Fb",
      "",
    ],
    [
      "W-CALL-13",
      (options) => calls.finalizeAt("/services/subscriptions", claim, options),
      "/services/subscriptions/subscription-finalize",
      "apple_token attribution email firebase_id subscription_id",
    ],
    [
      "W-CALL-15",
      (options) => calls.createRecurring({ ...buyer, apple_token: "" }, options),
      "/services/recurring/create-subscription",
      "apple_token email firebase_id plan_id",
    ],
    [
      "SECURITY B5: a foreign address in storage is not called",
      (options) => calls.finalizeAt("https://evil.example", claim, options),
      "/services/subscriptions/subscription-finalize",
      "apple_token attribution email firebase_id subscription_id",
    ],
  ];

describe("W-CALL-25: the calls of a member", () => {
  for (const [title, ask, path, keys] of ROWS) {
    it(title, async () => {
      const seen: unknown[] = [];
      const answer: typeof fetch = (url, init) => {
        const body = init?.body === undefined ? {} : JSON.parse(String(init.body));
        seen.push([
          init?.method,
          String(url),
          new Headers(init?.headers).get("x-id-token"),
          Object.keys(body).sort().join(" "),
        ]);
        return Promise.resolve(Response.json({}));
      };
      // The response fits no schema; only the sent request matters here.
      await ask({ idToken: "t1", fetch: answer }).catch(() => undefined);
      assertEquals(seen, [["POST", path, "t1", keys]]);
    });
  }
});

describe("what a member deletes", () => {
  for (
    const [title, ask, path, code] of [
      ["an alert", deleteAlert, "/services/report/watch/a%2Fb", "alert_unknown"],
      ["a member report", deleteNumberReport, "/services/report/of-number/a%2Fb", "report_unknown"],
      ["a passkey", deletePasskey, "/api/passkeys/a%2Fb", "passkey_unknown"],
    ] as const
  ) {
    it(`${title} that is gone already counts as deleted, and no other refusal does`, async () => {
      const seen: unknown[] = [];
      const answering = (status: number, body: unknown): typeof fetch => (url, init) => {
        seen.push([init?.method, String(url)]);
        return Promise.resolve(Response.json(body, { status }));
      };
      await ask("a/b", { idToken: "t1", fetch: answering(404, { error: "It is not there.", code }) });
      assertEquals(seen, [["DELETE", path]]);
      for (const refused of [answering(404, { error: "Not found" }), answering(500, { code: "internal" })]) {
        await assertRejects(() => ask("a/b", { idToken: "t1", fetch: refused }), ResponseError);
      }
    });
  }
});

describe("a list", () => {
  const LINES = 20;
  /** Sends a line every `everyMs`, and ends as a browser does when the call is aborted. */
  const streaming = (everyMs: number): typeof fetch => (_, init) => {
    let sent = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const body = new ReadableStream<string>({
      start: (stream) =>
        init?.signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          stream.error(init.signal?.reason);
        }),
      pull: (stream) =>
        new Promise((resolve) => {
          timer = setTimeout(() => {
            sent += 1;
            const row = { type: "row", done: sent, of: LINES, row: CHECKED_ROW };
            const event = sent > LINES ? { type: "done", batch_id: "b1", spent: LINES, credits: 0 } : row;
            stream.enqueue(`${JSON.stringify(event)}\n`);
            if (sent > LINES) stream.close();
            resolve();
          }, everyMs);
        }),
      cancel: () => clearTimeout(timer),
    });
    return Promise.resolve(new Response(body.pipeThrough(new TextEncoderStream())));
  };

  async function check(everyMs: number) {
    const { timeout } = AbortSignal;
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    // The browser's own clock does not follow the one of this test.
    AbortSignal.timeout = (ms) => {
      const late = new AbortController();
      setTimeout(() => late.abort(new DOMException("signal timed out", "TimeoutError")), ms);
      return late.signal;
    };
    const seen: string[] = [];
    const list = { subscription_id: "s1", name: "n", csv: "x", country: "" };
    const read = async () => {
      for await (const event of checkList(list, { idToken: "t1", fetch: streaming(everyMs) })) seen.push(event.type);
    };
    let failure: unknown;
    let isOver = false;
    const reading = read().catch((reason: unknown) => failure = reason).finally(() => isOver = true);
    try {
      for (let turn = 0; turn < 1_000 && !isOver; turn++) await clock.tickAsync(1_000);
      await reading;
    } finally {
      clock.uninstall();
      AbortSignal.timeout = timeout;
    }
    return { seen, failure };
  }

  it("whose numbers take four seconds each arrives to its end, however long that takes", async () => {
    const { seen, failure } = await check(4_000);
    assertEquals([seen.length, seen.at(-1), failure], [LINES + 1, "done", undefined]);
  });

  it("that is silent for a minute has broken off", async () => {
    const { seen, failure } = await check(60_001);
    assertEquals([seen, failure instanceof TimeoutError], [[], true]);
  });
});
