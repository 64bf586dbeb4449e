/**
 * What people and other servers cause over the wire is in the metrics that the operations port shows. One server lives
 * through all of it; nothing answers where it sends emails, and the merchant's server takes no webhook.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type Visitor, visitorOf } from "../../support/app/http_visitor.ts";
import { eventually } from "../../support/eventually.ts";
import { type AlertServer, refundAtAcquirer, startAlertServer } from "../../support/operations/alert_causes.ts";
import { evaluate, parseScrape, type Scrape } from "../../support/operations/promql.ts";
import { runAll } from "../../../server/platform/jobs.ts";

const PLAN = "tck_weekly_3dtrial";
const DAY_MS = 86_400_000;
const LIMIT_MS = 10_000;

type Value = number | ((value: number) => boolean);
/** A query and its value after the step; with a leading `+`, by how much it grew. */
type Rows = Readonly<Record<string, Value>>;

interface Step {
  readonly what: string;
  readonly act: (server: AlertServer) => Promise<unknown>;
  readonly shows: Rows;
}

const newVisitor = ({ origin, context }: AlertServer) =>
  visitorOf({ origin, now: () => context.clock.now(), send: fetch });

const work = ({ context }: AlertServer, job: string) =>
  runAll({ ...context, works: context.works.filter((each) => each.job === job) });

/** The first buyer and what they bought. */
let buyer: Visitor;
let subscriptionId = "";

async function withdraw(visitor: Visitor, id: string): Promise<void> {
  const { body: { charges: [charge] } } = await visitor.post(`/services/subscriptions/charges-of/${id}`, {});
  await visitor.post(`/api/withdraw/${id}`, { charges: [charge.id] });
}

/** The email is written after the answer, and sent at once. */
const untilTried = ({ opsPort }: AlertServer) =>
  eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    return /^queue_depth\{queue="emails"\} [1-9]/m.test(text) &&
      /^emails_total\{outcome="unreachable"\} [1-9]/m.test(text);
  });

const STEPS: readonly Step[] = [
  {
    what: "a purchase: its approvals and money, a webhook and an email that wait",
    async act(server) {
      buyer = newVisitor(server);
      const { body } = await buyer.buy(PLAN, "ann@b.example");
      subscriptionId = body.subscription_id;
      await untilTried(server);
      server.context.clock.advance(10_000);
    },
    shows: {
      '+payments_outcomes_total{kind="authorize",outcome="approved",reason="none"}': 1,
      '+payments_outcomes_total{kind="capture",outcome="approved",reason="none"}': 1,
      '+sum(payments_outcomes_total{outcome="declined"})': 0,
      '+payments_money_minor_total{kind="authorize",currency="USD"}': 100,
      '+payments_money_minor_total{kind="capture",currency="USD"}': 100,
      '+payments_sales_this_month{network="visa"}': 1,
      '+payments_sales_this_month{network="mastercard"}': 0,
      'payments_disputes_this_month{network="visa"}': 0,
      '+http_server_request_duration_seconds_count{http_request_method="POST",http_route="/services/subscriptions/subs/create-no-user",http_response_status_code="200"}':
        1,
      'queue_depth{queue="webhooks"}': (value) => value >= 1,
      'queue_oldest_age_seconds{queue="webhooks"}': (value) => value >= 10 && value < 60,
      'queue_depth{queue="emails"}': 1,
      'queue_oldest_age_seconds{queue="emails"}': (value) => value >= 10 && value < 60,
      'queue_depth{queue="refunds"}': 0,
      'queue_depth{queue="open-intents"}': 0,
    },
  },
  {
    what: "a decline, by its reason, which moves no money",
    act: (server) => newVisitor(server).payFor(PLAN, "4000000000000002"),
    shows: {
      '+payments_outcomes_total{kind="authorize",outcome="declined",reason="GenericRejection"}': 1,
      '+payments_outcomes_total{kind="authorize",outcome="approved",reason="none"}': 0,
      "+sum(payments_money_minor_total)": 0,
    },
  },
  {
    what: "the share of approvals, once twenty cards were decided",
    async act(server) {
      for (let shopper = 0; shopper < 18; shopper++) await newVisitor(server).payFor(PLAN, "4242424242424242");
    },
    shows: {
      '+payments_outcomes_total{kind="authorize",outcome="approved",reason="none"}': 18,
      '+payments_money_minor_total{kind="authorize",currency="USD"}': 1_800,
      '+payments_money_minor_total{kind="capture",currency="USD"}': 0,
      payments_approval_ratio: 0.95,
    },
  },
  {
    what: "a webhook that the merchant's server refuses",
    act: (server) => work(server, "payments-webhooks"),
    shows: {
      '+webhook_deliveries_total{outcome="refused"}': (value) => value >= 1,
      '+webhook_deliveries_total{outcome="unreachable"}': 0,
      '+webhook_deliveries_total{outcome="accepted"}': 0,
    },
  },
  {
    what: "an email that no server takes",
    async act({ context }) {
      context.clock.advance(120_000);
      await context.sender.sendDue();
    },
    shows: { '+emails_total{outcome="unreachable"}': 1, '+emails_total{outcome="sent"}': 0 },
  },
  {
    what: "steps of the funnel, as often as a browser reports them",
    act: (server) =>
      newVisitor(server).post("/api/funnel-events", {
        events: ["quiz-start", "quiz-start", "purchase"].map((name) => ({ name, fields: {} })),
      }),
    shows: {
      '+funnel_steps_total{step="quiz-start"}': 2,
      '+funnel_steps_total{step="purchase"}': 1,
      "+sum(funnel_steps_total)": 3,
    },
  },
  {
    what: "a call to the acquirer that a server left open when it died",
    async act({ context: { db, clock } }) {
      const [last] = await db.selectFrom("pay_intents").select("key").orderBy("created_ms", "desc").execute();
      await db.updateTable("pay_intents").set({ is_open: 1 }).where("key", "=", last?.key ?? "").execute();
      clock.advance(30_000);
    },
    shows: {
      'queue_depth{queue="open-intents"}': 1,
      'queue_oldest_age_seconds{queue="open-intents"}': (value) => value >= 30 && value < 600,
    },
  },
  {
    what: "a refund and its money",
    async act(server) {
      await withdraw(buyer, subscriptionId);
      await work(server, "subscriptions-refunds");
    },
    shows: {
      'queue_depth{queue="refunds"}': 0,
      '+payments_outcomes_total{kind="refund",outcome="approved",reason="none"}': 1,
      '+payments_money_minor_total{kind="refund",currency="USD"}': 100,
      '+job_runs_total{job_name="subscriptions-refunds",outcome="succeeded"}': 1,
      '+job_runs_total{job_name="subscriptions-refunds",outcome="failed"}': 0,
      'job_last_success_timestamp_seconds{job_name="subscriptions-refunds"}': (value) => value > 1e9,
    },
  },
  {
    what: "a refund that the acquirer refuses and that waits for its next attempt",
    async act(server) {
      const visitor = newVisitor(server);
      const { body } = await visitor.buy(PLAN, "cleo@b.example");
      await refundAtAcquirer(server.context);
      await withdraw(visitor, body.subscription_id);
      server.context.clock.advance(20_000);
    },
    shows: {
      'queue_depth{queue="refunds"}': 1,
      'queue_oldest_age_seconds{queue="refunds"}': (value) => value >= 20 && value < 60,
      '+sum(payments_money_minor_total{kind="refund"})': 0,
    },
  },
  {
    what: "renewals and checkouts that are due",
    async act(server) {
      await newVisitor(server).buy(PLAN, "bob@b.example");
      server.context.clock.advance(4 * DAY_MS);
    },
    shows: {
      'queue_depth{queue="renewals"}': 1,
      'queue_oldest_age_seconds{queue="renewals"}': (value) => value >= 0.9 * 86_400 && value < 1.1 * 86_400,
      'queue_overdue_seconds{queue="renewals"}': (value) => value >= 0.9 * 86_400 && value < 1.1 * 86_400,
      // The cards that were approved above, without a purchase.
      'queue_depth{queue="checkouts"}': (value) => value >= 18,
      'queue_oldest_age_seconds{queue="checkouts"}': (value) => value >= 4 * 86_400,
    },
  },
  {
    what: "the process, its event loop and its connections",
    async act() {
      const untilMs = performance.now() + 300;
      while (performance.now() < untilMs) { /* holds the thread */ }
      await new Promise((resolve) => setTimeout(resolve, 150));
    },
    shows: {
      "+process_cpu_seconds_total": (value) => value > 0 && value < 60,
      process_resident_memory_bytes: (value) => value > 50e6 && value < 50e9,
      process_start_time_seconds: (value) => Math.abs(Date.now() / 1_000 - value) < 600,
      "+process_uptime_seconds": (value) => value >= 0.4 && value < 60,
      nodejs_heap_size_used_bytes: (value) => value > 5e6,
      nodejs_eventloop_delay_seconds: (value) => value >= 0.2,
      db_client_connection_max: 1,
      "sum(db_client_connection_count)": 1,
      db_client_connection_pending_requests: (value) => value >= 0,
      server_ready: 1,
      server_requests_in_flight: 0,
    },
  },
];

describe("metrics", () => {
  let server: AlertServer;
  before(async () => {
    server = await startAlertServer(0);
  });
  after(() => server.close());

  const scrape = async (): Promise<Scrape> => {
    const text = await (await fetch(`http://127.0.0.1:${server.opsPort}/metrics`)).text();
    return parseScrape(text, performance.now());
  };
  const valueOf = (query: string, seen: Scrape) => {
    const samples = evaluate(query, { earlier: seen, now: seen });
    assertEquals(samples.length, 1, `${query} has ${samples.length} series`);
    return samples[0]?.value ?? Number.NaN;
  };

  for (const { what, act, shows } of STEPS) {
    it(`show ${what}`, async () => {
      const earlier = await scrape();
      await act(server);
      const wrongIn = (now: Scrape) =>
        Object.entries(shows).flatMap(([key, expected]) => {
          const query = key.replace(/^\+/, "");
          const before = key === query ? 0 : evaluate(query, { earlier, now: earlier })[0]?.value ?? 0;
          const value = valueOf(query, now) - before;
          const isRight = typeof expected === "number" ? Math.abs(value - expected) < 1e-9 : expected(value);
          return isRight ? [] : [`${key}: ${value}`];
        });
      // Some work continues after the answer.
      let wrong = wrongIn(await scrape());
      for (const untilMs = performance.now() + LIMIT_MS; wrong.length > 0 && performance.now() < untilMs;) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        wrong = wrongIn(await scrape());
      }
      assertEquals(wrong, []);
    });
  }

  it("are on the port that the probes of the deployment files use", async () => {
    const folder = new URL("../../../docs/operations/deploy/", import.meta.url);
    const files = await Promise.all(
      ["kubernetes.yaml", "Caddyfile"].map((name) => Deno.readTextFile(new URL(name, folder))),
    );
    const paths = [...files.join("\n").matchAll(/(?:path: |health_uri )(\/\w+)(?=, port: operations|\n)/g)]
      .map(([, path]) => path);
    assertEquals(paths, ["/healthz", "/readyz", "/healthz", "/readyz"]);
    for (const path of paths) {
      await eventually(async () => {
        const answer = await fetch(`http://127.0.0.1:${server.opsPort}${path}`);
        await answer.body?.cancel();
        return answer.status === 200;
      }, () => path);
    }
  });

  it("and the document's table of metrics contains exactly what a server shows", async () => {
    const page = await Deno.readTextFile(new URL("../../../docs/operations/observability.md", import.meta.url));
    const { series } = await scrape();
    const rows = page.split("\n").filter((line) => line.startsWith("| `"));
    for (const [name, samples] of series) {
      if (name === "up" || /^db_client_connection_/.test(name)) continue;
      const row = rows.find((each) => each.includes(`\`${name}\``)) ??
        rows.find((each) => each.includes(`\`${name.replace(/_(bucket|count|sum)$/, "")}\``));
      assert(row !== undefined, `${name} is not in the table`);
      const labels = Object.keys(samples[0]?.labels ?? {}).filter((label) => label !== "le");
      assertEquals(labels.filter((label) => !row.includes(label)), [], `${name} has labels that the table lacks`);
    }
  });
});
