/**
 * A process of the look-up benchmark: the whole product with members who have credits and a history, or a bare server.
 */
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { serve } from "../../../server/serve.ts";
import { freePort } from "../../../tests/support/ports.ts";

export interface Member {
  readonly uid: string;
  readonly idToken: string;
  readonly subscriptionId: string;
}

export interface RunningServer {
  readonly base: string;
  readonly pid: number;
  readonly members: readonly Member[];
  stop(): Promise<void>;
}

type ServerOptions = { readonly kind: "product"; readonly dir: string; readonly members: number } | {
  readonly kind: "bare";
  /** The response to every request. */
  readonly status: number;
  readonly type: string;
  readonly body: string;
};
interface Started {
  readonly port: number;
  readonly members: readonly Member[];
}

/** Look-ups that each member made before, and packs for the whole benchmark. */
const PAST_LOOKUPS = 200;
const CREDITS = 1_000_000;
const YEAR_MS = 365 * 86_400_000;

/** Starts a process and waits until it responds. */
export async function startLookups(options: ServerOptions): Promise<RunningServer> {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", new URL(import.meta.url).pathname, JSON.stringify(options)],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  while (!line.includes("\n")) {
    const { done, value } = await lines.read();
    if (done) throw new Error("The server of the bench ended early");
    line += value;
  }
  const { port, members } = parseStarted(line);
  return {
    base: `http://127.0.0.1:${port}`,
    pid: server.pid,
    members,
    async stop() {
      await lines.cancel();
      server.kill("SIGKILL");
      await server.status;
    },
  };
}

function parseStarted(line: string): Started {
  return JSON.parse(line) as Started;
}

async function startProduct({ dir, members }: Extract<ServerOptions, { readonly kind: "product" }>): Promise<Started> {
  const port = freePort();
  const config = readConfig({
    PORT: String(port),
    // The visitors of the bench have addresses of their own, since each has few free checks.
    TRUSTED_HOPS: "1",
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    FRAME_PORT: String(freePort()),
    DATA_DIR: `${dir}/data`,
    KEYS_DIR: `${dir}/keys`,
    DIST_DIR: new URL("../../../dist", import.meta.url).pathname,
  });
  const context = await createContext(config, { log: silentLog });
  const seeded: Member[] = [];
  for (let at = 0; at < members; at++) seeded.push(await seedMember(context, at));
  return { port: serve(context).port, members: seeded };
}

/** An account, a plan with today's quota used up, credit packs, and a history. */
async function seedMember(context: Context, at: number): Promise<Member> {
  const { db, clock, embedded } = context;
  const email = `member${at}@bench.example`;
  const { localId: uid, idToken } = asAccount(
    await (await embedded.identity(
      new Request("http://identity/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: "Correct-horse-7", returnSecureToken: true }),
      }),
    )).json(),
  );
  const nowMs = clock.now();
  const subscriptionId = `sub_${crypto.randomUUID()}`;
  await db.insertInto("subs_subscriptions").values({
    id: subscriptionId,
    execution_id: crypto.randomUUID(),
    plan_id: "tck_weekly_3dtrial",
    status: "active",
    email,
    email_key: email,
    checkout_hash: crypto.randomUUID(),
    user_id: uid,
    holder_reference: crypto.randomUUID(),
    payment_instrument_id: crypto.randomUUID(),
    attribution_json: "{}",
    address_json: "{}",
    started_ms: nowMs,
    period: 0,
    current_period_end_ms: nowMs + YEAR_MS,
    next_charge_ms: nowMs + YEAR_MS,
    next_charge_cents: 1999,
    remind_ms: null,
    declines: 0,
    cancelled_ms: null,
    version: 0,
  }).execute();
  await db.insertInto("subs_credit_lots").values({
    id: crypto.randomUUID(),
    subscription_id: subscriptionId,
    total: CREDITS,
    remaining: CREDITS,
    bought_ms: nowMs,
    expires_ms: nowMs + YEAR_MS,
  }).execute();
  await db.insertInto("members_allowances")
    .values({ subscription_id: subscriptionId, day: new Date(nowMs).toISOString().slice(0, 10), used: 1_000 })
    .execute();
  const past = Array.from({ length: PAST_LOOKUPS }, (_, day) => ({
    id: crypto.randomUUID().replaceAll("-", ""),
    subscription_id: subscriptionId,
    user_id: uid,
    e164: `+1650253${String(day).padStart(4, "0")}`,
    score: 0,
    band: "none",
    body: "{}",
    at_ms: nowMs - YEAR_MS + day,
  }));
  await db.insertInto("members_reports").values(past).execute();
  return { uid, idToken, subscriptionId };
}

function asAccount(body: unknown): { readonly localId: string; readonly idToken: string } {
  return body as { localId: string; idToken: string };
}

/** Reads the request and always sends the same response: the limit of this machine over HTTP. */
function startBare({ status, type, body }: Extract<ServerOptions, { readonly kind: "bare" }>): Started {
  const headers = { "content-type": type };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    await request.arrayBuffer();
    return new Response(body, { status, headers });
  });
  return { port: server.addr.port, members: [] };
}

function parseServerOptions(text: string | undefined): ServerOptions {
  return JSON.parse(text ?? "{}") as ServerOptions;
}

if (import.meta.main) {
  const options = parseServerOptions(Deno.args[0]);
  console.log(JSON.stringify(options.kind === "bare" ? startBare(options) : await startProduct(options)));
}
