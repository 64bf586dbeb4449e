/** Counts test cases in the runner's JUnit report: each case once, without groups. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Case {
  readonly name: string;
  readonly result: keyof Counts;
}

/** The report's separator between a group and its members. */
const SEPARATOR = " > ";

/** A group is not counted, unless it failed by itself (a hook threw) and none of its cases did. */
export function countCases(junit: string): Counts {
  const cases = parseCases(junit);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const groups = new Set(cases.flatMap(({ name }) => prefixes(name)));
  const failedInside = new Set(
    cases.filter(({ name, result }) => result === "failed" && !groups.has(name)).flatMap(({ name }) => prefixes(name)),
  );
  for (const { name, result } of cases) {
    if (!groups.has(name)) counts[result] += 1;
    else if (result === "failed" && !failedInside.has(name)) counts.failed += 1;
  }
  return counts;
}

function prefixes(name: string): readonly string[] {
  const parts = name.split(SEPARATOR);
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(SEPARATOR));
}

function parseCases(junit: string): readonly Case[] {
  return [...junit.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(([, open = "", body = ""]) => {
    const name = (/\bname="([^"]*)"/.exec(open)?.[1] ?? "").replaceAll("&gt;", ">");
    if (/<(failure|error)\b/.test(body)) return { name, result: "failed" };
    return { name, result: /<skipped\b/.test(body) ? "skipped" : "passed" };
  });
}
