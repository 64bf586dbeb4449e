import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { listSources } from "../check/import_graph.ts";
import { isTest } from "../mutate/tests_of.ts";
import { groupFiles, moduleOf } from "./group_files.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

describe("files that share an isolate in a run of the whole suite", () => {
  it("are neighbours of rooms that leave nothing behind: first 3 each that start the product, then 12 each beside sources", () => {
    const server = Array.from({ length: 14 }, (_, at) => `server/a/${String.fromCharCode(97 + at)}_test.ts`);
    const flows = ["tests/flows/a_test.ts", "tests/flows/b_test.ts", "tests/flows/c_test.ts", "tests/flows/d_test.ts"];
    const others = ["client/app/app_test.ts", "sdk/mod_test.ts", "server/hooks_test.ts", "tests/flows/fixture_test.ts"];
    const texts: Record<string, string> = {
      "server/hooks_test.ts": `import "x";\nafterEach(() => close());\n`,
      "tests/flows/fixture_test.ts": `import "x";\n\nconst fixture = appFixture();\n`,
      "server/inside_test.ts": `describe("x", () => {\n  afterEach(() => close());\n});\n`,
    };
    const files = [...others, ...flows, ...server, "server/inside_test.ts"];
    const { alone, groups } = groupFiles(files, (file) => texts[file] ?? "");
    assertEquals(alone, others);
    assertEquals([...groups], [
      ["0+tests+flows+a_test.ts", flows.slice(0, 3)],
      ["0+tests+flows+d_test.ts", flows.slice(3)],
      ["1+server+a+a_test.ts", server.slice(0, 12)],
      ["1+server+a+m_test.ts", [...server.slice(12), "server/inside_test.ts"]],
    ]);
  });

  it("are loaded by the module of their group, in order", () => {
    assertEquals(
      moduleOf(["a_test.ts", "b/c_test.ts"], "/root"),
      `import "file:///root/a_test.ts";\nimport "file:///root/b/c_test.ts";\n`,
    );
  });

  it("and those with an isolate of their own are all tests of the checkout, each once", () => {
    const tests = listSources(ROOT).filter(isTest);
    const { alone, groups } = groupFiles(tests, (file) => Deno.readTextFileSync(`${ROOT}/${file}`));
    assertEquals([...alone, ...[...groups.values()].flat()].sort(), [...tests].sort());
    assert(groups.size > 10, `${groups.size} groups`);
  });
});
