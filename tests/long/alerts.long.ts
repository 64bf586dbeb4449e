/**
 * Prometheus itself scrapes a server and evaluates docs/operations/alerts.yml: each alert fires within two minutes of its
 * cause. Without Prometheus on this machine the test says so and proves nothing.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { CAUSES, startAlertServer } from "../support/operations/alert_causes.ts";
import { freePort } from "../support/ports.ts";

const RULES = new URL("../../docs/operations/alerts.yml", import.meta.url).pathname;
const LIMIT_MS = 120_000;

async function hasPrometheus(): Promise<boolean> {
  try {
    return (await new Deno.Command("prometheus", { args: ["--version"], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

async function firing(port: number): Promise<readonly string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).then((each) => each.json(), () => undefined);
  // deno-lint-ignore no-explicit-any -- the answer of Prometheus
  const alerts: any[] = answer?.data?.alerts ?? [];
  return alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("each alert fires in Prometheus within two minutes of its cause", async () => {
  if (!await hasPrometheus()) return console.log("skipped: prometheus is not installed");
  const server = await startAlertServer(75_000);
  const port = freePort();
  await Deno.writeTextFile(
    `${server.folder}/prometheus.yml`,
    `global: {scrape_interval: 15s, evaluation_interval: 15s}\nrule_files: ["${RULES}"]\nscrape_configs:\n` +
      `  - job_name: trustcheck\n    static_configs: [{targets: ["127.0.0.1:${server.opsPort}"]}]\n`,
  );
  const data = await Deno.makeTempDir({ prefix: "trustcheck-prometheus-" });
  const prometheus = new Deno.Command("prometheus", {
    args: [
      `--config.file=${server.folder}/prometheus.yml`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    // Two scrapes before the first cause, as on a server that has run for a while.
    await pause(35_000);
    assertEquals(await firing(port), []);
    for (const [alert, cause] of CAUSES) {
      // The cause before may still be going.
      while ((await firing(port)).includes(alert)) await pause(1_000);
      const startedMs = performance.now();
      await cause(server);
      while (!(await firing(port)).includes(alert)) {
        assert(performance.now() - startedMs < LIMIT_MS, `${alert} does not fire within two minutes`);
        await pause(1_000);
      }
      console.log(`${alert}: ${Math.round((performance.now() - startedMs) / 1_000)} s`);
    }
  } finally {
    prometheus.kill("SIGTERM");
    await prometheus.status;
    await server.close();
    await Deno.remove(data, { recursive: true });
  }
});
