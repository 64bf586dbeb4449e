/** The payments service in its own process, which a test can kill at a given point of a payment. */
import { openPayments } from "../../../server/embedded/payments/payments.ts";
import type { Acquirer } from "../../../server/embedded/payments/acquirer/acquirer.ts";
import { createLog } from "../../../server/platform/log.ts";
import { takeLease } from "../../../server/db/lease.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { remoteAcquirer } from "./acquirer_wire.ts";

/** Points between the request and the merchant's webhook at which the process dies, in order. */
export const POINTS = ["asked", "intended", "charged", "answered", "recorded", "told"] as const;
export type Point = (typeof POINTS)[number];
/** `POST /die-at/{point}/{execution}`. The process answers first, so that the test knows the point is set. */
export const DIE_PATH = "/die-at/";
const WORK_EVERY_MS = 100;

export interface PaymentsOptions {
  readonly place: DatabasePlace;
  readonly keysDir: string;
  readonly port: number;
  /** Address of the acquirer's process. */
  readonly acquirer: string;
  /** Where the merchant receives webhooks. */
  readonly hook: string;
  /** Milliseconds by which the clock runs ahead, so that leases of a dead process have expired. */
  readonly aheadMs: number;
  /** How long other servers wait before they take over this one's work. */
  readonly leaseMs: number;
}

function parseOptions(text: string | undefined): PaymentsOptions {
  return JSON.parse(text ?? "{}") as PaymentsOptions;
}

interface Order {
  readonly point: string;
  readonly executionId: string;
}

let armed: Order | undefined;

function parseOrder(url: string): Order | undefined {
  const [point = "", executionId = ""] = new URL(url).pathname.split(DIE_PATH)[1]?.split("/") ?? [];
  return point === "" ? undefined : { point, executionId };
}

/** SIGKILL runs no handler and flushes nothing. */
async function dieAt(point: Point): Promise<void> {
  if (armed?.point !== point) return;
  Deno.kill(Deno.pid, "SIGKILL");
  await new Promise(() => {});
}

function dying(real: Acquirer): Acquirer {
  return {
    ...real,
    async authorize(call) {
      await dieAt("intended");
      const calling = real.authorize(call);
      while (armed?.point === "charged") {
        if (await real.find(call.key) !== undefined) await dieAt("charged");
      }
      const outcome = await calling;
      await dieAt("answered");
      return outcome;
    },
  };
}

async function main({ place, keysDir, port, acquirer, hook, aheadMs, leaseMs }: PaymentsOptions): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const db = await openDatabase(place);
  const lease = await takeLease(db, { log: createLog(() => {}), isAlone: place.kind === "sqlite", leaseMs });
  const { answer, work } = await openPayments({
    db,
    serverId: lease.id,
    clock: { now: () => Date.now() + aheadMs },
    log: createLog(() => {}),
    acquirer: dying(remoteAcquirer(acquirer)),
    settings: {
      clients: [{ id: "shop", secret: "shop-secret" }],
      merchantOrigins: [],
      apiBase: base,
      frameOrigin: base,
      docsOrigin: base,
      keysDir,
      environment: "TEST",
      webhooks: [{ clientId: "shop", url: hook, secret: "hook-secret" }],
    },
    async deliver(request) {
      // Webhooks of the previous order may still be on their way. The point is the one after this order's record.
      const text = await request.clone().text();
      const isLast = text.includes('"event":"captureSuccessful"') && text.includes(armed?.executionId ?? "none");
      const answered = await fetch(request);
      if (isLast) await dieAt("told");
      return answered;
    },
  });
  Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const order = parseOrder(request.url);
    if (order !== undefined) {
      armed = order;
      return Response.json({});
    }
    if (request.url.endsWith("/authorize")) await dieAt("asked");
    const answered = await answer(request);
    if (request.url.endsWith("/authorize")) await dieAt("recorded");
    return answered;
  });
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, WORK_EVERY_MS));
    await work().catch(() => {});
  }
}

if (import.meta.main) await main(parseOptions(Deno.args[0]));
