/** Wrong and missing keys: a server that does not fit its database says so within seconds, and makes no new keys. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { explainFailedStart } from "../../../server/commands/failed_start.ts";
import { KeysRefused } from "../../../server/keys/check_keys.ts";
import { runKeysTask } from "../../../server/keys/task.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { loadVaultKeys } from "../../../server/embedded/payments/payments.ts";
import { openNumber, sealNumber } from "../../../server/embedded/payments/vault/at_rest.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { eventually } from "../../support/eventually.ts";

const LOUD_MS = 5_000;
const DATA = "payments_data.json";
const NUMBER = "4111111111111111";
/** Longer than a new data key waits, and the minute for clocks. */
const WAITED_MS = 12 * 60_000;

describe("the keys of a database", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir({ prefix: "keys-" });
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const configOf = (keys = "keys", data = "data") =>
    readConfig({ DATA_DIR: `${folder}/${data}`, KEYS_DIR: `${folder}/${keys}` });
  const open = (keys?: string, data?: string) =>
    createContext(configOf(keys, data), { log: silentLog, assets: fakeAssets });
  const filesOf = (keys = "keys") => [...Deno.readDirSync(`${folder}/${keys}`)].map(({ name }) => name).sort();
  const startOnce = async (keys?: string, data?: string) => await (await open(keys, data)).close();
  async function refusedStart(keys?: string): Promise<string> {
    const startedMs = performance.now();
    const refused = await assertRejects(() => open(keys), KeysRefused);
    assert(performance.now() - startedMs < LOUD_MS);
    return explainFailedStart(refused);
  }
  async function ready(context: Context) {
    const answer = await createVisitor(context).raw("/readyz");
    return [answer.status, await answer.text()];
  }

  it("are made by the first start, and stay the same", async () => {
    await startOnce();
    const made = filesOf();
    assertEquals(made.length, 3);
    await startOnce();
    assertEquals(filesOf(), made);
  });

  it("are not replaced when their folder is missing: the start is refused and makes no folder", async () => {
    await startOnce();
    await Deno.rename(`${folder}/keys`, `${folder}/kept`);
    const said = await refusedStart();
    assertStringIncludes(said, "Cannot start: payments_data.json is missing in");
    assertStringIncludes(said, "KEYS_DIR");
    await assertRejects(() => Deno.stat(`${folder}/keys`), Deno.errors.NotFound);
    await Deno.rename(`${folder}/kept`, `${folder}/keys`);
    await startOnce();
  });

  for (const file of [DATA, "payments_sealing.json", "identity"]) {
    it(`are refused when ${file} is of another database, or missing`, async () => {
      await startOnce();
      await startOnce("others", "other-data");
      const [name = ""] = filesOf().filter((each) => each.startsWith(file));
      const right = await Deno.readTextFile(`${folder}/keys/${name}`);
      await Deno.copyFile(`${folder}/others/${name}`, `${folder}/keys/${name}`);
      assertStringIncludes(await refusedStart(), "holds other keys");
      await Deno.remove(`${folder}/keys/${name}`);
      assertStringIncludes(await refusedStart(), "is missing in");
      assertEquals(filesOf().includes(name), false);
      await Deno.writeTextFile(`${folder}/keys/${name}`, "{");
      assertStringIncludes(await refusedStart(), "cannot be read");
      await Deno.writeTextFile(`${folder}/keys/${name}`, right);
      await startOnce();
    });
  }

  it("are watched by readiness: a folder that is swapped or lost shows within seconds", async () => {
    await startOnce("others", "other-data");
    const context = await open();
    try {
      await eventually(async () => (await ready(context))[0] === 200);
      await Deno.rename(`${folder}/keys`, `${folder}/kept`);
      const startedMs = performance.now();
      while ((await ready(context))[0] === 200) {
        assert(performance.now() - startedMs < LOUD_MS, "readiness does not see that the folder is gone");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assertEquals(await ready(context), [503, '{"status":"keys are not those of the database"}']);
    } finally {
      await context.close();
    }
  });

  it("get new ones only from the task: every kind is added, known to the database, and old numbers still open", async () => {
    await startOnce();
    const before = await runKeysTask(undefined, configOf(), Date.now());
    for (const kind of ["identity", "sealing", "data"]) await runKeysTask(kind, configOf(), Date.now());
    const after = await runKeysTask(undefined, configOf(), Date.now() + WAITED_MS);
    assertEquals(after.filter((id) => before.includes(id)).sort(), [...before].sort());
    assertEquals(after.length, before.length + 3);
    await startOnce();
    // Once the new data key encrypts, a backup of the folder from before no longer fits.
    const data = JSON.parse(await Deno.readTextFile(`${folder}/keys/${DATA}`));
    const older = { ...data, numbers: data.numbers.slice(1) };
    await Deno.writeTextFile(`${folder}/keys/${DATA}`, JSON.stringify(older));
    assertStringIncludes(await refusedStart(), DATA);
    await assertRejects(() => runKeysTask("sealing", configOf(), Date.now()), KeysRefused);
    await assertRejects(() => runKeysTask("other", configOf(), Date.now()), RangeError);
  });

  it("wait ten minutes for servers whose folder is a copy, before one of them is missed", async () => {
    const clock = createClock();
    await startOnce();
    const copies = ["ahead", "behind"] as const;
    for (const copy of copies) {
      await Deno.mkdir(`${folder}/${copy}`);
      for (const name of filesOf()) await Deno.copyFile(`${folder}/keys/${name}`, `${folder}/${copy}/${name}`);
    }
    const db = await openDatabase(configOf().database);
    const contexts = await Promise.all(
      copies.map((copy) =>
        createContext(configOf(copy, `${copy}-data`), { log: silentLog, assets: fakeAssets, db, clock })
      ),
    );
    try {
      await runKeysTask("data", configOf("ahead"), clock.now());
      await assertRejects(
        () => runKeysTask("data", configOf("ahead"), clock.now()),
        RangeError,
        "encrypts nothing yet",
      );
      // Which of the two servers is asked first makes no difference.
      for (const context of [...contexts, ...contexts]) await context.checkKeys();
      const [newest] = (await loadVaultKeys(`${folder}/ahead`)).numbers;
      const [ahead, behind] = await Promise.all(copies.map((copy) => loadVaultKeys(`${folder}/${copy}`, clock.now)));
      assert(ahead !== undefined && behind !== undefined);
      // Until it is used, each server opens what the other one stores.
      for (const [from, to] of [[ahead, behind], [behind, ahead]] as const) {
        assertEquals(await openNumber(to, await sealNumber(from, NUMBER, "one"), "one"), NUMBER);
      }
      await startOnce();
      clock.advance(WAITED_MS);
      assertEquals(ahead.encrypting.id, newest.id);
      await contexts[0]?.checkKeys();
      await assertRejects(async () => await contexts[1]?.checkKeys(), KeysRefused, DATA);
      await Deno.copyFile(`${folder}/ahead/${DATA}`, `${folder}/behind/${DATA}`);
      await contexts[1]?.checkKeys();
      assertEquals(await openNumber(behind, await sealNumber(ahead, NUMBER, "one"), "one"), NUMBER);
      // The copy that still holds the older key does not bring it back.
      await runKeysTask("retire", configOf("ahead"), clock.now());
      for (const context of contexts.toReversed()) await context.checkKeys();
      await runKeysTask("data", configOf("ahead"), clock.now());
    } finally {
      for (const context of contexts) await context.close();
    }
  });

  it("seal stored numbers again and retire the older data key, which the database forgets; a restart opens them", async () => {
    const context = await open();
    await createVisitor(context).buy("tck_weekly_3dtrial", "ann@mail.example");
    await context.close();
    const dataIds = (ids: readonly string[]) => ids.filter((id) => id.startsWith(DATA));
    const [old] = dataIds(await runKeysTask("data", configOf(), Date.now())).slice(1);
    const later = Date.now() + WAITED_MS;
    // A server without the newest key could open nothing that it encrypted, and still encrypts with an older one.
    await assertRejects(() => runKeysTask("reseal", configOf(), Date.now()), RangeError, "10 minutes after");
    await assertRejects(() => runKeysTask("retire", configOf(), later), RangeError, "reseal first");
    await runKeysTask("reseal", configOf(), later);
    await assertRejects(() => runKeysTask("retire", configOf(), Date.now()), RangeError, "longer than 10 minutes");
    const left = dataIds(await runKeysTask("retire", configOf(), later));
    assertEquals([left.length, left.includes(old ?? "")], [3, false]);
    assertEquals(dataIds(await runKeysTask("retire", configOf(), Date.now())), left);
    const after = await open();
    try {
      await eventually(async () => (await ready(after))[0] === 200);
      const known = await after.db.selectFrom("app_keys").select("id").where("file", "=", DATA).execute();
      assertEquals(known.map(({ id }) => `${DATA} ${id}`).sort(), [...left].sort());
    } finally {
      await after.close();
    }
  });
});
