/**
 * Development server: puts sample members into an empty data folder, watches the sources, rebuilds the browser files
 * and restarts; open pages reload by themselves.
 */
import { build } from "../build.ts";
import { buildParts } from "../build/parts.ts";
import { MEMBERS_FILE, seedEmptyFolder } from "./seed.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const FOLDERS = ["client", "sdk", "iframe", "server"];
/** Editors save a file in several steps; this waits until they are done. */
const SETTLE_MS = 150;

/** Separate folders, so that `deno task start` has no sample members. */
const DATA_DIR = Deno.env.get("DATA_DIR") || `${ROOT}/data/dev`;
const KEYS_DIR = Deno.env.get("KEYS_DIR") || `${DATA_DIR}/keys`;

const PARTS_DIR = await Deno.makeTempDir({ prefix: "trustcheck-parts-" });

function startServer(): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", `${ROOT}/server/main.ts`],
    cwd: ROOT,
    env: { LIVE_RELOAD: "1", DATA_DIR, KEYS_DIR, PARTS_DIR },
  }).spawn();
}

async function buildOrExplain(): Promise<void> {
  try {
    await build({ minify: false });
    await buildParts(PARTS_DIR);
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

async function restart(): Promise<void> {
  await buildOrExplain();
  await stopServer(server);
  server = startServer();
}

await buildOrExplain();
const isSeeded = await seedEmptyFolder(DATA_DIR, Deno.env.toObject());
console.log(await Deno.readTextFile(`${DATA_DIR}/${MEMBERS_FILE}`).catch(() => "The database has no sample members"));
if (isSeeded) console.log("Delete the folder to start again with new sample members");
let server = startServer();
/** One after the other: two at once would each start a server, and only one of them would be stopped. */
let restarts = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
for await (const event of Deno.watchFs(FOLDERS.map((folder) => `${ROOT}/${folder}`))) {
  if (event.kind === "access" || event.paths.every((path) => /_test\.tsx?$/.test(path))) continue;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarts = restarts.then(restart);
  }, SETTLE_MS);
}
