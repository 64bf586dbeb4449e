/** Readiness under a probe that fails, that hangs, and that is asked for often. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { type Fake, fakeContext } from "../../../tests/support/app/fake_context.ts";
import { KeysRefused } from "../../keys/check_keys.ts";
import { DatabaseUnavailable } from "../../platform/storage_fault.ts";
import { createOperationsApp } from "./health.ts";

describe("/readyz", () => {
  const realNow = performance.now;
  let fake: Fake;
  beforeEach(async () => {
    fake = await fakeContext();
  });
  afterEach(async () => {
    performance.now = realNow;
    await fake.close();
  });
  const reader = (checkKeys: () => Promise<void>) => {
    const app = createOperationsApp({ ...fake.context, checkKeys });
    return async () => {
      const answer = await app.request("/readyz");
      return [answer.status, answer.headers.get("retry-after"), (await answer.json()).status];
    };
  };

  it("says what is wrong, and when to ask again", async () => {
    assertEquals(await reader(() => Promise.resolve())(), [200, null, "ready"]);
    assertEquals(await reader(() => Promise.reject(new Error("full")))(), [503, "5", "database takes no writes"]);
    const lost = reader(() => Promise.reject(new DatabaseUnavailable("timeout exceeded when trying to connect")));
    assertEquals(await lost(), [503, "5", "database does not answer"]);
    const refused = reader(() => Promise.reject(new KeysRefused("other keys")));
    assertEquals(await refused(), [503, "5", "keys are not those of the database"]);
  });

  it("R11: a database that is read and takes no write is not ready", async () => {
    const { db, checkKeys } = fake.context;
    const writable = (isOn: boolean) => sql.raw(`pragma query_only = ${isOn ? "off" : "on"}`).execute(db);
    await writable(false);
    assertEquals((await db.selectFrom("app_probe").selectAll().execute()).length, 0);
    assertEquals(await reader(checkKeys)(), [503, "5", "database takes no writes"]);
    await writable(true);
    assertEquals(await reader(checkKeys)(), [200, null, "ready"]);
  });

  it("answers while the probe hangs", async () => {
    const hung = Promise.withResolvers<void>();
    // Far longer than a load balancer waits.
    const timer = setTimeout(hung.resolve, 10_000);
    assertEquals(await reader(() => hung.promise)(), [503, "5", "database does not answer"]);
    clearTimeout(timer);
  });

  it("probes once a second, however often it is asked", async () => {
    let probes = 0;
    const read = reader(() => {
      probes += 1;
      return Promise.resolve();
    });
    for (const [atMs, expected] of [[0, 1], [999, 1], [1_000, 2], [1_999, 2]] as const) {
      performance.now = () => 60_000 + atMs;
      await Promise.all([read(), read()]);
      assertEquals(probes, expected, `after ${atMs} ms`);
    }
  });
});
