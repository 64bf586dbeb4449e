/**
 * Runs the whole suite and ends with `N passed, N failed` on a line of its own, counted from the runner's own report.
 */
import { build } from "../build.ts";
import { ensureBrowser, ensureHeadlessShell } from "../browser.ts";
import { listSources, readImportGraph } from "../check/import_graph.ts";
import { isTest } from "../mutate/tests_of.ts";
import { runChanged } from "./changed.ts";
import { countCases } from "./count_cases.ts";
import { failedFiles } from "./failed_files.ts";
import { type GroupedFiles, groupFiles, moduleOf } from "./group_files.ts";
import { withCanaries } from "../../tests/support/release/canaries.ts";
import { createTemplate } from "../../tests/support/engines.ts";
import { findPostgres, startPostgres } from "../../tests/support/postgres.ts";

/** Tests spend much time waiting for a browser or an acquirer: five files at once keep two cores busy. */
const FILES_AT_ONCE = 5;
const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** Prints a command's output as it arrives, and returns it. */
async function shown(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    for (let at = 0; at < chunk.length;) at += await Deno.stdout.write(chunk.subarray(at));
  }
  return text;
}

async function readIfMade(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** All tests of the checkout. */
function wholeSuite(): GroupedFiles {
  const sources = listSources(ROOT);
  const read = (file: string) => Deno.readTextFileSync(`${ROOT}/${file}`);
  return groupFiles(sources.filter(isTest), { read, imports: readImportGraph(ROOT, sources) });
}

/** Prints what is wrong with the types. */
async function checkTypes(): Promise<boolean> {
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["check", "--quiet"], cwd: ROOT }).spawn().status;
  return success;
}

/** A failed case fails the run, and so does a wrong type; there are no retries. */
async function main(): Promise<number> {
  if (Deno.args.includes("--changed")) return await runChanged(ROOT);
  const isChosen = (Deno.env.get("CHROME") ?? "") !== "";
  const browser = await ensureBrowser();
  const shell = isChosen ? undefined : await ensureHeadlessShell();
  // The checker uses one core for a minute, so the whole suite does not wait for it. Single files are checked by the
  // runner.
  const isWhole = Deno.args.length === 0;
  const checking = isWhole ? checkTypes() : true;
  // One build serves the tests and holds no secret: see scripts/build_secrets_test.ts.
  const isMade = await withCanaries(build);
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-tests-" });
  const report = `${folder}/report.xml`;
  const binaries = isWhole ? findPostgres() : undefined;
  // It holds nothing that a power failure could cost; tests of crashes start their own.
  const settings = ["max_connections=400", "fsync=off"];
  const postgres = binaries === undefined ? undefined : await startPostgres(binaries, settings);
  try {
    if (postgres !== undefined) await createTemplate(postgres.url);
    const { alone, groups } = isWhole ? wholeSuite() : { alone: Deno.args, groups: new Map<string, string[]>() };
    for (const [name, members] of groups) await Deno.writeTextFile(`${folder}/${name}`, moduleOf(members, ROOT));
    const own = isWhole ? ["--no-check", `--config=${ROOT}/deno.json`] : [];
    const files = [...alone, ...[...groups.keys()].map((name) => `${folder}/${name}`)];
    const runner = new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-prompt", "--parallel", `--junit-path=${report}`, ...own, ...files],
      cwd: ROOT,
      env: {
        CHROME: browser,
        TEST_BROWSER: shell ?? browser,
        DENO_JOBS: String(FILES_AT_ONCE),
        TEST_BUILT: "1",
        ...(isMade ? { TEST_CANARIES: "1" } : {}),
        TEST_PREPARED: folder,
        ...(postgres === undefined ? {} : { TEST_POSTGRES: postgres.url, TEST_TEMPLATE: "1" }),
      },
      stdout: "piped",
    }).spawn();
    const [{ code }, printed] = await Promise.all([runner.status, shown(runner.stdout)]);
    // The runner says by itself why it found no tests, and writes no report.
    const junit = await (code === 0 ? Deno.readTextFile(report) : readIfMade(report));
    const { passed, failed, skipped } = countCases(junit);
    if (skipped > 0) console.log(`${skipped} skipped, with the reason printed above`);
    for (const file of failedFiles(printed, groups)) console.log(`failed: ${file}`);
    const isTyped = await checking;
    if (!isTyped) console.log("failed: deno check");
    const isFine = code === 0 && isTyped;
    // Neither the type check nor a file that failed to load has a case of its own.
    console.log(`${passed} passed, ${!isFine && failed === 0 ? 1 : failed} failed`);
    return isFine ? 0 : code || 1;
  } finally {
    await postgres?.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main());
