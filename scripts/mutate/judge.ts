/** Applies one mutation in a workspace, runs the tests that should notice it, and reverts it. */
import { SCREENS_TEST } from "./browser_tests.ts";
import { applySite, type Site } from "./sites.ts";
import { type Batches, needsBrowser } from "./tests_of.ts";
import { run, type Workspace } from "./workspace.ts";

export type Verdicts = "killed" | "survived" | "refused by the compiler";

export interface Verdict {
  readonly result: Verdicts;
  /** First failed test file of the batch, or the reason why none could fail. */
  readonly by: string | undefined;
}

export interface Judgement {
  readonly workspace: Workspace;
  readonly site: Site;
  readonly batches: Batches;
  /** Files that import the mutated one: what it no longer has fails to compile there. */
  readonly importers?: readonly string[];
  /** Screens that the test of all screens opens; others say nothing about the site. */
  readonly screens: readonly string[];
  /** Whether a test file passes on the unchanged copy, cached and shared by all workspaces. */
  readonly baseline: Map<string, Promise<boolean>>;
}

/** A mutation that makes a test hang counts as noticed after this time without a line of output. */
const SILENCE_MS = 45_000;
const BROWSER_SILENCE_MS = 90_000;
const CHECK_TIMEOUT_MS = 120_000;

const REFUSED: Verdict = { result: "refused by the compiler", by: undefined };

export async function judge(
  { workspace, site, batches, importers = [], screens, baseline }: Judgement,
): Promise<Verdict> {
  const file = `${workspace.root}/${site.path}`;
  const text = await Deno.readTextFile(file);
  const changed = applySite(text, site);
  const within = async <T>(use: () => Promise<T>): Promise<T> => {
    await Deno.writeTextFile(file, changed);
    try {
      return await use();
    } finally {
      await Deno.writeTextFile(file, text);
    }
  };
  const isRefused = async () => {
    const { passed, timedOut } = await within(() =>
      run(workspace.root, ["check", site.path, ...importers], CHECK_TIMEOUT_MS)
    );
    return !passed && !timedOut;
  };
  // The compiler takes seconds, all tests but the nearest take minutes.
  const checkAt = needsBrowser(batches[0]?.[0] ?? "") ? 0 : 1;
  for (const [at, batch] of batches.entries()) {
    if (at === checkAt && await isRefused()) return REFUSED;
    let left = batch;
    while (left.length > 0) {
      const { passed, output, timedOut } = await within(() => runTests({ workspace, screens }, left));
      if (passed) break;
      // A run that ended before its first file names none.
      const failed = left.find((test) => test === failedFile(output));
      const unsound = await unsoundTests({ workspace, screens }, failed === undefined ? left : [failed], baseline);
      if (unsound.length === 0) {
        return { result: "killed", by: `${timedOut ? "time-out of " : ""}${failed ?? left[0]}` };
      }
      left = left.filter((test) => !unsound.includes(test));
    }
  }
  if (batches.length <= checkAt && await isRefused()) return REFUSED;
  return { result: "survived", by: batches.length === 0 ? "no test at all" : `${batches.flat().length} test files` };
}

type Place = Pick<Judgement, "workspace" | "screens">;

function runTests({ workspace, screens }: Place, files: readonly string[]) {
  return run(
    workspace.root,
    ["test", "--allow-all", "--no-prompt", "--no-check", "--fail-fast", ...files],
    files.some(needsBrowser) ? BROWSER_SILENCE_MS : SILENCE_MS,
    { SCREENS: screens.join() },
  );
}

/** Files that also fail without a mutation, so that their failure proves nothing. */
async function unsoundTests(place: Place, files: readonly string[], baseline: Judgement["baseline"]) {
  const unsound: string[] = [];
  for (const file of files) {
    const key = file === SCREENS_TEST ? `${file} ${place.screens}` : file;
    if (!baseline.has(key)) baseline.set(key, passesAlone(place, file));
    if (!await baseline.get(key)) unsound.push(file);
  }
  return unsound;
}

async function passesAlone(place: Place, file: string): Promise<boolean> {
  const { passed } = await runTests(place, [file]);
  if (!passed) console.log(`     ${file} fails without any change and is left out`);
  return passed;
}

/** Files run one after another, and the first failure ends the run. */
function failedFile(output: string): string | undefined {
  // deno-lint-ignore no-control-regex -- colours
  return [...output.replace(/\x1b\[[\d;]*m/g, "").matchAll(/^running \d+ tests? from \.\/(\S+)$/gm)].at(-1)?.[1];
}
