/** The changelog has a section for each release, newest first, and "Unreleased" above them. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { CLIENT_VERSION } from "../../sdk/version.ts";
import { SDK_VERSION } from "../build.ts";

const changelog = await Deno.readTextFile(new URL("../../CHANGELOG.md", import.meta.url));
const [first, ...releases] = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
const versions = releases.map((title) => /^(\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/.exec(title)?.[1]);

/** "5.26.0" -> a number that grows with the version. */
function rank(version: string): number {
  return version.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);
}

describe("the changelog", () => {
  it("starts with unreleased changes, and names version and date of every release, newest first", () => {
    assertEquals(first, "Unreleased");
    assertEquals(releases.filter((_, at) => versions[at] === undefined), []);
    const ranks = versions.map((version = "") => rank(version));
    assertEquals(ranks, ranks.toSorted((a, b) => b - a));
  });

  it("knows the SDK's version: as its newest release, or as the next one", () => {
    assertEquals(SDK_VERSION, CLIENT_VERSION);
    const next = /^The next release is (\d+\.\d+\.\d+)\b/m.exec(changelog)?.[1];
    assertEquals([next, versions[0]].includes(CLIENT_VERSION), true, `${next ?? "none"}, ${versions[0] ?? "none"}`);
  });
});
