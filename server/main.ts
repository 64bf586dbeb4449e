/**
 * Starts the server: environment, configuration, context, both origins; stops on SIGINT and SIGTERM. With arguments it
 * runs a command of operators instead.
 */
import { runCommand } from "./commands/commands.ts";
import { readConfig } from "./config/config.ts";
import { createContext } from "./context.ts";
import { describeServer } from "./config/describe_server.ts";
import { explainFailedStart } from "./commands/failed_start.ts";
import { startJobs } from "./platform/jobs.ts";
import { startProcessMeter } from "./platform/telemetry/process.ts";
import { serve } from "./serve.ts";

/** Requests that were sent before the signal have arrived after this time. */
const ARRIVING_MS = 250;

async function main(): Promise<void> {
  const config = readConfig(Deno.env.toObject());
  const exporter = config.traces === undefined
    ? undefined
    : (await import("./platform/telemetry/exporter.ts")).startExporter(config.traces);
  const context = await createContext(config);
  context.watched.process = startProcessMeter();
  const jobs = startJobs(context);
  const running = serve(context);
  const { publicOrigin, frameOrigin, base } = config;
  console.log(`TrustCheck is running: ${describeServer(config)}
  web app     ${publicOrigin}${base}/
  checkout    ${publicOrigin}/sdk/5/payrails.js
  card frame  ${frameOrigin}/card/5/${config.loopback ? `\n  mailbox     ${publicOrigin}/dev/mailbox` : ""}${
    running.opsPort === undefined ? "" : `\n  operations  http://${config.opsHost}:${running.opsPort}/metrics`
  }`);
  const stop = async () => {
    const drainMs = Math.max(config.drainMs, ARRIVING_MS);
    const isClean = await running.stop({ jobs, drainMs, afterwards: exporter?.close });
    if (!isClean) context.log.error("stop.cut-off", { advice: "Requests or jobs did not end in time" });
    Deno.exit(isClean ? 0 : 1);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => void stop());
}

if (Deno.args.length > 0) Deno.exit(await runCommand(Deno.args, () => readConfig(Deno.env.toObject())));
try {
  await main();
} catch (error) {
  console.error(explainFailedStart(error));
  Deno.exit(1);
}
