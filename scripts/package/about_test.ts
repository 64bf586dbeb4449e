import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { SDK_VERSION } from "../build.ts";
import { packageJson, packageVersion } from "./about.ts";

describe("the package's version", () => {
  it("sorts above the published 5.45.0, and grows with our own, which is listed beside it", async () => {
    const published = JSON.parse(
      await Deno.readTextFile(new URL("../../node_modules/@payrails/web-sdk/package.json", import.meta.url)),
    );
    const { version, sdkVersion } = JSON.parse(new TextDecoder().decode(packageJson(SDK_VERSION).bytes));
    assertEquals([version, sdkVersion], [packageVersion(SDK_VERSION), SDK_VERSION]);
    const sorted = [packageVersion("5.26.0"), version, published.version].toSorted((one, other) =>
      one.localeCompare(other, "en", { numeric: true })
    );
    assertEquals(sorted, [published.version, version, packageVersion("5.26.0")]);
  });
});
