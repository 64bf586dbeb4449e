/** What is kept of a browser's policy report: the rule and what was blocked, nothing personal. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
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
  it("returns no reports for anything else", () => {
    for (const text of ["", "{", "null", "5", "[]", '[{"body":5}]', '{"csp-report":null}']) {
      assertEquals(parseReports(text), [], text);
    }
  });
});
