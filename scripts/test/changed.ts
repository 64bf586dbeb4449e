/** Chooses the tests for uncommitted changes: those without a browser run at once, those in a browser are named. */
import { type ImportGraph, listSources, readImportGraph } from "../check/import_graph.ts";
import { needsBrowser, testsOf } from "../mutate/tests_of.ts";

export interface ChosenTests {
  /** Files to run, nearest to the changes first. */
  readonly units: readonly string[];
  /** Files in a browser that cover the changes. */
  readonly browser: readonly string[];
}

/** Tests a changed source runs; more say little about one file and take longer than one waits for. */
const MAX_TESTS_A_FILE = 5;

/** A changed test runs itself; a changed source runs the nearest tests that import it. */
export function choose(changed: readonly string[], graph: ImportGraph): ChosenTests {
  const known = changed.filter((file) => graph.has(file));
  const found = known.map((file) => /_test\.tsx?$/.test(file) ? [file] : testsOf(file, graph).flat());
  const unique = (files: readonly string[]) => [...new Set(files)];
  return {
    units: unique(found.flatMap((files) => files.filter((file) => !needsBrowser(file)).slice(0, MAX_TESTS_A_FILE))),
    browser: unique(found.flatMap((files) => files.filter(needsBrowser))),
  };
}

/** Paths that differ from the last commit, new files included. */
export async function changedFiles(root: string): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["status", "--porcelain", "--untracked-files=all", "-z"],
    cwd: root,
  }).output();
  return new TextDecoder().decode(stdout).split("\0").map((row) => row.slice(3)).filter((file) => file !== "");
}

/** Runs them; the exit code of the runner. */
export async function runChanged(root: string): Promise<number> {
  const graph = readImportGraph(root, listSources(root));
  const { units, browser } = choose(await changedFiles(root), graph);
  for (const file of browser) console.log(`covered in a browser: deno task test ${file}`);
  if (units.length === 0) {
    console.log("No test without a browser covers the uncommitted changes");
    return 0;
  }
  const args = ["test", "--allow-all", "--no-prompt", "--no-check", "--parallel", ...units];
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).spawn().status;
  return code;
}
