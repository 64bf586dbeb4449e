/**
 * Runs the tests that take too long for every change: *.long.ts in tests/long, and the tests of the suite that have
 * larger numbers.
 */

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
/** Tests of the suite that do more when TEST_LONG is set. */
const MODELS = [
  "server/embedded/payments/executions/lifecycle_test.ts",
  "tests/faults/database/frozen_database_test.ts",
  "tests/faults/database/replica_test.ts",
  "tests/faults/database/storage_test.ts",
  "tests/faults/full_disk_test.ts",
  "tests/faults/recovery/failover_test.ts",
  "tests/faults/recovery/point_in_time_test.ts",
  "tests/faults/recovery/skewed_clocks_test.ts",
  "tests/faults/rolling/mixed_releases_test.ts",
  "tests/faults/rolling/rolling_restarts_test.ts",
  "tests/browser/app/link_effects_test.ts",
  "tests/browser/app/screens_test.ts",
  "tests/browser/app/start_up_test.ts",
  "tests/browser/fields/co_badged_test.ts",
  "tests/browser/fields/hostile_page_test.ts",
  "tests/browser/merchant/docs_test.ts",
  "tests/browser/payment/pay_cards_test.ts",
  "tests/browser/tracking/report_canaries_test.ts",
  "tests/flows/faults_test.ts",
];

async function longTests(folder = "tests/long"): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}/${folder}`)) {
    if (isDirectory) found.push(...await longTests(`${folder}/${name}`));
    else if (name.endsWith(".long.ts")) found.push(`${folder}/${name}`);
  }
  return found.sort();
}

if (import.meta.main) {
  const files = Deno.args.length > 0 ? Deno.args : [...await longTests(), ...MODELS];
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-prompt", ...files],
    cwd: ROOT,
    env: { TEST_LONG: "1" },
  }).spawn().status;
  Deno.exit(code);
}
