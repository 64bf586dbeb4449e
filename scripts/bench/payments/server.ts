/** Only the payments service in a process with its acquirer, for the load driver. */
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../../server/embedded/payments/acquirer/simulator.ts";
import { openPayments } from "../../../server/embedded/payments/payments.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { createLog } from "../../../server/platform/log.ts";
import { freePort } from "../../../tests/support/ports.ts";

export interface ServerOptions {
  readonly place: DatabasePlace;
  readonly dir: string;
  readonly port: number;
}

function parseOptions(text: string | undefined): ServerOptions {
  return JSON.parse(text ?? "{}") as ServerOptions;
}

export interface RunningServer {
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts a process and waits until it responds. */
export async function startPayments({ place, dir }: Pick<ServerOptions, "place" | "dir">): Promise<RunningServer> {
  const port = freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--node-modules-dir=manual", new URL(import.meta.url).pathname]
      .concat(JSON.stringify({ place, dir, port })),
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  await untilReady(base);
  return {
    base,
    async stop() {
      server.kill("SIGKILL");
      await server.status;
    },
  };
}

async function untilReady(base: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    try {
      await (await fetch(`${base}/countries.json`)).body?.cancel();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error("The payments service did not start");
}

/** At the interval of the product's own server. */
const WORK_EVERY_MS = 5_000;

if (import.meta.main) {
  const { place, dir, port } = parseOptions(Deno.args[0]);
  const clock = { now: Date.now };
  const base = `http://127.0.0.1:${port}`;
  const { answer, work } = await openPayments({
    db: await openDatabase(place),
    clock,
    log: createLog(() => {}),
    acquirer: createSimulator({ db: await openLedger(ledgerPlace(place, dir)), clock }),
    serverId: "only",
    settings: {
      clients: [{ id: "shop", secret: "shop-secret" }],
      merchantOrigins: [],
      apiBase: base,
      frameOrigin: base,
      docsOrigin: base,
      keysDir: `${dir}/keys`,
      environment: "TEST",
    },
  });
  Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, answer);
  setInterval(() => void work(), WORK_EVERY_MS);
}
