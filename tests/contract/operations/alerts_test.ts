/** Each alert is caused on a server that runs, and its rule holds afterwards and not before. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type AlertServer, CAUSES, startAlertServer } from "../../support/operations/alert_causes.ts";

const DOCS = new URL("../../../docs/operations/", import.meta.url);
/** Prometheus sees a cause with its next scrape, and a rule with its next evaluation. */
const SCRAPE_S = 15;
const LIMIT_S = 120;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly forS: number;
  readonly runbook: string;
}

function readRules(): readonly Rule[] {
  const blocks = Deno.readTextFileSync(new URL("alerts.yml", DOCS)).split("- alert: ").slice(1);
  return blocks.map((block) => ({
    alert: /^\w+/.exec(block)?.[0] ?? "",
    expr:
      /expr: "(.+)"|expr: '(.+)'/.exec(block)?.slice(1).find((text) => text !== undefined)?.replaceAll('\\"', '"') ??
        "",
    forS: Number(/for: (\d+)s/.exec(block)?.[1]),
    runbook: /runbook_url: (\S+)/.exec(block)?.[1] ?? "",
  }));
}

/** Every rule compares one metric, or its growth within two minutes, with a number. */
const EXPRESSION = /^(increase\()?([a-z_]+)(?:\{(\w+)="(\w+)"\})?(?:\[2m\]\))? (==|>|<) ([\d.]+)$/;
type Scrape = ReadonlyMap<string, number> | undefined;

function valuesOf(scrape: Scrape, metric: string, label: string): readonly (readonly [string, number])[] {
  if (metric === "up") return [["up", scrape === undefined ? 0 : 1]];
  return [...scrape ?? []].filter(([name]) => name.split("{", 1)[0] === metric && name.includes(label));
}

function holds({ expr }: Rule, earlier: Scrape, now: Scrape): boolean {
  const [, grows, metric = "", key, name, operator, threshold] = EXPRESSION.exec(expr) ?? [];
  assert(metric !== "", expr);
  const label = key === undefined || metric === "up" ? "" : `${key}="${name}"`;
  const values = valuesOf(now, metric, label).map(([series, value]) =>
    // Prometheus sees no growth of a series whose first sample is the grown one.
    grows === undefined ? value : value - (earlier?.get(series) ?? Number.NaN)
  );
  const than = Number(threshold);
  return values.some((value) => operator === ">" ? value > than : operator === "<" ? value < than : value === than);
}

async function scrape({ opsPort }: AlertServer): Promise<Scrape> {
  const text = await fetch(`http://127.0.0.1:${opsPort}/metrics`).then((answer) => answer.text(), () => undefined);
  const rows = text?.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows &&
    new Map(rows.map((row) => [row.slice(0, row.lastIndexOf(" ")), Number(row.slice(row.lastIndexOf(" ")))]));
}

describe("alerts", () => {
  const rules = readRules();
  let server: AlertServer;
  before(async () => {
    server = await startAlertServer(8_000);
  });
  after(() => server.close());

  it("each have a cause here, a runbook page that names the rule, and a wait that leaves two minutes", async () => {
    assertEquals(CAUSES.map(([alert]) => alert).sort(), rules.map(({ alert }) => alert).sort());
    for (const { alert, expr, forS, runbook } of rules) {
      const page = await Deno.readTextFile(new URL(`../../${runbook}`, DOCS));
      assert(page.startsWith(`# ${alert}\n`) && page.replace(/\s+/g, " ").includes(`\`${expr}\``), runbook);
      assert(forS + 2 * SCRAPE_S < LIMIT_S, alert);
    }
  });

  it("and the dashboard name only metrics that a server shows", async () => {
    const text = await (await fetch(`http://127.0.0.1:${server.opsPort}/metrics`)).text();
    const shown = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", kind]) =>
        kind === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
      ),
    );
    const dashboard = JSON.parse(await Deno.readTextFile(new URL("dashboard.json", DOCS)));
    // deno-lint-ignore no-explicit-any -- the shape of Grafana's own file
    const queries = dashboard.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr));
    const names = [...queries, ...rules.map(({ expr }) => expr)].flatMap((expr: string) =>
      [...expr.replace(/\{[^}]*\}|\b(?:by|or|le)\b(?: \([^)]*\))?/g, "").matchAll(/[a-z][a-z_]*_[a-z_]+|\bup\b/g)]
        .map(([name]) => name).filter((name) => name !== "histogram_quantile" && name !== "up")
    );
    assert(names.length > 40);
    assertEquals([...new Set(names)].filter((name) => !shown.has(name)), []);
  });

  for (const [alert, cause] of CAUSES) {
    it(`${alert} fires after its cause, and not before`, async () => {
      const rule = rules.find((each) => each.alert === alert);
      assert(rule !== undefined, alert);
      let startedMs = performance.now();
      let earlier = await scrape(server);
      // The cause before may still be going.
      while (holds(rule, earlier, earlier) && performance.now() - startedMs < 30_000) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        earlier = await scrape(server);
      }
      assert(!holds(rule, earlier, earlier), `${alert} fires without its cause`);
      startedMs = performance.now();
      await cause(server);
      let now = await scrape(server);
      while (!holds(rule, earlier, now) && performance.now() - startedMs < 30_000) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        now = await scrape(server);
      }
      assert(holds(rule, earlier, now), `${rule.expr} does not hold after its cause`);
      const seenS = (performance.now() - startedMs) / 1_000;
      assert(seenS + rule.forS + 2 * SCRAPE_S < LIMIT_S, `${alert} takes ${seenS} s`);
    });
  }
});
