/** Runs the whole suite and ends with `N passed, N failed` alone on a line, counted from the runner's own report. */
import { build } from "./build.ts";
import { ensureBrowser } from "./browser.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Counts the test cases of a JUnit report: a case with a failure or error inside failed, a skipped one counts as neither. */
export function countCases(junit: string): Counts {
  let passed = 0;
  let failed = 0;
  for (const [, open = "", body = ""] of junit.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    if (/<(failure|error)\b/.test(body) || /\bstatus="failed"/.test(open)) failed += 1;
    else if (!/<skipped\b/.test(body)) passed += 1;
  }
  return { passed, failed };
}

async function main(): Promise<number> {
  const browser = await ensureBrowser();
  await build();
  const report = await Deno.makeTempFile({ prefix: "trustcheck-tests-", suffix: ".xml" });
  try {
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-prompt", `--junit-path=${report}`, ...Deno.args],
      cwd: ROOT,
      env: { CHROME: browser },
    }).spawn().status;
    const counts = countCases(await Deno.readTextFile(report));
    const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
    console.log(`${counts.passed} passed, ${failed} failed`);
    return code;
  } finally {
    await Deno.remove(report);
  }
}

if (import.meta.main) Deno.exit(await main());
