/**
 * One command: builds what changed, then starts the server process with the least permissions its configuration needs.
 */
import { readConfig } from "../server/config/config.ts";
import { build } from "./build.ts";
import { KEEP_OLD_MS } from "./build/replace_dist.ts";
import { exitWith, FROM_SOURCES, runServer } from "./start/server_process.ts";

await exitWith(async () => {
  // A wrong setting ends the command before it builds.
  readConfig(Deno.env.toObject());
  const startedMs = performance.now();
  if (await build({ keepMs: KEEP_OLD_MS })) console.log(`Built in ${Math.round(performance.now() - startedMs)} ms`);
  return await runServer(FROM_SOURCES);
});
