/**
 * The whole contract suite on a Postgres behind a pgbouncer in transaction mode, set up as the operators' page says.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../../..", import.meta.url).pathname;
const CASES = /(\d+) passed(?: \((\d+) steps\))?/;
/** Fewer mean that a part of the suite did not run. */
const LEAST_CASES = 250;

it("SECURITY X7: the contract suite passes behind a pgbouncer in transaction mode", async () => {
  // Its own Postgres for each file: the one that a suite shares has been migrated without a pooler. It also has its own
  // build, reused while no source changes.
  const { TEST_POSTGRES: _shared, TEST_TEMPLATE: _template, TEST_BUILT: _built, ...env } = Deno.env.toObject();
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-prompt", "--no-check", "tests/contract"],
    cwd: ROOT,
    clearEnv: true,
    // Where pgbouncer is missing, `tests/support/engines.ts` throws.
    env: { ...env, TEST_PGBOUNCER: "1", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).output();
  const said = new TextDecoder().decode(stdout);
  assertEquals(code, 0, said.slice(-8_000));
  const [result = "", , steps] = CASES.exec(said.slice(said.lastIndexOf("ok |"))) ?? [];
  console.log(`behind pgbouncer: ${result}`);
  assert(Number(steps) >= LEAST_CASES, `only ${result}`);
});
