/** A server with real payments and no licensed registry sells neither the registry check nor the pack with it. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { readConfig } from "../../server/config/config.ts";
import { type Context, createContext } from "../../server/context.ts";
import { silentLog } from "../../server/platform/log.ts";
import { fakeAssets } from "../support/app/fake_context.ts";
import { createVisitor } from "../support/app/http_visitor.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

describe("sales without a licensed registry", () => {
  let folder = "";
  let context: Context;
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-registry-" });
    await prepareKeys(`${folder}/keys`);
    const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
    context = await createContext({ ...config, registry: "none" }, { log: silentLog, assets: fakeAssets });
  });
  after(async () => {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  });

  it("a consent to the check is 409 through the app server, a consent to the pack is stored", async () => {
    const visitor = createVisitor(context);
    const { body } = await visitor.buy("tck_weekly_3dtrial", "ada@mail.example");
    const refused = await visitor.agree("tck_sex_offender_otp", body.subscription_id);
    assertEquals([refused.status, refused.body.shown], [409, undefined]);
    assertMatch(refused.body.error, /licensed source/);
    assertEquals((await visitor.agree("tck_ultimate_pack_otp", body.subscription_id)).status, 200);
  });
});
