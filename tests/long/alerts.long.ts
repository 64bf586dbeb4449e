/**
 * Prometheus itself scrapes a server and evaluates docs/operations/alerts.yml: each alert fires within two minutes of
 * its cause, and the queries of the dashboard show it. Without Prometheus on this machine the tests are skipped.
 */
import { assert, assertEquals } from "@std/assert";
import { parse } from "yaml";
import { CAUSES, startAlertServer } from "../support/operations/alert_causes.ts";
import { readQueries, SHOWN } from "../support/operations/dashboard.ts";
import { freePort } from "../support/ports.ts";
import { itUnless, lacks } from "../support/suite/skip.ts";

const RULES = new URL("../../docs/operations/alerts.yml", import.meta.url).pathname;
const LIMIT_MS = 120_000;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const EXPRESSION =
  /^(?:increase\()?(?<metric>[a-z_]+)(?:\{(?<key>\w+)="(?<value>\w+)"\})?\S* (?<than>==|>=|>|<) (?<limit>[\d.]+)$/;

/** A series that crosses a limit after a minute. */
function crossing(expr: string) {
  const { metric, key, value, than, limit } = EXPRESSION.exec(expr)?.groups ?? {};
  const [over, under] = [Number(limit) + 1, than === "==" && limit === "0" ? 1 : 0];
  const [before, after] = than === "<" ? [over, 0] : than === "==" ? [under, Number(limit)] : [0, over];
  const own = key === undefined || value === undefined ? {} : { [key]: value };
  return { own, before, series: `${metric}{${key === undefined ? "" : `${key}="${value}"`}}`, after };
}

/** The rules whose series cross in another way, as what promtool reads: silent series, then firing ones. */
const OWN_SERIES: Readonly<Record<string, { readonly silent: readonly Series[]; readonly fired: Series }>> = {
  EmailsRefused: {
    silent: [
      { 'emails_total{outcome="refused"}': "0x4 6x20", 'emails_total{outcome="sent"}': "0x24" },
      { 'emails_total{outcome="refused"}': "0x4 60x20", 'emails_total{outcome="sent"}': "0x4 90x20" },
    ],
    fired: { 'emails_total{outcome="refused"}': "0x4 60x20", 'emails_total{outcome="sent"}': "0x24" },
  },
  DisputeRatioHigh: {
    silent: [disputed("0", "3"), disputed("0.0049", "9"), disputed("1", "2")],
    fired: disputed("0.005", "3"),
  },
};
type Series = Readonly<Record<string, string>>;

/** The warning is set to half a percent. */
function disputed(ratio: string, disputes: string): Series {
  return {
    payments_dispute_ratio: `0x4 ${ratio}x20`,
    payments_disputes_this_month: `0x4 ${disputes}x20`,
    payments_dispute_warning_ratio: "0.005x24",
  };
}

/**
 * Silent until every series of the rule crosses its limit, and firing two minutes later; silent while one of several
 * does not.
 */
function ruleTests({ alert, expr, labels, annotations }: Rule) {
  const given = OWN_SERIES[alert];
  if (given !== undefined) {
    const expected = { exp_labels: labels, exp_annotations: annotations };
    return [...given.silent, given.fired].map((all) => ({
      interval: "15s",
      input_series: Object.entries(all).map(([series, values]) => ({ series, values })),
      alert_rule_test: [
        { eval_time: "1m", alertname: alert, exp_alerts: [] },
        { eval_time: "2m45s", alertname: alert, exp_alerts: all === given.fired ? [expected] : [] },
      ],
    }));
  }
  const parts = expr.split(" and ").map(crossing);
  const own = Object.assign({}, ...parts.map((part) => part.own));
  const at = (eval_time: string, exp_alerts: readonly object[]) => ({ eval_time, alertname: alert, exp_alerts });
  const fired = { exp_labels: { ...labels, ...own }, exp_annotations: annotations };
  const test = (crossed: readonly unknown[], exp_alerts: readonly object[]) => ({
    interval: "15s",
    input_series: parts.map((part) => ({
      series: part.series,
      values: crossed.includes(part) ? `${part.before}x4 ${part.after}x20` : `${part.before}x24`,
    })),
    alert_rule_test: [at("1m", []), at("2m45s", exp_alerts)],
  });
  const partly = parts.length === 1 ? [] : parts.map((part) => test([part], []));
  return [test(parts, [fired]), ...partly];
}

async function promtool(...args: readonly string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command("promtool", { args: [...args] }).output();
  assert(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
}

async function firing(port: number): Promise<readonly string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).then((each) => each.json(), () => undefined);
  // deno-lint-ignore no-explicit-any -- the answer of Prometheus
  const alerts: any[] = answer?.data?.alerts ?? [];
  return alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
}

/**
 * Which rows of the dashboard Prometheus shows otherwise after a cause. Counters that it scrapes late have grown less.
 */
async function misshown(port: number, after: string): Promise<readonly unknown[]> {
  const queries = await readQueries();
  const wrong: unknown[] = [];
  for (const { panel, refId, labels, value } of SHOWN.filter((row) => row.after === after)) {
    const expr = queries.find((query) => query.panel === panel && query.refId === refId)?.expr ?? "";
    const query = new URLSearchParams({ query: expr });
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?${query}`).then((each) => each.json());
    // deno-lint-ignore no-explicit-any -- the answer of Prometheus
    const samples: any[] = answer.data?.result ?? [];
    const sample = samples.find(({ metric }) =>
      Object.entries(labels).every(([name, expected]) => metric[name] === expected)
    );
    const seen = Number(sample?.value[1]);
    const grows = /rate\(|increase\(/.test(expr);
    if (!(grows ? seen > 0 : typeof value === "number" ? seen === value : value(seen))) {
      wrong.push({ panel, expr, samples });
    }
  }
  return wrong;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const rulesFire =
  "promtool accepts the rules, and each one fires within two minutes of a crossed limit, and not before";
itUnless(await lacks("promtool"), rulesFire, async () => {
  await promtool("check", "rules", RULES);
  // deno-lint-ignore no-explicit-any -- the file of Prometheus
  const rules: readonly Rule[] = (parse(await Deno.readTextFile(RULES)) as any).groups[0].rules;
  const file = await Deno.makeTempFile({ suffix: ".json" });
  try {
    // JSON is YAML too.
    const tests = { rule_files: [RULES], evaluation_interval: "15s", tests: rules.flatMap(ruleTests) };
    await Deno.writeTextFile(file, JSON.stringify(tests));
    await promtool("test", "rules", file);
    assertEquals(rules.map(({ alert }) => alert).toSorted(), CAUSES.map(([alert]) => alert).toSorted());
  } finally {
    await Deno.remove(file);
  }
});

const causesShow =
  "each alert fires in Prometheus within two minutes of its cause, and the dashboard's queries show the cause";
itUnless(await lacks("prometheus"), causesShow, async () => {
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
      if (alert !== "ServerDown") assertEquals(await misshown(port, alert), []);
      console.log(`${alert}: ${Math.round((performance.now() - startedMs) / 1_000)} s`);
    }
  } finally {
    prometheus.kill("SIGTERM");
    await prometheus.status;
    await server.close();
    await Deno.remove(data, { recursive: true });
  }
});
