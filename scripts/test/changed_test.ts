import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { changedFiles, choose } from "./changed.ts";

const GRAPH = new Map<string, readonly string[]>([
  ["server/a.ts", []],
  ["server/b.ts", ["server/a.ts"]],
  ["server/a_test.ts", ["server/a.ts"]],
  ["server/b_test.ts", ["server/b.ts"]],
  ["client/visit/link.ts", []],
  ["tests/browser/app/link_effects_test.ts", []],
  ["scripts/docs/limits_test.ts", []],
  ["scripts/check/signals_test.ts", []],
  ["client/app/app_story_test.tsx", []],
  ["tests/contract/security/headers_test.ts", []],
  ["tests/contract/server_story_test.ts", []],
]);

describe("deno task test --changed", () => {
  it("runs the tests that import a changed file, nearest first, and a changed test itself", () => {
    assertEquals(choose(["server/a.ts"], GRAPH), {
      units: ["server/a_test.ts", "scripts/docs/limits_test.ts", "server/b_test.ts"],
      elsewhere: ["tests/contract/security/headers_test.ts", "tests/contract/server_story_test.ts"],
    });
    assertEquals(choose(["server/b_test.ts"], GRAPH).units, ["server/b_test.ts"]);
  });
  it("names the tests of a running product, and leaves out files that are not source", () => {
    const { units, elsewhere } = choose(["client/visit/link.ts", "README.md", "server/gone.ts"], GRAPH);
    assertEquals([units, elsewhere], [[
      "scripts/check/signals_test.ts",
      "scripts/docs/limits_test.ts",
      "client/app/app_story_test.tsx",
    ], [
      "tests/browser/app/link_effects_test.ts",
    ]]);
  });
  it("sees changed and new files of a checkout", async () => {
    const root = await Deno.makeTempDir();
    const git = (...args: readonly string[]) =>
      new Deno.Command("git", { args: ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], cwd: root })
        .output();
    await git("init", "--quiet");
    await Deno.writeTextFile(`${root}/kept.ts`, "1");
    await git("add", ".");
    await git("commit", "--quiet", "-m", "x");
    assertEquals(await changedFiles(root), []);
    await Deno.writeTextFile(`${root}/kept.ts`, "2");
    await Deno.mkdir(`${root}/new`);
    await Deno.writeTextFile(`${root}/new/file.ts`, "1");
    assertEquals(await changedFiles(root), ["kept.ts", "new/file.ts"]);
    await Deno.remove(root, { recursive: true });
  });
});
