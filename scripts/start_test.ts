/** What the server process may see and do: every setting that is read, and nothing beyond what the configuration needs. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { readConfig } from "../server/config/config.ts";
import { serverArguments, SETTINGS } from "./start.ts";

const CONFIG = new URL("../server/config/", import.meta.url);
/** Set by `deno task dev` alone. */
const DEVELOPMENT = ["LIVE_RELOAD"];

describe("deno task start", () => {
  it("hands every setting on that the configuration reads", async () => {
    const sources = await Promise.all(
      [...Deno.readDirSync(CONFIG)].filter(({ name }) => name.endsWith(".ts") && !name.endsWith("_test.ts"))
        .map(({ name }) => Deno.readTextFile(new URL(name, CONFIG))),
    );
    const names = [...sources.join("\n").matchAll(/\benv\.([A-Z][A-Z_]+)\b|"([A-Z]+(?:_[A-Z]+)*)"/g)]
      .flatMap(([, read, quoted]) => read ?? (quoted?.includes("_") || quoted === "PORT" ? quoted : []))
      .filter((name) => !DEVELOPMENT.includes(name));
    assert(names.length > 15);
    assertEquals([...new Set(names)].filter((name) => !SETTINGS.includes(name)), []);
  });

  it("D4: starts the server with named hosts and folders, no programs, no foreign code", () => {
    const args = serverArguments(readConfig({ DATABASE_URL: "postgres://u@db.example:5433/x" })).join(" ");
    assert(args.includes("--allow-net=127.0.0.1:8000,127.0.0.1:8001,db.example:5433"), args);
    assert(/--allow-write=\.\/data,\.\/keys( |$)/.test(args), args);
    for (
      const wide of [
        "-A",
        "--allow-all",
        "--allow-run",
        "--allow-ffi",
        "--allow-net ",
        "--allow-read ",
        "--allow-write ",
      ]
    ) {
      assert(!args.includes(wide), `${wide} in ${args}`);
    }
  });

  it("D4: may reach the remote services that are set, and no other", () => {
    const args = serverArguments(readConfig({ STAGING_PAYMENTS_URL: "https://pay.example/v1" }));
    const net = args.find((arg) => arg.startsWith("--allow-net=")) ?? "";
    assertEquals(net, "--allow-net=127.0.0.1:8000,127.0.0.1:8001,pay.example:443");
  });
});
