/** SECURITY X3: no hostile text blocks the server, in any field, at any length. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { cpuTimeMs } from "../../support/cpu_time.ts";
import { createLog } from "../../../server/platform/log.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";

/** Below the body limit, so that the text reaches the code that reads the field. */
const LONG = 60_000;
const MEGABYTE = 1_048_576;
/**
 * Time allowed for one text. A quadratic pattern takes seconds, a linear one milliseconds. The server shares this
 * thread.
 */
const MAX_MS = 1_000;

/** Texts on which quadratic patterns for addresses, tokens, numbers, spaces and dots are slowest. */
const WORST: Readonly<Record<string, string>> = {
  "an address that never ends": `a@${".".repeat(LONG)}@`,
  "a list of addresses in an address bar": "a%40".repeat(LONG / 4),
  "letters before an @ that never comes": "a".repeat(LONG),
  "tokens in tokens": "eyJ-".repeat(LONG / 4),
  "digits with gaps": "1 ".repeat(LONG / 2),
  "spaces before the end": `${" ".repeat(LONG - 1)}x`,
  "backslashes": "\\".repeat(LONG / 2),
  "base64 without an end": "NDI0".repeat(LONG / 4),
  "names of codes": "cvv:".repeat(LONG / 4),
};

/** Calls and the fields in which each takes a text. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "/api/cancel-request": ["email", "product", "host"],
  "/api/consent": ["plan_id", "subscription_id", "text", "text_version", "locale"],
  "/api/apple-pay/validate-merchant": ["validationURL", "domain"],
  "/subs/create-no-user": ["plan_id", "email", "first_name", "ip"],
  "/subs/finalize": ["subscription_id", "email", "firebase_id", "apple_token"],
  "/rec/subscriptions/x": ["email"],
  "/services/report": ["user_id", "phone_number", "subscription_id", "name", "email"],
  "/services/report/check": ["phone_number", "country", "text"],
  "/services/report/dispute": ["phone_number", "email", "text"],
  "/services/identity/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k": ["email", "password", "displayName"],
  "/services/identity/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k": ["email", "requestType"],
  "/services/payments/merchant/client/init": ["type", "holderReference", "workflowCode", "amount"],
  "/services/payments/auth/token/x": ["grant_type"],
  "/csp-report": ["csp-report", "blocked-uri"],
};

describe("hostile texts", () => {
  let app: RunningApp;
  let cookie = "";
  let calls = 0;
  /** Each call has its own address, so that no rate limit answers first. */
  const headersOf = (type: string) => {
    calls += 1;
    return { "content-type": type, cookie, "x-forwarded-for": `203.0.${calls >> 8}.${calls & 255}` };
  };
  before(async () => {
    // The real log, since it redacts every refused text.
    app = await startApp({ env: { TRUSTED_HOPS: "1" }, overrides: { log: createLog(() => {}) } });
    const begun = await fetch(`${app.origin}/init/session?plan_id=tck_weekly_3dtrial`);
    await begun.body?.cancel();
    cookie = begun.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  });
  after(() => app.close());

  const post = async (path: string, body: string, type = "application/json") => {
    const started = cpuTimeMs();
    const answer = await fetch(app.origin + path, { method: "POST", body, headers: headersOf(type) });
    await answer.body?.cancel();
    return { status: answer.status, ms: cpuTimeMs() - started };
  };

  for (const [path, fields] of Object.entries(CALLS)) {
    it(`SECURITY X3: ${path.split("?")[0]} answers every hostile text at once, in each field and as the whole body`, async () => {
      for (const [name, text] of Object.entries(WORST)) {
        const bodies = [text, ...fields.map((field) => JSON.stringify({ [field]: text.slice(0, LONG - 1_000) }))];
        for (const body of bodies) {
          const { status, ms } = await post(path, body);
          assert(status < 500, `${name}: ${status}`);
          assert(ms < MAX_MS, `${name} takes ${ms.toFixed(0)} ms`);
        }
      }
      const megabyte = await post(path, JSON.stringify({ [fields[0] ?? "x"]: "a@.".repeat(MEGABYTE / 3) }));
      assertEquals(megabyte.status, 413);
    });
  }

  it("SECURITY X3: an error report with each hostile text is accepted or refused at once", async () => {
    for (const [name, text] of Object.entries(WORST)) {
      const item = JSON.stringify({
        exception: { values: [{ type: "Error", value: text }] },
        message: text.slice(0, 100),
      });
      const envelope = `{"event_id":"${"0".repeat(32)}"}\n{"type":"event"}\n${item}\n`;
      const { status, ms } = await post("/services/errors/1/envelope/", envelope, "text/plain");
      assert(status < 500 && ms < MAX_MS, `${name}: ${status} after ${ms.toFixed(0)} ms`);
    }
  });

  it("SECURITY X3: an address with each hostile text is answered and logged at once", async () => {
    for (const [name, text] of Object.entries(WORST)) {
      const started = cpuTimeMs();
      const path = `/api/send-activation-by-email/trustcheck/${encodeURIComponent(text.slice(0, 4_000))}?q=${
        encodeURIComponent(text.slice(0, 2_000))
      }`;
      const answer = await fetch(app.origin + path, {
        method: "POST",
        body: "{}",
        headers: { cookie: text.slice(0, 4_000) },
      });
      await answer.body?.cancel();
      const ms = cpuTimeMs() - started;
      assert(answer.status < 500 && ms < MAX_MS, `${name}: ${answer.status} after ${ms.toFixed(0)} ms`);
    }
  });

  it("SECURITY X3: a log line with a megabyte of each hostile text is written at once, and truncated", () => {
    for (const [name, text] of Object.entries(WORST)) {
      const lines: string[] = [];
      const started = cpuTimeMs();
      createLog((line) => lines.push(line)).error("odd", { text: text.repeat(Math.ceil(MEGABYTE / text.length)) });
      const ms = cpuTimeMs() - started;
      assert(ms < MAX_MS, `${name} takes ${ms.toFixed(0)} ms`);
      assert((lines[0] ?? "").length < 40_000, `${name} makes a line of ${lines[0]?.length} characters`);
    }
  });
});
