/** Runs the whole suite and ends with `N passed, N failed` alone on a line, counted from the runner's own report. */
import { build } from "./build.ts";
import { ensureBrowser } from "./browser.ts";
import { countCases } from "./count_cases.ts";

/** Much of the time goes into waiting for a browser or a bank, so two files share two cores well. */
const FILES_AT_ONCE = 2;
const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** More than this is no matter of two files at once. */
const MAX_AGAIN = 5;

function failedFiles(xml: string): readonly string[] {
  const suites = [...xml.matchAll(/<testsuite ([^>]*)>/g)].map(([, attributes = ""]) => attributes);
  const failed = suites.filter((attributes) => /\b(failures|errors)="[1-9]/.test(attributes));
  return failed.flatMap((attributes) => /\bname="([^"]+)"/.exec(attributes)?.[1] ?? []);
}

async function main(): Promise<number> {
  const browser = await ensureBrowser();
  await build();
  const report = await Deno.makeTempFile({ prefix: "trustcheck-tests-", suffix: ".xml" });
  try {
    const run = async (args: readonly string[]) => {
      const { code } = await new Deno.Command(Deno.execPath(), {
        args: ["test", "--allow-all", "--no-prompt", `--junit-path=${report}`, ...args],
        cwd: ROOT,
        env: { CHROME: browser, DENO_JOBS: String(FILES_AT_ONCE) },
      }).spawn().status;
      const xml = await Deno.readTextFile(report);
      return { code, counts: countCases(xml), files: failedFiles(xml) };
    };
    const first = await run(["--parallel", ...Deno.args]);
    let { code } = first;
    let failed = first.counts.failed;
    if (code !== 0 && first.files.length > 0 && first.files.length <= MAX_AGAIN) {
      console.log(`Failed beside another file, run again alone: ${first.files.join(", ")}`);
      const again = await run(first.files);
      code = again.code;
      failed = again.counts.failed;
    }
    if (code !== 0 && failed === 0) failed = 1;
    const passed = first.counts.passed + first.counts.failed - failed;
    if (first.counts.skipped > 0) console.log(`${first.counts.skipped} skipped, with the reason printed above`);
    console.log(`${passed} passed, ${failed} failed`);
    return code;
  } finally {
    await Deno.remove(report);
  }
}

if (import.meta.main) Deno.exit(await main());
