import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { serverArguments } from "../../scripts/start/server_process.ts";
import { readConfig } from "./config.ts";
import { SECRETS } from "./secrets.ts";
import { ConfigError } from "./values.ts";

describe("a secret", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir({ prefix: "secrets-" });
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const write = async (name: string, text: string) => {
    await Deno.writeTextFile(`${folder}/${name}`, text);
    return `${folder}/${name}`;
  };
  const URL_TEXT = "postgres://u:p@db.example/x";

  it("comes from its setting, from the file that X_FILE names, or from a mounted folder", async () => {
    const path = await write("DATABASE_URL", `${URL_TEXT}\n`);
    for (const env of [{ DATABASE_URL: URL_TEXT }, { DATABASE_URL_FILE: path }, { SECRETS_DIR: folder }]) {
      assertEquals(readConfig(env).database, { kind: "postgres", url: URL_TEXT, poolSize: 10 });
    }
  });

  it("may be any of the secrets, and the server process may read its file", async () => {
    assertEquals(SECRETS.length, 12);
    const env = { METRICS_TOKEN_FILE: await write("token", "t-1"), SECRETS_DIR: folder };
    await write("PAYMENTS_CLIENTS", "shop:new,shop:old");
    const config = readConfig(env);
    assertEquals(config.metricsToken, "t-1");
    assertEquals(config.paymentsClients, [{ id: "shop", secret: "new" }, { id: "shop", secret: "old" }]);
    const allowed = serverArguments(config).find((argument) => argument.startsWith("--allow-read=")) ?? "";
    assertEquals([env.METRICS_TOKEN_FILE, folder].filter((path) => !allowed.split(",").includes(path)), []);
  });

  it("that is set twice, or whose file is empty or cannot be read, stops the start and is not shown", async () => {
    const path = await write("METRICS_TOKEN", "hidden");
    const empty = await write("empty", "\n");
    const wrong = [
      [{ DATABASE_URL_FILE: empty }, "The file of DATABASE_URL is empty"],
      [{ METRICS_TOKEN: "hidden", METRICS_TOKEN_FILE: path }, "in one way only"],
      [{ METRICS_TOKEN: "hidden", SECRETS_DIR: folder }, "in one way only"],
      [{ METRICS_TOKEN_FILE: path, SECRETS_DIR: folder }, "in one way only"],
      [{ METRICS_TOKEN_FILE: `${folder}/none` }, "METRICS_TOKEN cannot be read"],
      [{ SECRETS_DIR: `${folder}/none` }, "SECRETS_DIR must be a folder"],
    ] as const;
    for (const [env, said] of wrong) {
      const error = assertThrows(() => readConfig(env), ConfigError, said);
      assertEquals(error.message.includes("hidden"), false);
    }
  });
});
