import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { listSources, readImportGraph } from "../check/import_graph.ts";
import { isTest } from "../mutate/tests_of.ts";
import { groupFiles, moduleOf } from "./group_files.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

describe("files that share an isolate in a run of the whole suite", () => {
  it("are neighbours of rooms that leave nothing behind: first 3 each that start the product, then 12 each beside sources", () => {
    const server = Array.from({ length: 14 }, (_, at) => `server/a/${String.fromCharCode(97 + at)}_test.ts`);
    const flows = ["tests/flows/a_test.ts", "tests/flows/b_test.ts", "tests/flows/c_test.ts", "tests/flows/d_test.ts"];
    const others = ["client/app/app_test.ts", "sdk/mod_test.ts", "server/hooks_test.ts", "tests/flows/fixture_test.ts"];
    const pageImports = new Map([["sdk/mod_test.ts", ["sdk/mod.ts"]], ["sdk/mod.ts", []]]);
    const texts: Record<string, string> = {
      "client/app/app_test.ts": "globalThis.document = page;\n",
      "sdk/mod.ts": "let client: Client | undefined;\n",
      "server/hooks_test.ts": `import "x";\nafterEach(() => close());\n`,
      "tests/flows/fixture_test.ts": `import "x";\n\nconst fixture = appFixture();\n`,
      "server/inside_test.ts": `describe("x", () => {\n  afterEach(() => close());\n});\n`,
    };
    const files = [...others, ...flows, ...server, "server/inside_test.ts"];
    const { alone, groups } = groupFiles(files, { read: (file) => texts[file] ?? "", imports: pageImports });
    assertEquals(alone, others);
    assertEquals([...groups], [
      ["0+tests+flows+a_test.ts", flows.slice(0, 3)],
      ["0+tests+flows+d_test.ts", flows.slice(3)],
      ["1+server+a+a_test.ts", server.slice(0, 12)],
      ["1+server+a+m_test.ts", [...server.slice(12), "server/inside_test.ts"]],
    ]);
  });

  it("of a page are those that keep and replace nothing, with all that they reach", () => {
    const texts: Readonly<Record<string, string>> = {
      "sdk/rules.ts": "export const RULES = [];\nfunction f() {\n  let at = 0;\n}\nglobalThis.x;\n",
      "sdk/store.ts": "export const cart = signal([]);\n",
      "sdk/count.ts": "export let count = 0;\n",
      "tests/support/page.ts": "export const open = () => Object.defineProperty(globalThis, 'document', {});\n",
      "sdk/clock_test.ts": "using time = new FakeTime();\n",
    };
    const imports = new Map(Object.entries({
      "sdk/rules.ts": [],
      "sdk/store.ts": [],
      "sdk/count.ts": ["sdk/near.ts"],
      "sdk/near.ts": ["sdk/count.ts"],
      "tests/support/page.ts": [],
      "sdk/clock_test.ts": [],
      "sdk/count_test.ts": ["sdk/near.ts"],
      "sdk/page_test.ts": ["tests/support/page.ts"],
      "sdk/rules_test.ts": ["sdk/rules.ts", "npm:zod"],
      "sdk/store_test.ts": ["sdk/store.ts"],
      "client/rules_test.ts": ["sdk/rules.ts"],
    }));
    const files = [...imports.keys()].filter((file) => file.endsWith("_test.ts"));
    const { alone, groups } = groupFiles(files, { read: (file) => texts[file] ?? "", imports });
    assertEquals(alone, ["sdk/clock_test.ts", "sdk/count_test.ts", "sdk/page_test.ts", "sdk/store_test.ts"]);
    assertEquals([...groups], [["2+client+rules_test.ts", ["client/rules_test.ts", "sdk/rules_test.ts"]]]);
  });

  it("are loaded by the module of their group, in order", () => {
    assertEquals(
      moduleOf(["a_test.ts", "b/c_test.ts"], "/root"),
      `import "file:///root/a_test.ts";\nimport "file:///root/b/c_test.ts";\n`,
    );
  });

  it("and those with an isolate of their own are all tests of the checkout, each once", () => {
    const sources = listSources(ROOT);
    const tests = sources.filter(isTest);
    const read = (file: string) => Deno.readTextFileSync(`${ROOT}/${file}`);
    const { alone, groups } = groupFiles(tests, { read, imports: readImportGraph(ROOT, sources) });
    assertEquals([...alone, ...[...groups.values()].flat()].sort(), [...tests].sort());
    assert(groups.size > 10, `${groups.size} groups`);
    const ofPages = [...groups.values()].flat().filter((file) => /^(client|iframe|sdk)\//.test(file));
    assert(ofPages.length > 40 && ofPages.length < 80, ofPages.join(" "));
  });
});
