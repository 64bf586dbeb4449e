/** A merchant's project with jest: npm installs the packed file, and the tests of the merchants' guide pass. */
import { transform } from "esbuild";
import { assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { stopBundler } from "../../scripts/build/bundle.ts";
import { buildPackage } from "../../scripts/release/package.ts";
import { codeOfFile } from "../support/docs/code_blocks.ts";
import { reachesRegistry, run } from "../support/merchant/npm.ts";

const SAMPLE = new URL("../contract/sdk/package_pages/jest/", import.meta.url).pathname;

(await reachesRegistry("jest@30.5.2") ? describe : describe.skip)("the testing entry in jest", () => {
  let home = "";
  before(async () => {
    home = await Deno.makeTempDir({ prefix: "trustcheck-jest-" });
    const { tarball } = await buildPackage({ dist: home });
    await Deno.copyFile(tarball, `${home}/payrails-web-sdk.tgz`);
    await Deno.copyFile(`${SAMPLE}package.json`, `${home}/package.json`);
    await run(home, "npm", "install", "--no-audit", "--no-fund");
  });
  after(async () => {
    await stopBundler();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  it("runs the tests of the merchants' guide without their import of vitest", async () => {
    for (const name of ["checkout.test.js", "methods.test.js"]) {
      const sample = await codeOfFile(name);
      // As Babel or SWC do it in a project with jest.
      const { code } = await transform(sample.replace(/^import .* from "vitest";$/m, ""), { format: "cjs" });
      await Deno.writeTextFile(`${home}/${name}`, code);
    }
    await run(home, "npx", "jest", "--json", "--outputFile=report.json");
    const { numPassedTests, numFailedTests } = JSON.parse(await Deno.readTextFile(`${home}/report.json`));
    assertEquals([numPassedTests, numFailedTests], [3 + 4, 0]);
  });
});
