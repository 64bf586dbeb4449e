/** Two servers on one Postgres whose clocks are two minutes apart, and whose secrets are being changed. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { readConfig } from "../../../server/config/config.ts";
import { createApp } from "../../../server/app.ts";
import { createContext } from "../../../server/context.ts";
import { signBody } from "../../../server/embedded/payments/webhooks/post_webhook.ts";
import { createSharedClock } from "../../../server/platform/clock.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { visitorOf } from "../../support/app/http_visitor.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const SKEW_MS = 60_000;
/** Buyers begin with alternating servers, and every call goes to a different server from the previous call. */
const BUYERS = Deno.env.get("TEST_LONG") === "1" ? 300 : 4;
const title =
  "R13: a minute ahead and a minute behind, with secrets in another order, servers refuse no buyer, token or webhook of each other";

const TOKEN = "http://payments/auth/token/merchant-demo";

/** Keeps the webhooks that arrive. */
function startHook() {
  const received: Request[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const init = { method: "POST", headers: request.headers, body: await request.text() };
    received.push(new Request("http://embedded/payments-notices", init));
    return new Response("");
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/hook`,
    received,
    /** Which of the secrets signed each one; undefined when none did. */
    signedBy: (secrets: readonly string[]) =>
      Promise.all(received.map(async (notice) => {
        const body = await notice.clone().text();
        const signatures = await Promise.all(secrets.map((secret) => signBody(secret, body)));
        return secrets[signatures.indexOf(notice.headers.get("x-signature") ?? "")];
      })),
    close: () => server.shutdown(),
  };
}

const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-skew-" });
    // A server that is behind has no use for the key of a quarter that begins within a minute.
    await prepareKeys(`${folder}/keys`, Date.now() - SKEW_MS);
    let stepMs = 0;
    const open = async (skewMs: number, secrets: readonly string[]) => {
      const clock = createSharedClock(() => Date.now() + skewMs + stepMs);
      const config = readConfig({
        DATABASE_URL: postgres.url,
        DATA_DIR: `${folder}/data`,
        KEYS_DIR: `${folder}/keys`,
        PAYMENTS_CLIENTS: secrets.map((secret) => `merchant-demo:${secret}`).join(","),
        PAYMENTS_WEBHOOKS: secrets.map((secret) => `merchant-demo=${hook.url}|${secret}`).join(" "),
      });
      return await createContext(config, { clock, log: silentLog, assets: fakeAssets });
    };
    const hook = startHook();
    const servers = [await open(SKEW_MS, ["new", "old"]), await open(-SKEW_MS, ["old", "new"])];
    const { config } = servers[0] ?? { config: { publicOrigin: "" } };
    try {
      for (const { clock } of servers) assert(Math.abs(clock.now() - Date.now()) < SKEW_MS / 10);
      const apps = servers.map((context) => createApp(context));
      const answers: unknown[] = [];
      for (let at = 0; at < BUYERS; at++) {
        let calls = at;
        // Before some buyers' calls the clocks are set, sooner than a server can correct that.
        const steps = at % 4 < 2 ? [0] : [SKEW_MS, -SKEW_MS, 0];
        const send = async (request: Request): Promise<Response> => {
          const headers = new Headers(request.headers);
          headers.set("host", new URL(config.publicOrigin).host);
          stepMs = steps[calls % steps.length] ?? 0;
          const app = apps[calls++ % apps.length];
          return await app?.request(new Request(request, { headers })) ?? Response.error();
        };
        const visitor = visitorOf({ origin: config.publicOrigin, now: Date.now, send });
        const { body } = await visitor.buy("tck_weekly_3dtrial", `buyer${at}@mail.example`);
        answers.push(body.error);
      }
      assertEquals(answers, Array(BUYERS).fill(""));
      const statuses: number[] = [];
      for (const { embedded } of servers) {
        for (const secret of ["new", "old", "older"]) {
          const asking = { method: "POST", headers: { "x-api-key": secret } };
          statuses.push((await embedded.payments(new Request(TOKEN, asking))).status);
        }
      }
      assertEquals(statuses, [200, 200, 401, 200, 200, 401]);
      // Each server signs with the first of its secrets, and takes both.
      for (const server of servers) await runAll(server);
      const signed = await hook.signedBy(["new", "old"]);
      assert(signed.length >= BUYERS, String(signed));
      assertEquals(signed.filter((name) => name === undefined), []);
      for (const { embedded } of servers) {
        const taken = await Promise.all(hook.received.map((notice) => embedded.subscriptions(notice.clone())));
        assertEquals(taken.filter(({ status }) => status !== 200), []);
      }
    } finally {
      for (const context of servers) await context.close();
      await hook.close();
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    }
  });
}
