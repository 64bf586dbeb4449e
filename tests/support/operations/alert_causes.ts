/** What makes each alert of docs/operations/alerts.yml fire, done to a server that runs. */
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { storeDifferences } from "../../../server/db/differences.ts";
import { enqueueEmails } from "../../../server/outbox/outbox.ts";
import { namedJob, runAll } from "../../../server/platform/jobs.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { startProcessMeter } from "../../../server/platform/telemetry/process.ts";
import { serve } from "../../../server/serve.ts";
import { freePort } from "../ports.ts";
import { fakeAssets } from "../app/fake_context.ts";
import { createVisitor } from "../app/http_visitor.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface AlertServer {
  readonly origin: string;
  readonly opsPort: number;
  readonly context: Context;
  readonly folder: string;
  /** For how long a cause that ends by itself lasts. */
  readonly holdMs: number;
  close(): Promise<void>;
}

/** Nothing answers where this server sends emails, webhooks and reports. Its jobs run only when a cause runs them. */
export async function startAlertServer(holdMs: number): Promise<AlertServer> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-alerts-" });
  const [port, framePort, opsPort] = [freePort(), freePort(), freePort()];
  await Deno.writeTextFile(`${folder}/backup`, "");
  const config = readConfig({
    PORT: String(port),
    FRAME_PORT: String(framePort),
    OPS_PORT: String(opsPort),
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
    BACKUP_STAMP: `${folder}/backup`,
    STAGING_REPORT_URL: `http://127.0.0.1:${freePort()}`,
    SMTP_URL: `smtp://127.0.0.1:${freePort()}`,
    PAYMENTS_WEBHOOKS: `merchant-demo=http://127.0.0.1:${freePort()}/hook|secret`,
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

const email = (context: Context, key: string) =>
  enqueueEmails(context.db, [
    { key, kind: "enrolment", to: "a@b.example", subject: "s", text: "t", html: "h", nowMs: context.clock.now() },
  ]);

/** By alert, in an order in which none hides the next. */
export const CAUSES: readonly (readonly [alert: string, cause: Cause])[] = [
  ["UpstreamDown", callAway],
  ["ServerErrors", callAway],
  ["JobFailing", async ({ context }) => {
    await runAll({ ...context, works: [namedJob("emails", () => Promise.reject(new Error("no luck")))] });
  }],
  ["EmailsUnsent", async ({ context }) => {
    await email(context, "unsent");
    await context.sender.sendDue();
  }],
  ["QueueOverdue", async ({ context }) => {
    await email(context, "late");
    context.clock.advance(61_000);
  }],
  ["WebhooksUndelivered", async ({ context }) => {
    await createVisitor(context).buy("tck_weekly_3dtrial", "hook@b.example");
    for (let turn = 0; turn < 4; turn++) {
      await work(context, "payments-webhooks");
      context.clock.advance(2 * HOUR_MS);
    }
  }],
  // The rules against card testing would end twenty real declines; canaries_test.ts shows that a real one counts.
  ["ApprovalRateLow", ({ context }) => {
    for (let call = 0; call < 20; call++) {
      context.count("payments", { kind: "authorize", outcome: "declined", reason: "GenericRejection" });
    }
    return Promise.resolve();
  }],
  ["DisputeRatioHigh", async ({ context }) => {
    await createVisitor(context).buy("tck_weekly_3dtrial", "dispute@b.example", "4000000000000259");
    // The simulated issuer disputes a minute after the capture; the ratio is counted once an hour.
    context.clock.advance(2 * 60_000);
    await work(context, "payments-disputes");
    context.clock.advance(HOUR_MS);
  }],
  ["MoneyDifferences", async ({ context }) => {
    const sums = { capturedMinor: 100, refundedMinor: 0, heldMinor: 0 };
    const difference = { between: "ledger", subject: "k", atMs: 5, expected: sums, found: sums } as const;
    await storeDifferences(context.db, { fromMs: 0, toMs: 10, nowMs: 10, found: [difference] });
  }],
  ["MoneyMovesRefused", async ({ context }) => {
    const refused = { kind: "refund", state: "refused", refusals: 3, tries: 3, reason: "refundFailed" } as const;
    await context.db.insertInto("subs_moves").values({
      ...refused,
      execution_id: "e",
      cents: 100,
      next_ms: 9,
      created_ms: 1,
      settled_ms: null,
    }).execute();
  }],
  ["BackupOld", ({ folder }) => {
    const before = new Date(Date.now() - 27 * HOUR_MS);
    return Deno.utime(`${folder}/backup`, before, before);
  }],
  ["IdentityKeyOld", ({ context }) => {
    context.clock.advance(100 * DAY_MS);
    return Promise.resolve();
  }],
  ["EventLoopBlocked", async () => {
    const untilMs = performance.now() + 1_300;
    while (performance.now() < untilMs) { /* holds the thread */ }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }],
  ["DatabasePoolExhausted", ({ context: { db }, holdMs }) => {
    const held = Promise.withResolvers<void>();
    // Longer than the readers of the metrics wait; the callers end with it.
    setTimeout(held.resolve, holdMs);
    // A server that ends first ends them too.
    const ignore = () => {};
    db.transaction().execute(() => held.promise).catch(ignore);
    for (let call = 0; call < 25; call++) db.selectFrom("app_servers").selectAll().execute().catch(ignore);
    return Promise.resolve();
  }],
  ["ServerNotReady", ({ folder }) => Deno.rename(`${folder}/keys`, `${folder}/lost`)],
  ["ServerDown", (server) => server.close()],
];
