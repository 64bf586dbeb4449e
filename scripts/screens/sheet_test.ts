/** The sheet of two runs: every row names screens that the task takes pictures of. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { APPEARANCES } from "../../tests/support/screens/open.ts";
import { pictureName, SCREENS } from "../../tests/support/screens/table.ts";
import { filesOf, ROWS } from "./sheet.ts";

describe("the sheet", () => {
  it("names pictures that a run takes, on a phone and a wide screen", () => {
    const taken = new Set<string>(SCREENS.flatMap((row) => APPEARANCES.map((look) => pictureName(row, look))));
    const named = ROWS.flatMap(([, pictures]) => filesOf(pictures));
    assert(named.length > 2 * ROWS.length - 1);
    assertEquals(named.filter((name) => !taken.has(name)), []);
  });
});
