import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { failedFiles } from "./failed_files.ts";

it("names each file of a failed case, group or load once, with colours or without", () => {
  const printed = `./tests/b_test.ts => group ... one ... ok (1s)
./tests/b_test.ts => group ... two ... \x1b[31mFAILED\x1b[39m (2s)
./tests/b_test.ts => group ... FAILED (due to 1 failed step) (3s)
\x1b[38;5;245m./tests/a_test.ts => \x1b[0mopened by a helper ... FAILED (1s)
./tests/c_test.ts (uncaught error)
./tests/d_test.ts => says FAILURE and is fine ... ok (1s)
../../tmp/run/server+a_test.ts => shares an isolate ... FAILED (1ms)
a line that names ./tests/e_test.ts => x ... FAILED (1s)
`;
  const groups = new Map([["server+a_test.ts", ["server/a_test.ts", "server/b_test.ts"]]]);
  assertEquals(failedFiles(printed, groups), [
    "server/a_test.ts or server/b_test.ts",
    "./tests/a_test.ts",
    "./tests/b_test.ts",
    "./tests/c_test.ts",
  ]);
});
