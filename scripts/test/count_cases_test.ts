/** The last line of a test run must be true. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { countCases } from "./count_cases.ts";

const testcase = (name: string, inside = "") =>
  `<testcase name="${name}" classname="x" time="0.1" line="1" col="1">\n${inside}</testcase>`;
const FAILURE = '<failure message="a &gt; b">text</failure>';

describe("countCases", () => {
  it("counts cases, not their groups", () => {
    const report = testcase("group") + testcase("group &gt; one") + testcase("group &gt; inner") +
      testcase("group &gt; inner &gt; two") + testcase("alone");
    assertEquals(countCases(report), { passed: 3, failed: 0, skipped: 0 });
  });
  it("counts a failed case once, though its groups are reported as failed too", () => {
    const report = testcase("group", FAILURE) + testcase("group &gt; one", FAILURE) + testcase("group &gt; two");
    assertEquals(countCases(report), { passed: 1, failed: 1, skipped: 0 });
  });
  it("counts a group that failed by itself, as when a hook throws", () => {
    assertEquals(countCases(testcase("group", FAILURE) + testcase("group &gt; one")), {
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });
  it("counts a skipped case as neither", () => {
    assertEquals(countCases(testcase("one", "<skipped></skipped>")), { passed: 0, failed: 0, skipped: 1 });
  });
});
