/**
 * The package's testing entry where merchants' tests run: vitest with jsdom and happy-dom, and the window jest gives.
 */
import * as esbuild from "esbuild";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { codeOfFile } from "../../support/docs/code_blocks.ts";
import { installPackage } from "../../support/merchant/installed_package.ts";
import { SCENARIO_ENDS } from "../../support/merchant/scenario_ends.ts";
import { openTestWindow, plain, type TestWindow } from "../../support/merchant/test_window.ts";

const PAGES = new URL("package_pages/", import.meta.url).pathname;
const LACKING = ["fetch", "Response", "TextDecoder", "MessageChannel", "matchMedia", "ResizeObserver", "reportError"];

describe("the testing entry", () => {
  let home = "";
  before(async () => {
    home = await installPackage(["vitest", "jsdom", "happy-dom", "react", "react-dom"]);
    // What the test of a component imports, and how a project of Vite compiles it.
    await Deno.writeTextFile(`${home}/Checkout.tsx`, await codeOfFile("Checkout.tsx"));
    await Deno.writeTextFile(`${home}/tsconfig.json`, JSON.stringify({ compilerOptions: { jsx: "react-jsx" } }));
    for (const page of ["testing.js", "testing_pay.js"]) await Deno.copyFile(PAGES + page, `${home}/${page}`);
    const entryPoints = [`${home}/testing.js`, `${home}/testing_pay.js`];
    await esbuild.build({ entryPoints, outdir: `${home}/public`, bundle: true, format: "iife", logLevel: "error" });
  });
  after(async () => {
    await esbuild.stop();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  async function inWindow<T>(name: string, use: (window: TestWindow) => Promise<T> | T, url?: string) {
    const window = openTestWindow(url);
    try {
      window.eval(await Deno.readTextFile(`${home}/public/${name}.js`));
      return await use(window);
    } finally {
      window.close();
    }
  }

  const ENVIRONMENTS = ["happy-dom", "jsdom"];
  /** Tests of the merchants' guide, and how many each file has. */
  const SAMPLES = new Map([["checkout.test.js", 3], ["methods.test.js", 4], ["react.test.js", 2]]);
  /** Vitest starts once for all files, each in each environment. */
  let running: Promise<readonly string[]> | undefined;
  async function rowsOf(file: string): Promise<readonly string[]> {
    running ??= runAll();
    const rows = (await running).filter((row) => ENVIRONMENTS.some((name) => row.includes(`${name}.${file}`)));
    assert(rows.length > 0, `${file}: ${await running}`);
    return rows;
  }
  async function runAll(): Promise<readonly string[]> {
    const files = new Map([["every.test.js", await Deno.readTextFile(`${PAGES}methods.test.js`)]]);
    for (const name of SAMPLES.keys()) files.set(name, await codeOfFile(name));
    for (const [file, code] of files) {
      for (const environment of ENVIRONMENTS) {
        await Deno.writeTextFile(`${home}/${environment}.${file}`, `// @vitest-environment ${environment}\n${code}`);
      }
    }
    return await vitest(home);
  }

  for (const [name, count] of SAMPLES) {
    it(`runs ${name} of the merchants' guide in vitest, with jsdom and with happy-dom`, async () => {
      const sample = await codeOfFile(name);
      const titles = [...sample.matchAll(/^test\("([^"]+)"/gm)].map(([, title]) => title);
      assertEquals(titles.length, count);
      const rows = ENVIRONMENTS.flatMap((where) => titles.map((title) => `passed ${where}.${name} ${title}`));
      assertEquals(await rowsOf(name), rows);
    });
  }

  it("wallets, stored cards, hosted pages and the drop-in pay, decline and are left in vitest, with jsdom and with happy-dom", async () => {
    const rows = await rowsOf("every.test.js");
    assertEquals(rows.filter((row) => !row.startsWith("passed ")), []);
    assertEquals(rows.length, 2 * (28 + 19));
  });

  it("plays every scenario as in a browser where fetch, TextDecoder, MessageChannel and more are missing", () =>
    inWindow("testing", async (window) => {
      // The jsdom of jest is older and lacks these as well.
      window.eval("delete globalThis.TextDecoder; delete globalThis.reportError");
      const missing = () => LACKING.filter((name) => window.eval(`typeof ${name}`) === "undefined");
      assertEquals(missing(), LACKING);
      await window.eval("start()");
      assertEquals(plain(window.eval("results")), SCENARIO_ENDS);
      assertEquals(plain(window.eval("choice")), { offered: ["cartesbancaires", "visa"], chosen: "cartesbancaires" });
      // Nothing that was supplied is left.
      assertEquals(missing(), LACKING);
    }));

  const STOPPED = { stopsClock: true };
  const PAID = ["success", "onSuccess"];
  const ROWS: readonly (readonly [given: string, options: object, expected: readonly string[]])[] = [
    ["a card form and a button", STOPPED, PAID],
    ["a clock that runs", {}, PAID],
    ["the card that pay() has of its own", { ...STOPPED, card: null }, PAID],
    ["a drop-in whose card option is closed", { ...STOPPED, layout: "dropin" }, PAID],
    ["elements in a shadow root", { ...STOPPED, layout: "shadow" }, PAID],
    ["a result name of the provider", { ...STOPPED, scenario: "FraudRisk" }, ["failed", "onFailed FraudRisk"]],
    ["a payment that stays open", { ...STOPPED, scenario: "pending" }, ["pending", "onPending"]],
    ["an issuer that approves", { ...STOPPED, scenario: "3ds", then: "complete" }, ["challenge", "onSuccess"]],
    [
      "an issuer that declines",
      { ...STOPPED, scenario: "3ds", then: "decline" },
      ["challenge", "onFailed Authorization failed after 3DS challenge."],
    ],
    ["a connection that comes back", { ...STOPPED, scenario: "offline", then: "online" }, ["offline", "onSuccess"]],
    [
      "a callback of the page that refuses",
      { ...STOPPED, layout: "refusing" },
      ["not_sent", "onFailed Callback passed to onButtonClicked resolved to false"],
    ],
  ];
  it("reports what a callback of the page throws, where the environment has no reportError", () =>
    inWindow("testing_pay", async (window) => {
      window.eval("delete globalThis.reportError");
      const seen = await window.eval('pay({ stopsClock: true, layout: "throwing", then: "wait" })');
      assertEquals(plain(seen), ["success", "error the page's own"]);
    }));

  it("pay() does what a shopper does and says how it ended", () =>
    inWindow("testing_pay", async (window) => {
      const seen = [];
      for (const [given, options] of ROWS) {
        seen.push([given, options, plain(await window.eval(`pay(${JSON.stringify(options)})`))]);
      }
      assertEquals(seen, ROWS.map((row) => [...row]));
    }));

  it("pays on a page of any https address, and asks for an address where there is none", async () => {
    const pay = (window: TestWindow) => window.eval("pay({ stopsClock: true })");
    assertEquals(plain(await inWindow("testing_pay", pay, "https://shop.example/cart")), PAID);
    const refuse = (window: TestWindow) => window.eval("refusalOf()");
    assertEquals(
      await inWindow("testing_pay", refuse, "about:blank"),
      "TypeError: A test page at null cannot open a checkout. Give it the address http://localhost/",
    );
  });

  it("answers a test's mistakes with a sentence that says what to do", () =>
    inWindow("testing_pay", async (window) => {
      const said = async (options: object) => String(plain(await window.eval(`pay(${JSON.stringify(options)})`)));
      const noForm = /^TypeError: No card form is ready. Mount one with client\.cardForm\(\)\.mount\(place\)/;
      assertMatch(await said({ ...STOPPED, layout: "nothing" }), noForm);
      const disabled = /^TypeError: The pay button is missing or stays disabled. Mount client\.paymentButton\(\)/;
      assertMatch(await said({ ...STOPPED, card: { number: "4242 4242 4242 4242" } }), disabled);
      assertMatch(await said({ ...STOPPED, layout: "noButton" }), disabled);
      assertMatch(
        await said({ ...STOPPED, layout: "deaf" }),
        /^TypeError: The calls of the SDK did not reach the fake/,
      );
      const unknown = String(window.eval(`refusalOf({ scenario: "insufficient_funds" })`));
      assertMatch(
        unknown,
        /^TypeError: No payment scenario is named "insufficient_funds". Use .*success, decline.* or a name of DECLINE_RESULTS$/,
      );
    }));
});

/** A row for each test: whether it passed, its file and its title. */
async function vitest(home: string): Promise<readonly string[]> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--allow-all", "--no-config", "--no-lock", "--node-modules-dir=manual"],
      ...[
        "node_modules/vitest/vitest.mjs",
        "run",
        "--testTimeout=60000",
        // The tests wait more than they work.
        "--maxWorkers=6",
        "--reporter=json",
        "--outputFile=report.json",
      ],
    ],
    cwd: home,
    env: { NO_COLOR: "1", CI: "1" },
  }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  const report = await Deno.readTextFile(`${home}/report.json`).catch(() => undefined);
  assert(report !== undefined, said);
  return parseReport(report).testResults.flatMap(({ name, assertionResults, message }) => {
    const file = name.slice(name.lastIndexOf("/") + 1);
    if (assertionResults.length === 0) return [`${file}: ${message}`];
    return assertionResults.map(({ status, title, failureMessages }) =>
      [status, file, title, ...failureMessages].join(" ")
    );
  }).sort((one, other) => Number(one.includes(" jsdom.")) - Number(other.includes(" jsdom.")));
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function parseReport(text: string): Report {
  return JSON.parse(text);
}
