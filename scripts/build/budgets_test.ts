/** A package above its size limit stops the build, with its name and size. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import type { Metafile } from "esbuild";
import { BUDGETS, checkBudgets, gzipBytes, weighClient, weighSdk } from "./budgets.ts";
import { firstLoad, lazyParts } from "./first_load.ts";

const output = (
  inputs: Readonly<Record<string, number>>,
  { entryPoint, imports = [] }: { entryPoint?: string; imports?: readonly string[] } = {},
): Metafile["outputs"][string] => ({
  bytes: 1,
  exports: [],
  inputs: Object.fromEntries(Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
  imports: imports.map((path) => ({ path, kind: "import-statement" as const })),
  ...(entryPoint === undefined ? {} : { entryPoint }),
});
const METAFILE: Metafile = {
  inputs: {},
  outputs: {
    "out/main.js": output({ "client/main.tsx": 9 }, {
      entryPoint: "client/main.tsx",
      imports: ["out/a.js", "out/l.js"],
    }),
    "out/a.js": output({ "client/a.ts": 9 }, { imports: ["out/l.js"] }),
    "out/l.js": output({ "node_modules/x/index.js": 9 }),
    "out/page.js": output({ "client/pages/P.tsx": 9 }, {
      entryPoint: "client/pages/P.tsx",
      imports: ["out/a.js", "out/b.js"],
    }),
    "out/b.js": output({ "client/b.ts": 3, "node_modules/y/index.js": 6 }),
  },
};

describe("budgets", () => {
  it("the first load is the entry and its static imports", () => {
    assertEquals(firstLoad(METAFILE, "client/main.tsx"), ["out/main.js", "out/a.js", "out/l.js"]);
    assertEquals(lazyParts(METAFILE, "client/main.tsx"), ["client/pages/P.tsx"]);
  });

  it("a later page is measured without the first load and without libraries", () => {
    const file = (name: string) => ({ address: `/x/${name}`, bytes: new TextEncoder().encode(name), immutable: true });
    const names = ["main.js", "a.js", "l.js", "page.js", "b.js"];
    const weights = weighClient({ metafile: METAFILE, files: names.map(file) });
    const sizes = Object.fromEntries(weights.map(({ budget, bytes }) => [budget.name, bytes]));
    assertEquals(sizes[BUDGETS.firstScript.name], 27 + 24 + 24);
    assertEquals([sizes[BUDGETS.laterPage.name], sizes[BUDGETS.laterTotal.name]], [27, 27 + 8]);
  });

  it("the SDK is its entry with its imports; the code of a payment comes after it, and a wallet is what it loads in addition", () => {
    const metafile: Metafile = {
      inputs: {},
      outputs: {
        "out/index.mjs": output({ "sdk/mod.ts": 9 }, { entryPoint: "sdk/mod.ts", imports: ["out/first.mjs"] }),
        "out/first.mjs": output({ "sdk/client.ts": 9 }),
        "out/pay.mjs": output({ "sdk/payment/pay.ts": 9 }, {
          entryPoint: "sdk/buttons/pay_card.ts",
          imports: ["out/first.mjs"],
        }),
        "out/wallets.mjs": output({ "sdk/methods/wallet.ts": 9 }, { imports: ["out/first.mjs", "out/pay.mjs"] }),
        "out/paypal.mjs": output({ "sdk/methods/paypal/paypal_button.ts": 9 }, {
          entryPoint: "sdk/methods/paypal/paypal_button.ts",
          imports: ["out/first.mjs", "out/wallets.mjs"],
        }),
      },
    };
    const names = ["index.mjs", "first.mjs", "wallets.mjs", "paypal.mjs", "pay.mjs", "vault.mjs"];
    const files = names.map((name) => ({
      address: `/sdk/5/${name}`,
      bytes: new TextEncoder().encode(name),
      immutable: false,
    }));
    const weights = weighSdk({ metafile, files });
    const at = (what: string) => weights.find((weight) => weight.what === what);
    const [index, first, wallets, paypal, pay] = files.map(({ bytes }) => gzipBytes(bytes));
    assertEquals(at("sdk/mod.ts")?.bytes, Number(index) + Number(first));
    assertEquals(at("sdk/buttons/pay_card.ts")?.bytes, pay);
    assertEquals(at("sdk/methods/paypal/paypal_button.ts")?.bytes, Number(paypal) + Number(wallets));
    assertEquals(at("/sdk/5/vault.mjs")?.budget, BUDGETS.vault);
  });

  it("one byte too many fails and names the package", () => {
    const at = (bytes: number) => checkBudgets([{ budget: BUDGETS.frame, bytes, what: "/card/5/frame.js" }]);
    at(BUDGETS.frame.maxBytes);
    const over = BUDGETS.frame.maxBytes + 1;
    assertThrows(() => at(over), Error, `/card/5/frame.js: app in the card frame is ${over} bytes`);
  });
});
