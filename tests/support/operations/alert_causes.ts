/** What makes each alert of docs/operations/alerts.yml fire, applied to a running server. */
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/payments.ts";
import { enqueueEmails } from "../../../server/outbox/outbox.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { startProcessMeter } from "../../../server/platform/telemetry/process.ts";
import { serve } from "../../../server/serve.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../ports.ts";
import { startSmtp } from "../smtp.ts";
import { fakeAssets } from "../app/fake_context.ts";
import { createVisitor } from "../app/http_visitor.ts";
import { prepareKeys } from "../suite/prepared_keys.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_IN_FLIGHT = 40;
const PLAN = "tck_weekly_3dtrial";

export interface AlertServer {
  readonly origin: string;
  readonly opsPort: number;
  readonly context: Context;
  readonly folder: string;
  /** For how long a cause that ends by itself lasts. */
  readonly holdMs: number;
  close(): Promise<void>;
}

/**
 * Nothing answers where this server sends emails and reports, and the merchant's server accepts no webhook. Its jobs
 * run only when a cause runs them.
 */
export async function startAlertServer(holdMs: number): Promise<AlertServer> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-alerts-" });
  await prepareKeys(`${folder}/keys`);
  const [port, framePort, opsPort] = [freePort(), freePort(), freePort()];
  await Deno.writeTextFile(`${folder}/backup`, "");
  const merchant = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(null, { status: 503 }),
  );
  const config = readConfig({
    PORT: String(port),
    FRAME_PORT: String(framePort),
    OPS_PORT: String(opsPort),
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
    BACKUP_STAMP: `${folder}/backup`,
    MAX_IN_FLIGHT: String(MAX_IN_FLIGHT),
    FUNNEL_EVENT_DAYS: "7",
    STAGING_REPORT_URL: `http://127.0.0.1:${freePort()}`,
    SMTP_URL: `smtp://127.0.0.1:${freePort()}`,
    PAYMENTS_WEBHOOKS: `merchant-demo=http://127.0.0.1:${merchant.addr.port}/hook|secret`,
  });
  const context = await createContext(config, { log: silentLog, assets: fakeAssets });
  context.watched.process = startProcessMeter();
  const running = serve(context);
  let isOpen = true;
  return {
    origin: `http://localhost:${port}`,
    opsPort,
    context,
    folder,
    holdMs,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      context.watched.process?.stop();
      await running.stop();
      await merchant.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

type Cause = (server: AlertServer) => Promise<unknown>;

const work = (context: Context, job: string) =>
  runAll({ ...context, works: context.works.filter((each) => each.job === job) });

async function callAway({ origin }: AlertServer): Promise<void> {
  for (let call = 0; call < 8; call++) {
    const answer = await fetch(`${origin}/services/report`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    await answer.body?.cancel();
  }
}

/** A request whose body ends when the promise does. */
async function hang({ origin }: AlertServer, until: Promise<void>): Promise<void> {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      await until;
      controller.enqueue(new TextEncoder().encode("}"));
      controller.close();
    },
  });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/funnel-events`, { method: "POST", headers, body });
  await answer.body?.cancel();
}

const email = (context: Context, key: string) =>
  enqueueEmails(context.db, [
    { key, kind: "enrolment", to: "a@b.example", subject: "s", text: "t", html: "h", nowMs: context.clock.now() },
  ]);

/** The acquirer's staff refund every charge manually, without the product. */
export async function refundAtAcquirer({ config }: Context): Promise<void> {
  const ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
  await ledger.updateTable("acq_charges").set((row) => ({ refunded_minor: row.ref("captured_minor") })).execute();
  await ledger.destroy();
}

/** By alert, in an order in which none hides the next. */
export const CAUSES: readonly (readonly [alert: string, cause: Cause])[] = [
  // First: disputes that are open in between would have no time left.
  ["IdentityKeyOld", ({ context }) => {
    context.clock.advance(100 * DAY_MS);
    return Promise.resolve();
  }],
  ["UpstreamDown", async (server) => {
    await createVisitor(server.context).post("/api/funnel-events", { events: [{ name: "purchase", fields: {} }] });
    await callAway(server);
  }],
  ["ServerErrors", callAway],
  ["RequestsRefused", async (server) => {
    // As many as the server takes hang.
    const held = Promise.withResolvers<void>();
    const hung = Array.from({ length: MAX_IN_FLIGHT }, () => hang(server, held.promise));
    await eventually(() => server.context.watched.flights.running >= MAX_IN_FLIGHT);
    await callAway(server);
    held.resolve();
    await Promise.all(hung);
  }],
  // As after a migration that was not run, or with a role that may not read the table.
  ["JobFailing", async ({ context }) => {
    const { schema } = context.db;
    await schema.alterTable("subs_refunds").renameTo("subs_refunds_away").execute();
    await work(context, "subscriptions-refunds");
    await schema.alterTable("subs_refunds_away").renameTo("subs_refunds").execute();
  }],
  // A run whose call is never answered.
  ["JobHanging", ({ context }) => {
    context.jobStates.set("money-comparison", { runningSinceMs: Date.now() - 901_000 });
    return Promise.resolve();
  }],
  ["EmailsUnsent", async ({ context }) => {
    await email(context, "unsent");
    await context.sender.sendDue();
  }],
  ["QueueOverdue", async ({ context }) => {
    await email(context, "late");
    context.clock.advance(61_000);
  }],
  // As a block list has it: the SMTP server knows us, and refuses every recipient.
  ["EmailsRefused", async ({ context }) => {
    const smtp = startSmtp(Number(new URL(context.config.smtpUrl).port));
    smtp.refuses = true;
    for (let reader = 0; reader < 21; reader++) await email(context, `refused-${reader}`);
    await context.sender.sendDue();
    smtp.close();
  }],
  ["WebhooksUndelivered", async ({ context }) => {
    await createVisitor(context).buy(PLAN, "hook@b.example");
    for (let turn = 0; turn < 4; turn++) {
      await work(context, "payments-webhooks");
      context.clock.advance(30_000);
    }
    // What was approved here counts in no ratio that follows.
    context.clock.advance(HOUR_MS);
  }],
  ["ApprovalRateLow", async ({ context }) => {
    for (let shopper = 0; shopper < 20; shopper++) await createVisitor(context).payFor(PLAN, "4000000000000002");
  }],
  ["DisputeRatioHigh", async ({ context }) => {
    for (const shopper of ["one", "two", "three"]) {
      await createVisitor(context).buy(PLAN, `dispute-${shopper}@b.example`, "4000000000000259");
    }
    // The simulated issuer disputes a minute after the capture.
    context.clock.advance(60_000);
    await work(context, "payments-disputes");
  }],
  ["MoneyDifferences", async ({ context }) => {
    await createVisitor(context).buy(PLAN, "difference@b.example");
    await refundAtAcquirer(context);
    context.clock.advance(HOUR_MS);
    await work(context, "money-comparison");
  }],
  ["MoneyMovesRefused", async ({ context }) => {
    const visitor = createVisitor(context);
    const { body: { subscription_id } } = await visitor.buy(PLAN, "refund@b.example");
    await refundAtAcquirer(context);
    const { body: { charges: [charge] } } = await visitor.post(
      `/services/subscriptions/charges-of/${subscription_id}`,
      {},
    );
    await visitor.post(`/api/withdraw/${subscription_id}`, { charges: [charge.id] });
    // The withdrawal itself starts a try: a job run in the meantime finds nothing to do.
    await eventually(async () => {
      await work(context, "subscriptions-refunds");
      context.clock.advance(2 * HOUR_MS);
      const move = await context.db.selectFrom("subs_moves").select("tries").executeTakeFirst();
      return (move?.tries ?? 0) >= 3;
    });
  }],
  // A payment that the payments service does not know.
  ["JobRowsFailing", async ({ context }) => {
    await createVisitor(context).get(`/services/subscriptions/init/session?plan_id=${PLAN}`);
    const nowMs = context.clock.now();
    const [newest] = await context.db.selectFrom("subs_checkouts").select("execution_id").where("state", "=", "open")
      .orderBy("created_ms", "desc").limit(1).execute();
    await context.db.updateTable("subs_checkouts")
      .set({ execution_id: crypto.randomUUID(), created_ms: nowMs - HOUR_MS, next_ms: 0 })
      .where("execution_id", "=", newest?.execution_id ?? "").execute();
    await work(context, "subscriptions-checkouts");
  }],
  // The disputes of the ratio have twenty days.
  ["DisputeDeadlineNear", ({ context }) => {
    context.clock.advance(18 * DAY_MS);
    return Promise.resolve();
  }],
  // As with a role that may not read the table, or a query that takes too long.
  ["MetricsIncomplete", async ({ context, holdMs }) => {
    const { schema } = context.db;
    await schema.alterTable("app_differences").renameTo("app_differences_away").execute();
    setTimeout(() => schema.alterTable("app_differences_away").renameTo("app_differences").execute(), holdMs);
  }],
  ["BackupOld", ({ folder }) => {
    const before = new Date(Date.now() - 27 * HOUR_MS);
    return Deno.utime(`${folder}/backup`, before, before);
  }],
  ["EventLoopBlocked", async () => {
    const untilMs = performance.now() + 1_300;
    while (performance.now() < untilMs) { /* holds the thread */ }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }],
  ["DatabasePoolExhausted", ({ origin, context, holdMs }) => {
    const { db } = context;
    const held = Promise.withResolvers<void>();
    // Longer than the readers of the metrics wait; the callers end when it does.
    setTimeout(held.resolve, holdMs);
    // A server that ends first ends them too.
    const ignore = () => {};
    db.transaction().execute(() => held.promise).catch(ignore);
    for (let call = 0; call < 25; call++) db.selectFrom("app_servers").selectAll().execute().catch(ignore);
    // Requests and a job that need the database wait as well.
    const asked = `${origin}/services/subscriptions/init/session?plan_id=${PLAN}`;
    for (let call = 0; call < 3; call++) fetch(asked).then((answer) => answer.body?.cancel()).catch(ignore);
    work(context, "subscriptions-refunds").catch(ignore);
    return Promise.resolve();
  }],
  ["ServerNotReady", ({ folder }) => Deno.rename(`${folder}/keys`, `${folder}/lost`)],
  ["ServerDown", (server) => server.close()],
];
