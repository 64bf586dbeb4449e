/** What is kept of a browser's policy report: the rule and what was blocked, nothing personal. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { parseReports } from "./csp_report.ts";

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
