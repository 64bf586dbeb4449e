/** The payments service alone in a process, with its acquirer, as the load driver calls it. */
import { ledgerPlace, openLedger } from "../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../server/embedded/payments/acquirer/simulator.ts";
import { openPayments } from "../../server/embedded/payments/payments.ts";
import { type DatabasePlace, openDatabase } from "../../server/db/open.ts";
import { createLog } from "../../server/log.ts";

export interface ServerOptions {
  readonly place: DatabasePlace;
  readonly dir: string;
  readonly port: number;
}

function parseOptions(text: string | undefined): ServerOptions {
  return JSON.parse(text ?? "{}") as ServerOptions;
}

if (import.meta.main) {
  const { place, dir, port } = parseOptions(Deno.args[0]);
  const clock = { now: Date.now };
  const base = `http://127.0.0.1:${port}`;
  const { answer } = await openPayments({
    db: await openDatabase(place),
    clock,
    log: createLog(() => {}),
    acquirer: createSimulator({ db: await openLedger(ledgerPlace(place, dir)), clock }),
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
}
