/**
 * Development server: watches the sources, rebuilds the browser files and restarts; open pages reload by themselves.
 */
import { build } from "../scripts/build.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const FOLDERS = ["client", "sdk", "iframe", "server"];
/** Editors save a file in several steps; this waits until they are done. */
const SETTLE_MS = 150;

function startServer(): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", `${ROOT}/server/main.ts`],
    cwd: ROOT,
    env: { LIVE_RELOAD: "1" },
  }).spawn();
}

async function buildOrExplain(): Promise<void> {
  try {
    await build({ minify: false });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

async function stopServer(server: Deno.ChildProcess): Promise<void> {
  try {
    server.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  await server.status;
}

await buildOrExplain();
let server = startServer();
let timer: ReturnType<typeof setTimeout> | undefined;
for await (const event of Deno.watchFs(FOLDERS.map((folder) => `${ROOT}/${folder}`))) {
  if (event.kind === "access" || event.paths.every((path) => /_test\.tsx?$/.test(path))) continue;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    await buildOrExplain();
    await stopServer(server);
    server = startServer();
  }, SETTLE_MS);
}
