/** `deno task mutate` finds gaps in tests, and leaves the checkout unchanged however it ends. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { EQUIVALENT } from "./equivalent.ts";
import { judge } from "./judge.ts";
import { findSites } from "./sites.ts";
import { browserTestsOf, namedScreens, namedTests, screensOf } from "./browser_tests.ts";
import { importersOf, READERS, testsOf } from "./tests_of.ts";
import { createWorkspace, removeStaleWorkspaces, run } from "./workspace.ts";
import { readOptions, sitesBelow } from "./mutate.ts";
import { SCREENS } from "../../tests/support/screens/table.ts";
import { listSources, readImportGraph } from "../check/import_graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** A small checkout with one product file, a test that covers half of it, and the runner's scripts. */
async function smallCheckout(): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: "mutate-checkout-" });
  await Deno.mkdir(`${root}/sdk`);
  await Deno.mkdir(`${root}/node_modules`);
  await Deno.writeTextFile(`${root}/deno.json`, '{ "nodeModulesDir": "manual" }');
  await Deno.writeTextFile(`${root}/.gitignore`, "node_modules\n");
  await Deno.writeTextFile(
    `${root}/sdk/price.ts`,
    "export const SEEN = 1;\nexport const UNSEEN = 2;\nexport const flip = (on: boolean) => on ? 3 : 4;\n",
  );
  await Deno.writeTextFile(
    `${root}/sdk/price_test.ts`,
    'import { flip, SEEN } from "./price.ts";\n' +
      'Deno.test("seen", () => { if (SEEN !== 1 || flip(true) !== 3) throw new Error("changed"); });\n',
  );
  for (const args of [["init", "-q"], ["add", "."]]) await new Deno.Command("git", { args, cwd: root }).output();
  return root;
}

async function contents(root: string): Promise<readonly string[]> {
  const sources = listSources(root);
  return await Promise.all(sources.map(async (file) => `${file}\n${await Deno.readTextFile(`${root}/${file}`)}`));
}

describe("deno task mutate", () => {
  it("distinguishes noticed mutations from surviving ones, and reverts each", async () => {
    const checkout = await smallCheckout();
    const before = await contents(checkout);
    const graph = readImportGraph(checkout, listSources(checkout));
    const workspace = await createWorkspace(checkout);
    try {
      const verdicts: string[] = [];
      for (const site of findSites("sdk/price.ts", await Deno.readTextFile(`${checkout}/sdk/price.ts`))) {
        const batches = testsOf(site.path, graph).filter((batch) => batch[0] === "sdk/price_test.ts");
        const { result } = await judge({ workspace, site, batches, screens: [], baseline: new Map() });
        verdicts.push(`${site.line} ${site.kind}: ${result}`);
      }
      assertEquals(verdicts, [
        "1 changed constant: killed",
        "2 changed constant: survived",
        "3 negated condition: killed",
        "3 changed constant: killed",
        "3 changed constant: survived",
      ]);
      assertEquals(await contents(workspace.root), before, "the copy is as it was");
      assertEquals(await contents(checkout), before, "the checkout is as it was");
    } finally {
      await workspace.remove();
      await Deno.remove(checkout, { recursive: true });
    }
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

  it("changes only its copy even when killed during a mutation, and the next run removes the copy", async () => {
    const checkout = await smallCheckout();
    const folder = await Deno.makeTempDir({ prefix: "mutate-tmp-" });
    const before = await contents(checkout);
    const code = `
      import { createWorkspace } from "${ROOT}/scripts/mutate/workspace.ts";
      const { root } = await createWorkspace(${JSON.stringify(checkout)});
      await Deno.writeTextFile(root + "/sdk/price.ts", "broken");
      console.log("broken");
      setInterval(() => {}, 1_000);`;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", code],
      env: { TMPDIR: folder },
      cwd: ROOT,
      stdout: "piped",
    }).spawn();
    try {
      for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes("broken")) break;
      assertEquals([...Deno.readDirSync(folder)].length, 1);
      child.kill("SIGKILL");
      await child.status;
      assertEquals(await contents(checkout), before);
      await removeStaleWorkspaces(folder);
      assertEquals([...Deno.readDirSync(folder)].length, 0);
    } finally {
      await Deno.remove(checkout, { recursive: true });
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("kills a hanging command with all its child processes, and counts it as failed", async () => {
    const { passed, timedOut } = await run("/", ["eval", "setInterval(() => {}, 1000)"], 1_500);
    assertEquals([passed, timedOut], [false, true]);
  });

  it("refuses an unknown option", () => {
    assertEquals(readOptions(["--count", "3", "sdk"]).count, 3);
    let message = "";
    try {
      readOptions(["--count", "many"]);
    } catch (error) {
      message = String(error);
    }
    assertStringIncludes(message, '--count takes a whole number from 1, not "many"');
  });

  it("prints its usage when asked for it, and breaks nothing", async () => {
    const args = ["run", "--allow-all", "scripts/mutate/mutate.ts", "--help"];
    const { code, stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
    const said = new TextDecoder().decode(stdout);
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
    const tests = sources.filter((file) => /^tests\/(browser|flows)\//.test(file));
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

  it("lists no equivalent mutation of a line that is gone, and each has its reason", async () => {
    for (const { path, kind, original, reason } of EQUIVALENT) {
      const sites = findSites(path, await Deno.readTextFile(`${ROOT}/${path}`));
      assert(sites.some((site) => site.kind === kind && site.original === original), `${path}: ${original}`);
      assert(reason.length > 20, `${path}: ${original} has no reason`);
    }
  });

  it("can mutate a single line", async () => {
    const sources = listSources(ROOT);
    const sites = await sitesBelow(ROOT, ["scripts/mutate/mutate.ts:1", "sdk/mod.ts:1", "sdk/card/luhn.ts"], sources);
    assertEquals(new Set(sites.map(({ path }) => path)), new Set(["sdk/card/luhn.ts"]));
  });
});
