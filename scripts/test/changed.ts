/**
 * Chooses the tests for uncommitted changes: those beside sources run at once, those of a running product are named.
 */
import { type ImportGraph, listSources, readImportGraph } from "../check/import_graph.ts";
import { isTest, testsOf } from "../mutate/tests_of.ts";
import { countCases } from "./count_cases.ts";

export interface ChosenTests {
  /** Changed tests, and tests beside sources, nearest to the changes first: they run at once. */
  readonly units: readonly string[];
  /** Files of `tests/` that cover the changes; they start servers or browsers, and are named. */
  readonly elsewhere: readonly string[];
}

/** Tests a changed source runs; more say little about one file and take longer than one waits for. */
const MAX_TESTS_A_FILE = 5;

/** A changed test runs itself; a changed source runs the nearest tests that import it. */
export function choose(changed: readonly string[], graph: ImportGraph): ChosenTests {
  const known = changed.filter((file) => graph.has(file));
  const tests = known.filter(isTest);
  const found = known.filter((file) => !tests.includes(file)).map((file) => testsOf(file, graph).flat());
  const near = found.flatMap((files) => files.filter(isUnit).slice(0, MAX_TESTS_A_FILE));
  const far = found.flatMap((files) => files.filter((file) => !isUnit(file)).slice(0, MAX_TESTS_A_FILE));
  const units = [...new Set([...tests, ...near])];
  return { units, elsewhere: [...new Set(far)].filter((file) => !units.includes(file)) };
}

function isUnit(file: string): boolean {
  return !file.startsWith("tests/");
}

/** Paths that differ from the last commit, new files included. */
export async function changedFiles(root: string): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["status", "--porcelain", "--untracked-files=all", "-z"],
    cwd: root,
  }).output();
  return new TextDecoder().decode(stdout).split("\0").map((row) => row.slice(3)).filter((file) => file !== "");
}

/** Runs them with their types checked, and ends with `N passed, N failed` like the whole suite; the exit code. */
export async function runChanged(root: string): Promise<number> {
  const graph = readImportGraph(root, listSources(root));
  const { units, elsewhere } = choose(await changedFiles(root), graph);
  for (const file of elsewhere) console.log(`covered as well by: deno task test ${file}`);
  if (units.length === 0) {
    console.log("No unit test covers the uncommitted changes");
    return 0;
  }
  const report = await Deno.makeTempFile({ prefix: "trustcheck-changed-", suffix: ".xml" });
  try {
    const args = ["test", "--allow-all", "--no-prompt", "--parallel", `--junit-path=${report}`, ...units];
    const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).spawn().status;
    const { passed, failed } = countCases(await Deno.readTextFile(report));
    // A wrong type and a file that failed to load have no case of their own.
    console.log(`${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
    return code;
  } finally {
    await Deno.remove(report);
  }
}
