/** Runs the whole suite and ends with `N passed, N failed` alone on a line, counted from the runner's own report. */
import { build } from "./build.ts";
import { ensureBrowser } from "./browser.ts";
import { countCases } from "./count_cases.ts";

/** Much of the time goes into waiting for a browser or a bank, so two files share two cores well. */
const FILES_AT_ONCE = 2;
const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** A failed case fails the run; nothing is tried a second time. */
async function main(): Promise<number> {
  const browser = await ensureBrowser();
  await build();
  const report = await Deno.makeTempFile({ prefix: "trustcheck-tests-", suffix: ".xml" });
  try {
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-prompt", "--parallel", `--junit-path=${report}`, ...Deno.args],
      cwd: ROOT,
      env: { CHROME: browser, DENO_JOBS: String(FILES_AT_ONCE) },
    }).spawn().status;
    const { passed, failed, skipped } = countCases(await Deno.readTextFile(report));
    if (skipped > 0) console.log(`${skipped} skipped, with the reason printed above`);
    // A file that could not be loaded has no case of its own.
    console.log(`${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
    return code;
  } finally {
    await Deno.remove(report);
  }
}

if (import.meta.main) Deno.exit(await main());
