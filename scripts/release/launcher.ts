/**
 * Starts the server of a release, or with arguments a command of operators, with the permissions that its settings
 * need. Bundled beside the server, in the executable and in the image.
 *
 * It starts a process and handles no request. With `--print` it starts none and prints the parts of a command for
 * `env`, one per line; the executable then becomes that command.
 */
import { readConfig } from "../../server/config/config.ts";
import { exitWith, type Program, runServer, serverArguments, tracesSetting } from "../start/server_process.ts";

/** The folder of the release: this file is server/bundle/launcher.js in it. */
const HOME = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const PROGRAM: Program = {
  main: `${HOME}/server/bundle/main.js`,
  folders: [HOME],
  options: ["--quiet", "--no-lock", `--config=${HOME}/deno.json`],
};

const isPrinting = Deno.args[0] === "--print";
const args = isPrinting ? Deno.args.slice(1) : Deno.args;

async function launch(): Promise<number> {
  if (!isPrinting) return await runServer(PROGRAM, args);
  const config = readConfig(Deno.env.toObject());
  const traces = Object.entries(tracesSetting(config)).map(([name, value]) => `${name}=${value}`);
  // The runtime would record spans of its own, which carry whole addresses.
  const words = ["-u", "OTEL_DENO", ...traces, Deno.execPath(), ...serverArguments(config, PROGRAM, args)];
  console.log(words.join("\n"));
  return 0;
}

await exitWith(launch, args);
