/** Applies one mutation in a workspace, runs the tests that should notice it, and reverts it. */
import { SCREENS_TEST } from "./browser_tests.ts";
import { applySite, type Site } from "./sites.ts";
import { type Batches, needsBrowser } from "./tests_of.ts";
import { MAX_RUN_MS, run, type Workspace } from "./workspace.ts";

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
  /** Files that import the mutated one: a removed export fails to compile there. */
  readonly importers?: readonly string[];
  /** Screens that the test of all screens opens; others say nothing about the site. */
  readonly screens: readonly string[];
  /** Whether a test file passes on the unchanged copy, cached and shared by all workspaces. */
  readonly baseline: Map<string, Promise<boolean>>;
  /** A mutation that makes a test hang counts as noticed after this time without a line of output. */
  readonly silenceMs?: number;
}

/** The prefix of a verdict about a kill by silence. */
export const TIMED_OUT = "time-out of ";
const SILENCE_MS = 45_000;
const BROWSER_SILENCE_MS = 90_000;
/** On a loaded machine tests are slow: silence proves a mutation only when it lasts this many times the unbroken run. */
const SLOWER = 3;
const CHECK_TIMEOUT_MS = 120_000;

const REFUSED: Verdict = { result: "refused by the compiler", by: undefined };

export async function judge(
  { workspace, site, batches, importers = [], screens, baseline, silenceMs }: Judgement,
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
  const place = { workspace, screens };
  const runBroken = async (files: readonly string[]) => {
    const limitMs = silenceMs ?? (files.some(needsBrowser) ? BROWSER_SILENCE_MS : SILENCE_MS);
    const first = await within(() => runTests(place, files, limitMs));
    if (!first.timedOut) return first;
    const longerMs = SLOWER * await unbrokenMs(place, files);
    return longerMs > limitMs ? await within(() => runTests(place, files, longerMs)) : first;
  };
  // The compiler takes seconds, all tests but the nearest take minutes.
  const checkAt = needsBrowser(batches[0]?.[0] ?? "") ? 0 : 1;
  for (const [at, batch] of batches.entries()) {
    if (at === checkAt && await isRefused()) return REFUSED;
    let left = batch;
    while (left.length > 0) {
      const { passed, output, timedOut } = await runBroken(left);
      if (passed) break;
      // A run that ended before its first file reports none.
      const failed = left.find((test) => test === failedFile(output));
      const unsound = await unsoundTests(place, failed === undefined ? left : [failed], baseline);
      if (unsound.length === 0) {
        return { result: "killed", by: `${timedOut ? TIMED_OUT : ""}${failed ?? left[0]}` };
      }
      left = left.filter((test) => !unsound.includes(test));
    }
  }
  if (batches.length <= checkAt && await isRefused()) return REFUSED;
  return { result: "survived", by: batches.length === 0 ? "no test at all" : `${batches.flat().length} test files` };
}

type Place = Pick<Judgement, "workspace" | "screens">;

function runTests({ workspace, screens }: Place, files: readonly string[], silenceMs = MAX_RUN_MS) {
  const args = ["test", "--allow-all", "--no-prompt", "--no-check", "--fail-fast", ...files];
  return run(workspace.root, args, silenceMs, { SCREENS: screens.join() });
}

/** How long the files take without a mutation, on this machine at its current load. */
async function unbrokenMs(place: Place, files: readonly string[]): Promise<number> {
  const startMs = performance.now();
  await runTests(place, files);
  return performance.now() - startMs;
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
