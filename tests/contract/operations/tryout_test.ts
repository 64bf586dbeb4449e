/** The try-out of docs/operations/deploy/README.md sells: its sample values, put through one purchase. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { parse } from "yaml";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { createLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const FOLDER = new URL("../../../docs/operations/deploy/", import.meta.url);
const read = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));
/** What the operator writes into `.env`. */
const ENV_FILE: Readonly<Record<string, string>> = { APP_HOST: "app.example", FRAME_HOST: "frame.example" };

/** The settings of the Compose try-out, on SQLite in the place of its Postgres. */
function sampleSettings(folder: string): Record<string, string> {
  const readme = read("README.md");
  const [, client = "", secret = ""] = /`PAYMENTS_CLIENTS`, as `(\w+):([A-Z]+)`/.exec(readme) ?? [];
  const [, demo = ""] = /put `DEMO=(\d)` into `server\.env`/.exec(readme) ?? [];
  const { services } = parse(read("compose.yaml"), { merge: true });
  const environment: Readonly<Record<string, string>> = services["app-1"].environment;
  const filled = Object.entries(environment).filter(([name]) => name !== "SECRETS_DIR").map(([name, value]) => [
    name,
    String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, key: string) => ENV_FILE[key] ?? ""),
  ]);
  assert(client !== "" && secret !== "" && demo !== "", "the README names a client and the setting of the try-out");
  return {
    ...Object.fromEntries(filled),
    DEMO: demo,
    PAYMENTS_CLIENTS: `${client}:${"5ec2e7".repeat(8)}`,
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
  };
}

describe("the try-out with Compose", () => {
  let folder = "";
  let context: Context;
  const lines: string[] = [];
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-tryout-" });
    await prepareKeys(`${folder}/keys`);
    const log = createLog((line) => lines.push(line));
    context = await createContext(readConfig(sampleSettings(folder)), { log, assets: fakeAssets });
  });
  after(async () => {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  });

  it("O-DEPLOY-01: sells a plan and offers the playground with the sample values of its page", async () => {
    assertEquals([context.config.kind, context.config.publicOrigin], ["demo", "https://app.example"]);
    const visitor = createVisitor(context);
    const { status, body } = await visitor.buy("tck_3month_plan", "ann@mail.example");
    assertEquals([status, body.error], [200, ""], lines.join("\n"));
    const session = await visitor.post("/checkout/session", {}, { origin: context.config.publicOrigin });
    assertEquals(session.status, 200);
    assertEquals((await visitor.raw("/checkout/bare")).status, 200);
  });
});
