/** The whole product in this process on two free ports, with folders of its own, for tests that need the real thing. */
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { startJobs } from "../../../server/platform/jobs.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { serve } from "../../../server/serve.ts";
import { buildOnce } from "../suite/build_once.ts";
import { prepareKeys } from "../suite/prepared_keys.ts";
import { freePort } from "../ports.ts";

export interface RunningApp {
  readonly origin: string;
  readonly frameOrigin: string;
  readonly base: string;
  readonly context: Context;
  readonly dataDir: string;
  close(): Promise<void>;
}

export interface AppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: Partial<Context>;
}

/** Starts it; the build is reused while no source changes. */
export async function startApp({ env = {}, overrides = {} }: AppOptions = {}): Promise<RunningApp> {
  await buildOnce();
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-" });
  const [port, framePort] = [freePort(), freePort()];
  const config = readConfig({
    PORT: String(port),
    FRAME_PORT: String(framePort),
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
    DIST_DIR: new URL("../../../dist", import.meta.url).pathname,
    // A server behind a proxy is told its name.
    ...("TRUSTED_HOPS" in env ? { PUBLIC_ORIGIN: `http://localhost:${port}` } : {}),
    ...env,
  });
  await prepareKeys(config.keysDir);
  const context = await createContext(config, { log: silentLog, ...overrides });
  const jobs = startJobs(context);
  const running = serve(context);
  return {
    origin: config.publicOrigin,
    frameOrigin: config.frameOrigin,
    base: config.base,
    context,
    dataDir: config.dataDir,
    async close() {
      await jobs.stop();
      await running.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
