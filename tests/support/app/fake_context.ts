/** A context of fakes for tests of the app server alone: its own SQLite, services that echo, a build of two files. */
import { createClock } from "../../../server/platform/clock.ts";
import { readConfig } from "../../../server/config/config.ts";
import type { Env } from "../../../server/config/values.ts";
import type { Context } from "../../../server/context.ts";
import { openMigrated } from "../../../server/db/testing/migrated.ts";
import { readingFrom } from "../../../server/db/replica/reading.ts";
import { createMetrics } from "../../../server/platform/telemetry/metrics.ts";
import { silentLog } from "../../../server/platform/log.ts";
import type { Assets } from "../../../server/pages/assets.ts";
import { createConnect, type EmbeddedServices } from "../../../server/proxy/connect.ts";
import { createRemotes } from "../../../server/proxy/remote.ts";
import { countingInto, createWatched } from "../../../server/platform/telemetry/watched.ts";
import { NO_SMTP } from "../outbox.ts";
import type { Upstream } from "../../../server/platform/http/upstream.ts";

/** A build of two files, for tests that do not look at pages. */
export const fakeAssets: Assets = {
  manifest: {
    version: "5.25.3",
    builtAt: "2026-11-21T00:00:00.000Z",
    inputs: "",
    base: "/trustcheck",
    providerHosts: [],
    client: {
      en: {
        earlyPress: "/trustcheck/assets/early_press.1.js",
        entry: "/trustcheck/assets/main.1.js",
        styles: "/trustcheck/assets/main.1.css",
        print: "/print.css",
        preload: [],
        texts: {},
      },
    },
    frame: { script: "/card/5/frame.1.js", elements: "/card/5/elements.1.js", styles: "/card/5/frame.1.css" },
    app: {},
    cardFrame: {},
  },
  shell: "<!doctype html><title>TrustCheck</title><!--head-styles--><!--site--><!--scripts--><div id=root></div>",
  drawn: () => undefined,
  app: () => undefined,
  cardFrame: () => undefined,
};

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Fake {
  readonly context: Context;
  /** Requests that reached the services, in order. */
  readonly seen: RecordedRequest[];
  close(): Promise<void>;
}

export interface FakeOptions {
  readonly env?: Env;
  readonly services?: Partial<EmbeddedServices>;
  /** Answers instead of every remote service. */
  readonly outgoing?: Upstream;
}

export async function fakeContext({ env = {}, services = {}, outgoing }: FakeOptions = {}): Promise<Fake> {
  const config = readConfig(env);
  const clock = createClock();
  const metrics = createMetrics();
  const watched = createWatched(clock.now);
  const db = await openMigrated();
  const seen: RecordedRequest[] = [];
  const recording = (upstream: Upstream): Upstream => async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    seen.push({ method: request.method, path: pathname + search, headers, body: await request.clone().text() });
    return await upstream(request);
  };
  const echo: Upstream = () => Promise.resolve(Response.json({ ok: true }));
  const of = (name: keyof EmbeddedServices) => recording(services[name] ?? echo);
  const embedded: EmbeddedServices = {
    payments: of("payments"),
    subscriptions: of("subscriptions"),
    members: of("members"),
    identity: of("identity"),
    mail: of("mail"),
    errors: of("errors"),
  };
  const remotes = createRemotes(outgoing === undefined ? {} : { send: outgoing });
  const context: Context = {
    config,
    clock,
    log: silentLog,
    db,
    reading: readingFrom(db),
    storage: { isFull: false },
    checkKeys: () => Promise.resolve(),
    embedded,
    works: [],
    sender: NO_SMTP,
    connect: createConnect({ config, embedded, remotes }),
    remotes,
    verifyIdToken: () => Promise.resolve(undefined),
    customToken: undefined,
    metrics,
    watched,
    count: countingInto(metrics, watched),
    jobStates: watched.jobStates,
    assets: fakeAssets,
    close: () => db.destroy(),
  };
  return { context, seen, close: () => db.destroy() };
}
