/** Applies one mutation in a workspace, runs the tests that should notice it, and reverts it. */
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
  /** Whether a test file passes on the unchanged copy, cached and shared by all workspaces. */
  readonly baseline: Map<string, Promise<boolean>>;
}

/** A mutation that makes a test hang counts as noticed at the timeout. */
const BATCH_TIMEOUT_MS = 120_000;
const BROWSER_TIMEOUT_MS = 240_000;
const CHECK_TIMEOUT_MS = 120_000;

export async function judge({ workspace, site, batches, baseline }: Judgement): Promise<Verdict> {
  const file = `${workspace.root}/${site.path}`;
  const text = await Deno.readTextFile(file);
  const changed = applySite(text, site);
  const within = async <T>(content: string, use: () => Promise<T>): Promise<T> => {
    await Deno.writeTextFile(file, content);
    try {
      return await use();
    } finally {
      await Deno.writeTextFile(file, text);
    }
  };
  for (const batch of batches) {
    const sound = await soundTests(workspace, batch, baseline);
    if (sound.length === 0) continue;
    const { passed, output, timedOut } = await within(changed, () => runTests(workspace, sound));
    if (!passed) return { result: "killed", by: timedOut ? `time-out of ${sound[0]}` : failedFile(output) ?? sound[0] };
  }
  const compiled = await within(changed, () => run(workspace.root, ["check", site.path], CHECK_TIMEOUT_MS));
  if (!compiled.passed) return { result: "refused by the compiler", by: undefined };
  return { result: "survived", by: batches.length === 0 ? "no test at all" : `${batches.flat().length} test files` };
}

function runTests(workspace: Workspace, files: readonly string[]) {
  return run(
    workspace.root,
    ["test", "--allow-all", "--no-prompt", "--no-check", "--fail-fast", ...files],
    files.some(needsBrowser) ? BROWSER_TIMEOUT_MS : BATCH_TIMEOUT_MS,
  );
}

/** Leaves out files that fail without a mutation, since their failure proves nothing. */
async function soundTests(workspace: Workspace, files: readonly string[], baseline: Judgement["baseline"]) {
  const unknown = files.filter((file) => !baseline.has(file));
  if (unknown.length > 0) {
    const together = runTests(workspace, unknown).then(({ passed }) => passed);
    for (const file of unknown) {
      baseline.set(file, together.then((passed) => passed || passesAlone(workspace, file)));
    }
  }
  const sound: string[] = [];
  for (const file of files) if (await baseline.get(file)) sound.push(file);
  return sound;
}

async function passesAlone(workspace: Workspace, file: string): Promise<boolean> {
  const { passed } = await runTests(workspace, [file]);
  if (!passed) console.log(`     ${file} fails without any change and is left out`);
  return passed;
}

function failedFile(output: string): string | undefined {
  // deno-lint-ignore no-control-regex -- colours
  return /=> \.\/(\S+?):\d/.exec(output.replace(/\x1b\[[\d;]*m/g, ""))?.[1];
}
