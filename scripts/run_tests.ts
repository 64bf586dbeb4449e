/** Runs the whole suite and ends with `N passed, N failed` alone on a line, counted from the runner's own report. */
import { build } from "./build.ts";
import { ensureBrowser } from "./browser.ts";
import { countCases } from "./count_cases.ts";

/** Much of the time goes into waiting for a browser or a bank: two files at once leave two cores idle half of it. */
const FILES_AT_ONCE = 3;
const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** More than this is no matter of two files at once. */
const MAX_AGAIN = 5;

/** Files of failed cases. A group may be opened by a helper of another file, so the runner's own lines tell it, not the report. */
function failedFiles(printed: string): readonly string[] {
  // deno-lint-ignore no-control-regex -- colours
  const plain = printed.replace(/\x1b\[[\d;]*m/g, "");
  return [...new Set([...plain.matchAll(/^(\.\/\S+) => .*\bFAILED\b/gm)].map(([, file = ""]) => file))];
}

/** Shows what a command prints while it prints it, and keeps it. */
async function shown(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    await Deno.stdout.write(chunk);
  }
  return text;
}

async function main(): Promise<number> {
  const browser = await ensureBrowser();
  await build();
  const report = await Deno.makeTempFile({ prefix: "trustcheck-tests-", suffix: ".xml" });
  try {
    const run = async (args: readonly string[]) => {
      const runner = new Deno.Command(Deno.execPath(), {
        args: ["test", "--allow-all", "--no-prompt", `--junit-path=${report}`, ...args],
        cwd: ROOT,
        env: { CHROME: browser, DENO_JOBS: String(FILES_AT_ONCE) },
        stdout: "piped",
      }).spawn();
      const [{ code }, printed] = await Promise.all([runner.status, shown(runner.stdout)]);
      return { code, counts: countCases(await Deno.readTextFile(report)), files: failedFiles(printed) };
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
