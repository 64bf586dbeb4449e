/** Two servers on one Postgres whose machines tell times two minutes apart. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { readConfig } from "../../../server/config/config.ts";
import { createApp } from "../../../server/app.ts";
import { createContext } from "../../../server/context.ts";
import { createSharedClock } from "../../../server/platform/clock.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { visitorOf } from "../../support/app/http_visitor.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";

const SKEW_MS = 60_000;
/** Each buyer begins with another server, and every call goes to the other one than the call before. */
const BUYERS = Deno.env.get("TEST_LONG") === "1" ? 300 : 4;
const title =
  "R13: a minute ahead and a minute behind, servers refuse no buyer that one consents at and another pays at";

const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-skew-" });
    const config = readConfig({ DATABASE_URL: postgres.url, DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
    const open = async (skewMs: number) => {
      const clock = createSharedClock(() => Date.now() + skewMs);
      return await createContext(config, { clock, log: silentLog, assets: fakeAssets });
    };
    const servers = [await open(SKEW_MS), await open(-SKEW_MS)];
    try {
      for (const { clock } of servers) assert(Math.abs(clock.now() - Date.now()) < SKEW_MS / 10);
      const apps = servers.map((context) => createApp(context));
      const answers: unknown[] = [];
      for (let at = 0; at < BUYERS; at++) {
        let calls = at;
        const send = async (request: Request): Promise<Response> => {
          const headers = new Headers(request.headers);
          headers.set("host", new URL(config.publicOrigin).host);
          const app = apps[calls++ % apps.length];
          return await app?.request(new Request(request, { headers })) ?? Response.error();
        };
        const visitor = visitorOf({ origin: config.publicOrigin, now: Date.now, send });
        const { body } = await visitor.buy("tck_weekly_3dtrial", `buyer${at}@mail.example`);
        answers.push(body.error);
      }
      assertEquals(answers, Array(BUYERS).fill(""));
    } finally {
      for (const context of servers) await context.close();
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    }
  });
}
