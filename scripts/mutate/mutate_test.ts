/** `deno task mutate` finds gaps in tests, and leaves the checkout unchanged however it ends. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describes, EQUIVALENT, isEquivalent } from "./equivalent.ts";
import { judge, TIMED_OUT } from "./judge.ts";
import { findSites } from "./sites.ts";
import { browserTestsOf, namedScreens, namedTests, screensOf } from "./browser_tests.ts";
import { importersOf, READERS, testsOf } from "./tests_of.ts";
import { createWorkspace, run } from "./workspace.ts";
import { mutate, reportOf, sitesBelow } from "./mutate.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { SCREENS } from "../../tests/support/screens/table.ts";
import { listSources, readImportGraph } from "../check/import_graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

const SMALL_TEST = 'import { flip, SEEN } from "./price.ts";\n' +
  'Deno.test("seen", () => { if (SEEN !== 1 || flip(true) !== 3) throw new Error("changed"); });\n';

/** Reports its own process and one that it starts in a separate group, as browsers are. */
const ENDLESS_TEST = `import { SEEN } from "./price.ts";
  import { spawn } from "node:child_process";
  Deno.test("never ends", async () => {
    const { pid } = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
    Deno.writeTextFileSync(Deno.env.get("PIDS_FILE"), [Deno.pid, pid, SEEN].join());
    await new Promise((resolve) => setTimeout(resolve, 300_000));
  });
`;

/** A small product with one file, a test that covers half of it, and nothing else. */
async function smallCheckout(test = SMALL_TEST): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: "mutate-checkout-" });
  await Deno.mkdir(`${root}/sdk`);
  await Deno.mkdir(`${root}/node_modules`);
  // With the types of browsers, the compiler takes three times as long.
  await Deno.writeTextFile(
    `${root}/deno.json`,
    '{ "nodeModulesDir": "manual", "compilerOptions": { "lib": ["es5"] } }',
  );
  await Deno.writeTextFile(`${root}/.gitignore`, "node_modules\n");
  await Deno.writeTextFile(
    `${root}/sdk/price.ts`,
    "export const SEEN = 1;\nexport const UNSEEN = 2;\nexport const flip = (on: boolean) => on ? 3 : 4;\n",
  );
  await Deno.writeTextFile(`${root}/sdk/price_test.ts`, test);
  for (const args of [["init", "-q"], ["add", "."]]) await new Deno.Command("git", { args, cwd: root }).output();
  return root;
}

/** The tool as `deno task mutate` starts it, on another product. */
function tool(checkout: string, folder: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--no-check",
      `--config=${ROOT}/deno.json`,
      `${ROOT}/scripts/mutate/mutate.ts`,
      ...args,
    ],
    cwd: checkout,
    env: { ...env, TMPDIR: folder, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  });
}

async function runTool(checkout: string, folder: string, args: readonly string[]) {
  const { code, stdout, stderr } = await tool(checkout, folder, args).output();
  return { code, said: new TextDecoder().decode(stdout), refused: new TextDecoder().decode(stderr) };
}

/** The same in this process, where each change that it chooses counts as killed, untried. */
async function runHere(checkout: string, args: readonly string[]) {
  const [said, refused]: [string[], string[]] = [[], []];
  const code = await mutate({
    root: checkout,
    args,
    print: (text) => void said.push(text),
    complain: (text) => void refused.push(text),
    judge: () => Promise.resolve({ result: "killed", by: "no test" }),
  });
  return { code, said: said.join("\n"), refused: refused.join("\n") };
}

/** Runs the given work on a small product, which must be unchanged at the end, as must the folder of the copies. */
async function onSmallCheckout(use: (checkout: string, folder: string) => Promise<void>, test?: string) {
  const [checkout, folder] = [await smallCheckout(test), await Deno.makeTempDir({ prefix: "mutate-tmp-" })];
  const before = await contents(checkout);
  try {
    await use(checkout, folder);
    assertEquals(await contents(checkout), before, "the checkout is as it was");
    assertEquals([...Deno.readDirSync(folder)], [], "no copy is left");
  } finally {
    await Deno.remove(checkout, { recursive: true });
    await Deno.remove(folder, { recursive: true });
  }
}

/** A process that has ended and that its parent has not asked about has no command line. */
async function isRunning(pid: string): Promise<boolean> {
  assert(/^\d+$/.test(pid), pid);
  return await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "") !== "";
}

async function contents(root: string): Promise<readonly string[]> {
  const sources = listSources(root);
  return await Promise.all(sources.map(async (file) => `${file}\n${await Deno.readTextFile(`${root}/${file}`)}`));
}

describe("deno task mutate", () => {
  it("names each survivor with file and line, counts them, and exits with 1", async () => {
    await onSmallCheckout(async (checkout, folder) => {
      const { code, said } = await runTool(checkout, folder, ["--quick", "--jobs", "1", "sdk"]);
      const [tried = "", report] = said.split("Survivors\n");
      assertEquals(tried.match(/^ +\d+ .*$/gm)?.map((line) => line.trim().replace(/^\d+ /, "")).toSorted(), [
        "killed by sdk/price_test.ts: sdk/price.ts:1 changed constant: 1 -> 2",
        "killed by sdk/price_test.ts: sdk/price.ts:3 changed constant: 3 -> 4",
        "killed by sdk/price_test.ts: sdk/price.ts:3 changed result: on ? 3 : 4 -> (undefined as never)",
        "killed by sdk/price_test.ts: sdk/price.ts:3 negated condition: on -> !(on)",
        "survived by 1 test files: sdk/price.ts:2 changed constant: 2 -> 3",
        "survived by 1 test files: sdk/price.ts:3 changed constant: 4 -> 5",
      ]);
      const [survivors, table] = report?.trim().split("\n\n") ?? [];
      assertEquals(survivors?.split("\n").map((line) => line.trim()).toSorted(), [
        "survived by 1 test files: sdk/price.ts:2 changed constant: 2 -> 3",
        "survived by 1 test files: sdk/price.ts:3 changed constant: 4 -> 5",
      ]);
      assertEquals(table?.split("\n").map((line) => line.trim().split(/ {2,}/)), [
        ["tried", "6"],
        ["refused by the compiler", "0"],
        ["killed", "4"],
        ["of these by time-out", "0"],
        ["survived", "2"],
        ["killed, of killed and survived", "66.7 %"],
        ["equivalent, not tried", "0"],
      ]);
      assertEquals(code, 1);
    });
  });

  it("names kills by time-out, which a busy machine may have caused, and leaves out what the compiler refused", () => {
    const [first, second, third] = findSites("sdk/price.ts", "const [A, B, C] = [true, 2, 3] as const;").filter((
      { kind },
    ) => kind === "changed constant");
    assert(first !== undefined && second !== undefined && third !== undefined);
    const report = reportOf([
      [first, { result: "killed", by: "sdk/price_test.ts" }],
      [second, { result: "killed", by: `${TIMED_OUT}sdk/price_test.ts` }],
      [third, { result: "refused by the compiler", by: undefined }],
    ], 7);
    assertEquals(report.split("\n").map((line) => line.trim().split(/ {2,}/)), [
      [""],
      ["Killed by a time-out: a busy machine may have been the cause"],
      [`killed by time-out of sdk/price_test.ts: sdk/price.ts:1 ${second.kind}: ${second.original} -> ${second.replacement}`],
      [""],
      ["tried", "3"],
      ["refused by the compiler", "1"],
      ["killed", "2"],
      ["of these by time-out", "1"],
      ["survived", "0"],
      ["killed, of killed and survived", "100.0 %"],
      ["equivalent, not tried", "7"],
    ]);
  });

  it("tries what its options choose: a line, a number of changes, a seed, those after the first", async () => {
    await onSmallCheckout(async (checkout) => {
      const tried = async (...args: readonly string[]) => {
        const { code, said } = await runHere(checkout, ["--quick", "--jobs", "1", ...args]);
        return { code, lines: said.match(/^ +\d+ .*$/gm) ?? [], said };
      };
      const line = await tried("sdk/price.ts:1");
      assertEquals([line.code, line.lines.length], [0, 1]);
      assertMatch(line.said, /survived +0\nkilled, of killed and survived +100\.0 %/);
      const two = await tried("--count", "2", "--seed", "5");
      assertStringIncludes(two.said, "2 changes, seed 5, 1 at a time");
      assertEquals(two.lines.length, 2);
      const second = await tried("--count", "2", "--seed", "5", "--after", "1");
      assertEquals(second.lines, two.lines.slice(1));
    });
  });

  it("refuses what it cannot do with a sentence and status 2, and breaks nothing", async () => {
    await onSmallCheckout(async (checkout, folder) => {
      const rows = [
        [["--cuont", "3"], "Unknown option '--cuont'"],
        [["--count", "many"], '--count takes a whole number from 1, not "many"'],
        [["--count"], "Option '--count <value>' argument missing"],
        [["--quick", "docs"], "Nothing to break below docs: name a product file or folder"],
      ] as const;
      for (const [args, sentence] of rows) {
        assertEquals(await runHere(checkout, args), {
          code: 2,
          said: "",
          refused: `${sentence}. deno task mutate --help lists the options.`,
        });
      }
      const [[args, sentence]] = rows;
      const started = await runTool(checkout, folder, args);
      assertEquals([started.code, started.said, started.refused.split(". ")[0]], [2, "", sentence]);
    });
  });

  it("asks the compiler once the nearest tests pass, before all other tests", async () => {
    const checkout = await smallCheckout();
    const price = 'export const KIND: "one" | "two" = "one";\n';
    await Deno.writeTextFile(`${checkout}/sdk/price.ts`, price);
    await Deno.writeTextFile(`${checkout}/sdk/price_test.ts`, 'Deno.test("near", () => {});\n');
    const far = 'import { KIND } from "./price.ts";\nDeno.test("far", () => { if (KIND !== "one") throw 0; });\n';
    await Deno.writeTextFile(`${checkout}/sdk/far_test.ts`, far);
    const workspace = await createWorkspace(checkout);
    try {
      const [site] = findSites("sdk/price.ts", price);
      assert(site !== undefined);
      const verdictOf = (batches: readonly string[][]) =>
        judge({ workspace, site, batches, screens: [], baseline: new Map() });
      assertEquals((await verdictOf([["sdk/price_test.ts"], ["sdk/far_test.ts"]])).result, "refused by the compiler");
      assertEquals((await verdictOf([["sdk/price_test.ts"]])).result, "refused by the compiler");
      assertEquals((await verdictOf([["sdk/far_test.ts"]])).result, "killed");
    } finally {
      await workspace.remove();
      await Deno.remove(checkout, { recursive: true });
    }
  });

  it("refuses a mutation that only compiles without the files that import it", async () => {
    const checkout = await smallCheckout();
    const table = "export const PRICES = { one: 1, two: 2 };\n";
    await Deno.writeTextFile(`${checkout}/sdk/price.ts`, table);
    await Deno.writeTextFile(`${checkout}/sdk/sum.ts`, 'import { PRICES } from "./price.ts";\nPRICES.two.toFixed();\n');
    await Deno.writeTextFile(`${checkout}/sdk/price_test.ts`, 'import { PRICES } from "./price.ts";\nPRICES.one;\n');
    const workspace = await createWorkspace(checkout);
    try {
      const importers = importersOf("sdk/price.ts", readImportGraph(checkout, listSources(checkout)));
      assertEquals(importers, ["sdk/sum.ts"]);
      const site = findSites("sdk/price.ts", table).find(({ kind, original }) =>
        kind === "removed row" && original.startsWith("two")
      );
      assert(site !== undefined);
      const given = { workspace, site, batches: [["sdk/price_test.ts"]], screens: [], baseline: new Map() };
      assertEquals((await judge(given)).result, "survived");
      assertEquals((await judge({ ...given, importers })).result, "refused by the compiler");
    } finally {
      await workspace.remove();
      await Deno.remove(checkout, { recursive: true });
    }
  });

  it("leaves the checkout as it was and no process when killed, and the next run removes the copy", async () => {
    await onSmallCheckout(async (checkout, folder) => {
      const pids = `${checkout}/node_modules/pids`;
      const child = tool(checkout, folder, ["--quick", "--jobs", "1", "sdk/price.ts:1"], { PIDS_FILE: pids }).spawn();
      const ended = child.output();
      const told = await eventually(() => Deno.readTextFile(pids).catch(() => undefined));
      const [test = "", browser = "", seen] = told.split(",");
      assertEquals(seen, "2", "the tool was inside a mutation");
      child.kill("SIGKILL");
      await ended;
      await eventually(async () => !await isRunning(test));
      assertEquals([...Deno.readDirSync(folder)].length, 1, "the copy of the killed run");
      assertEquals((await runTool(checkout, folder, ["docs"])).code, 2);
      await eventually(async () => !await isRunning(browser));
    }, ENDLESS_TEST);
  });

  it("gives a test that is slow without any change more time before its silence counts as a kill", async () => {
    const slow = `import { flip, UNSEEN } from "./price.ts";
      Deno.test("slow", async () => {
        await new Promise((resolve) => setTimeout(resolve, flip(true) === 3 ? 600 : 300_000));
        if (UNSEEN === 0) throw new Error("changed");
      });\n`;
    const checkout = await smallCheckout(slow);
    const workspace = await createWorkspace(checkout);
    try {
      const sites = findSites("sdk/price.ts", await Deno.readTextFile(`${checkout}/sdk/price.ts`));
      const verdictOf = (original: string) => {
        const site = sites.find((each) => each.original === original);
        assert(site !== undefined, original);
        const given = { workspace, site, screens: [], baseline: new Map(), silenceMs: 400 };
        return judge({ ...given, batches: [["sdk/price_test.ts"]] });
      };
      assertEquals(await verdictOf("2"), { result: "survived", by: "1 test files" });
      assertEquals(await verdictOf("3"), { result: "killed", by: "time-out of sdk/price_test.ts" });
    } finally {
      await workspace.remove();
      await Deno.remove(checkout, { recursive: true });
    }
  });

  it("ends a hanging command with all its child processes, and counts it as failed", async () => {
    const code = `const { pid } = new Deno.Command("sleep", { args: ["300"] }).spawn(); console.log(pid);
      setInterval(() => {}, 1000)`;
    const { passed, timedOut, output } = await run("/", ["eval", code], 1_500);
    assertEquals([passed, timedOut], [false, true]);
    await eventually(async () => !await isRunning(output.trim()));
  });

  it("prints its usage when asked for it, and breaks nothing", async () => {
    const { code, said } = await runHere(ROOT, ["--help"]);
    assertEquals(code, 0);
    for (const name of ["count", "seed", "jobs", "after", "quick"]) assertStringIncludes(said, `--${name}`);
    assert(!said.includes("changes, seed"), said);
  });

  it("finds existing tests for every product file, and every browser test of its table exists", () => {
    const sources = listSources(ROOT);
    const graph = readImportGraph(ROOT, sources);
    const product = sources.filter((file) =>
      /^(sdk|iframe|server|client)\//.test(file) && !/_test\.|\.d\.ts$/.test(file)
    );
    const tests = sources.filter((file) => /^tests\/(browser|flows|contract\/sdk)\//.test(file));
    const isThere = (name: string) => tests.some((file) => file.endsWith(`/${name}_test.ts`));
    assertEquals(namedTests().filter((name) => !isThere(name)), []);
    const untested = product.filter((file) => testsOf(file, graph).length === 0 && !/dev\.ts$|main\.ts$/.test(file));
    assertEquals(untested, []);
    for (const [path, reader] of READERS) {
      const read = product.find((file) => file.startsWith(path));
      assert(sources.includes(reader) && read !== undefined, reader);
      assert(testsOf(read, graph).flat().includes(reader), read);
    }
  });

  it("runs unit tests first, however far away, then tests of two systems, then those that break servers", () => {
    const graph = new Map([
      ["server/price.ts", []],
      ["server/sale.ts", ["server/price.ts"]],
      ["server/sale_test.ts", ["server/sale.ts"]],
      ["server/price_test.ts", ["server/price.ts"]],
      ["tests/faults/price_test.ts", ["server/price.ts"]],
      ["tests/contract/price_test.ts", ["server/price.ts"]],
    ]);
    assertEquals(testsOf("server/price.ts", graph).flat().slice(0, 4), [
      "server/price_test.ts",
      "server/sale_test.ts",
      "tests/contract/price_test.ts",
      "tests/faults/price_test.ts",
    ]);
  });

  it("runs the file's own test first and every test beside it, even where they reach it through the whole product", () => {
    const chain = ["price", "a", "b", "c", "d", "e"].map((name) => `server/shop/${name}.ts`);
    const graph = new Map(chain.map((file, at): [string, readonly string[]] => [file, chain.slice(at - 1, at)]));
    graph.set("server/shop/near_test.ts", ["server/shop/price.ts"]);
    for (const test of ["shop/price_test", "shop/sale_test", "far/price_test"]) {
      graph.set(`server/${test}.ts`, ["server/shop/e.ts"]);
    }
    assertEquals(testsOf("server/shop/price.ts", graph), [
      ["server/shop/price_test.ts"],
      ["server/shop/near_test.ts", "server/shop/sale_test.ts"],
    ]);
    assertEquals(testsOf("server/shop/a.ts", graph), [["server/shop/price_test.ts", "server/shop/sale_test.ts"]]);
  });

  it("runs the tests that read the sources right after the nearest, and those that run a whole room after the others", () => {
    const graph = new Map([["server/price.ts", []], ["server/price_test.ts", ["server/price.ts"]]]);
    for (const at of [1, 2, 3]) graph.set(`server/shop/far${at}_test.ts`, ["server/price.ts"]);
    const readers = ["scripts/docs/limits_test.ts", "tests/contract/server_story_test.ts"];
    for (const reader of readers) graph.set(reader, []);
    assertEquals(testsOf("server/price.ts", graph), [
      ["server/price_test.ts"],
      ["scripts/docs/limits_test.ts"],
      ["server/shop/far1_test.ts", "server/shop/far2_test.ts", "server/shop/far3_test.ts"],
      ["tests/contract/server_story_test.ts"],
    ]);
  });

  it("runs a browser test that its table does not name, after the others, for the SDK or for the web app", () => {
    const [merchants, flow, named] = [
      "tests/browser/merchant/new_test.ts",
      "tests/flows/new_too_test.ts",
      "tests/browser/merchant/dropin_test.ts",
    ] as const;
    const tests = [merchants, flow, named];
    assertEquals(browserTestsOf("sdk/dropin/dropin.ts", tests), [named, merchants]);
    assertEquals(browserTestsOf("client/app/App.tsx", tests), [flow]);
    assertEquals(browserTestsOf("server/passkeys/passkeys.ts", tests), []);
    assertEquals(browserTestsOf("server/wire/email.ts", tests), []);
  });

  it("opens the screens on which a change can be seen: every page and every screen of its table exists", () => {
    const sources = listSources(ROOT);
    const pages = sources.flatMap((file) => /^client\/pages\/\w+\/(\w+Page)\.tsx$/.exec(file)?.[1] ?? []);
    // The members' shell is around each of its four pages.
    assertEquals(Object.keys(namedScreens()).toSorted(), pages.filter((page) => page !== "WebappPage").toSorted());
    const screens = new Set(SCREENS.map(({ screen }) => screen));
    assertEquals(Object.values(namedScreens()).flat().filter((name) => !screens.has(name)), []);
    const graph = readImportGraph(ROOT, sources);
    assertEquals(screensOf("client/features/registry/RegistrySearch.tsx", graph), ["sex-offenders-report"]);
    assertEquals(screensOf("sdk/mod.ts", graph), []);
  });

  it("leaves out an equivalent mutation at its own line, and tries the same text on another line", () => {
    const [row] = EQUIVALENT;
    assert(row !== undefined);
    const sites = findSites(row.path, `${row.line}\nconst OTHER = ${row.original};`);
    assertEquals(sites.map((site) => [site.line, isEquivalent(site)]), [[1, true], [2, false]]);
  });

  it("lists no equivalent mutation of a line that is gone or occurs twice, and each has its reason", async () => {
    for (const row of EQUIVALENT) {
      const sites = findSites(row.path, await Deno.readTextFile(`${ROOT}/${row.path}`));
      const described = sites.filter((site) => describes(row, site));
      assertEquals(described.length, 1, `${row.path}: ${row.original}`);
      assert(row.reason.length > 20, `${row.path}: ${row.original} has no reason`);
    }
  });

  it("can mutate a single line", async () => {
    const sources = listSources(ROOT);
    const sites = await sitesBelow(ROOT, ["scripts/mutate/mutate.ts:1", "sdk/mod.ts:1", "sdk/card/luhn.ts"], sources);
    assertEquals(new Set(sites.map(({ path }) => path)), new Set(["sdk/card/luhn.ts"]));
  });
});
