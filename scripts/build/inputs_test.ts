import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { BundleOptions } from "./bundle.ts";
import { hashInputs } from "./inputs.ts";

describe("the hash of a build's inputs", () => {
  const usual: BundleOptions = {
    root: new URL("../..", import.meta.url).pathname.replace(/\/$/, ""),
    base: "/trustcheck",
    sdkVersion: "5.0.0",
    minify: true,
    docsOrigin: "",
    providerHosts: [],
  };

  it("W-ROUTE-01: changes with the base path and every other setting of the build, and with nothing else", async () => {
    const others: readonly Partial<BundleOptions>[] = [
      {},
      { base: "/number-check" },
      { sdkVersion: "5.0.1" },
      { minify: false },
      { docsOrigin: "https://docs.example" },
      { providerHosts: ["pay.example"] },
    ];
    const hashes = await Promise.all(others.map((other) => hashInputs({ ...usual, ...other })));
    assertEquals(new Set(hashes).size, others.length);
    assertEquals(await hashInputs(usual), hashes[0]);
  });
});
