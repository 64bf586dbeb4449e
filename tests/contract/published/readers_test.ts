/** Programs that use what 5.45.0 types as `any` compile with both packages. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { errorsOf, PACKAGES, ROOT } from "../../support/programs/compile.ts";

describe("programs that read what the published 5.45.0 gives no type", () => {
  const files = ["payloads", "answers"].map((name) => `${ROOT}tests/contract/published/readers/${name}.ts`);

  for (const [which, types] of Object.entries(PACKAGES)) {
    it(`compile with the ${which} package`, () => assertEquals(errorsOf(files, types), []));
  }

  it("and a program for ours keeps the types of the members it knows", () => {
    const file = `${ROOT}tests/contract/published/readers/typed.ts`;
    assertEquals(errorsOf([file], PACKAGES.ours), []);
  });
});
