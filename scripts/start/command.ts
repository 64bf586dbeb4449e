/** Runs a command of operators in a clone, with the permissions of the server: `deno task keys`, `deno task audit`. */
import { exitWith, FROM_SOURCES, runServer } from "./server_process.ts";

await exitWith(() => runServer(FROM_SOURCES, Deno.args), Deno.args);
