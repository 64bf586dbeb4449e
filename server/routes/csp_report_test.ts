/** What is kept of a browser's policy report: the rule and what was blocked, nothing personal. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createClock } from "../platform/clock.ts";
import { createApp } from "../app.ts";
import { fakeContext } from "../../tests/support/app/fake_context.ts";
import { parseReports } from "./csp_report.ts";

const MINUTE_MS = 60_000;

describe("parseReports", () => {
  it("reads the old and the new format and drops addresses of pages and query strings", () => {
    const old = {
      "csp-report": { "blocked-uri": "https://x.test/a?mail=a@b.example", "document-uri": "https://me/?secret" },
    };
    const now = [{ type: "csp-violation", body: { blockedURL: "inline", effectiveDirective: "script-src-elem" } }];
    assertEquals(parseReports(JSON.stringify(old)), [{ "blocked-uri": "https://x.test/a" }]);
    assertEquals(parseReports(JSON.stringify(now)), [{ blockedURL: "inline", effectiveDirective: "script-src-elem" }]);
  });
  it("SECURITY E11: keeps no part of an email address or a number that its own limit splits", () => {
    for (const [secret, part] of [["anna.berger@mail.example", /anna/], ["4242424242424242", /4242/]] as const) {
      for (let at = 1; at < secret.length; at++) {
        const start = "https://x.test/".padEnd(199 - at, "a/");
        const [report] = parseReports(JSON.stringify({ "csp-report": { "blocked-uri": `${start}/${secret}/more` } }));
        const kept = report?.["blocked-uri"] ?? "";
        assert(kept.startsWith("https://x.test/a/") && kept.length <= 200 && !part.test(kept), kept);
      }
    }
  });
  it("returns no reports for anything else", () => {
    for (const text of ["", "{", "null", "5", "[]", '[{"body":5}]', '{"csp-report":null}']) {
      assertEquals(parseReports(text), [], text);
    }
  });
});

describe("/csp-report", () => {
  /** A server with its log, behind a proxy that names the client. */
  async function open() {
    const lines: unknown[] = [];
    const log = { info() {}, error() {}, warn: (event: string) => void lines.push(event) };
    const clock = createClock(() => Date.UTC(2027, 0, 1));
    const fake = await fakeContext({ env: { TRUSTED_HOPS: "1", PUBLIC_ORIGIN: "http://localhost:8000" } });
    const app = createApp({ ...fake.context, log, clock });
    /** The statuses of this many reports from one address. */
    const report = async (ip: string, { times = 1, body = '{"csp-report":{"disposition":"report"}}' } = {}) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time++) {
        const headers = { host: "localhost", "x-forwarded-for": ip };
        const answer = await app.request("http://localhost/csp-report", { method: "POST", headers, body });
        await answer.body?.cancel();
        statuses.push(answer.status);
      }
      return statuses;
    };
    return { clock, lines, report, [Symbol.asyncDispose]: () => fake.close() };
  }

  it("SECURITY E2: one network writes at most a hundred reports into the log in ten minutes", async () => {
    await using server = await open();
    assertEquals(await server.report("203.0.113.9", { times: 102 }), [...Array(100).fill(204), 429, 429]);
    assertEquals(server.lines.length, 100);
    assertEquals(await server.report("203.0.113.10"), [204], "another network");
    server.clock.advance(10 * MINUTE_MS - 1);
    assertEquals(await server.report("203.0.113.9"), [429]);
    server.clock.advance(1);
    assertEquals(await server.report("203.0.113.9"), [204]);
  });

  it("SECURITY E2: all networks together write at most two thousand", async () => {
    await using server = await open();
    for (let network = 0; network < 20; network++) {
      assertEquals(await server.report(`198.51.${network}.1`, { times: 100 }), Array(100).fill(204));
    }
    assertEquals([await server.report("203.0.113.9"), server.lines.length], [[429], 2_000]);
  });

  it("SECURITY E2: what one network sends above its limit takes nothing from the others", async () => {
    await using server = await open();
    await server.report("203.0.113.9", { times: 2_001 });
    assertEquals(await server.report("203.0.113.10"), [204]);
  });

  it("SECURITY E2: one body of 16 KB writes at most twenty lines", async () => {
    await using server = await open();
    const reports = Array.from({ length: 500 }, () => ({ body: { disposition: "" } }));
    assertEquals(await server.report("203.0.113.9", { body: JSON.stringify(reports) }), [204]);
    assertEquals(server.lines.length, 20);
  });
});
