/** Runs the whole suite and ends with `N passed, N failed` alone on a line, counted from the runner's own report. */
import { build } from "../build.ts";
import { ensureBrowser } from "../browser.ts";
import { runChanged } from "./changed.ts";
import { countCases } from "./count_cases.ts";
import { failedFiles } from "./failed_files.ts";

/** Tests spend much time waiting for a browser or an acquirer: with two files at once, two cores would be half idle. */
const FILES_AT_ONCE = 4;
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

/** A failed case fails the run; there are no retries. */
async function main(): Promise<number> {
  if (Deno.args.includes("--changed")) return await runChanged(ROOT);
  const browser = await ensureBrowser();
  await build();
  const report = await Deno.makeTempFile({ prefix: "trustcheck-tests-", suffix: ".xml" });
  try {
    const runner = new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-prompt", "--parallel", `--junit-path=${report}`, ...Deno.args],
      cwd: ROOT,
      env: { CHROME: browser, DENO_JOBS: String(FILES_AT_ONCE) },
      stdout: "piped",
    }).spawn();
    const [{ code }, printed] = await Promise.all([runner.status, shown(runner.stdout)]);
    const { passed, failed, skipped } = countCases(await Deno.readTextFile(report));
    if (skipped > 0) console.log(`${skipped} skipped, with the reason printed above`);
    for (const file of failedFiles(printed)) console.log(`failed: ${file}`);
    // A file that failed to load has no case of its own.
    console.log(`${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
    return code;
  } finally {
    await Deno.remove(report);
  }
}

if (import.meta.main) Deno.exit(await main());
