/** The acquirer as a process that survives the kills: `deno run acquirer_process.ts '{"place": …, "port": …}'`. */
import { openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../../server/embedded/payments/acquirer/simulator.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { serveAcquirer } from "./acquirer_wire.ts";

export interface AcquirerOptions {
  readonly place: DatabasePlace;
  readonly port: number;
}

function parseOptions(text: string | undefined): AcquirerOptions {
  return JSON.parse(text ?? "{}") as AcquirerOptions;
}

if (import.meta.main) {
  const { place, port } = parseOptions(Deno.args[0]);
  const acquirer = createSimulator({ db: await openLedger(place), clock: { now: Date.now } });
  const answer = serveAcquirer(acquirer);
  Deno.serve(
    { port, hostname: "127.0.0.1", onListen() {} },
    (request) => request.method === "GET" ? new Response("ready") : answer(request),
  );
}
