/** The server process gets every setting it reads, and no more permissions than its configuration needs. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { readConfig } from "../../server/config/config.ts";
import { ConfigError } from "../../server/config/values.ts";
import { FROM_SOURCES, runServer, serverArguments, serverEnvironment, SETTINGS } from "./server_process.ts";

const CONFIG = new URL("../../server/config/", import.meta.url);
/** Set only by `deno task dev`. */
const DEVELOPMENT = ["LIVE_RELOAD", "PARTS_DIR"];
/** Passed on beside the files of single secrets. */
const OF_SECRETS = ["SECRETS_DIR"];

/** Passed on as the collector that they mean. */
const OF_THE_RUNTIME = ["OTEL_DENO"];

describe("deno task start", () => {
  it("keeps the runtime from recording spans of its own, which carry whole addresses", () => {
    assert(!SETTINGS.includes("OTEL_DENO"));
    const config = readConfig({ OTEL_DENO: "true", OPS_PORT: "9100" });
    assertEquals(config.traces?.url, "http://localhost:4318/v1/traces");
    const args = serverArguments(config).join(" ");
    assert(args.includes(",127.0.0.1:9100,localhost:4318"), args);
  });

  it("passes on every setting that the configuration reads", async () => {
    const sources = await Promise.all(
      [...Deno.readDirSync(CONFIG)].filter(({ name }) => name.endsWith(".ts") && !name.endsWith("_test.ts"))
        .map(({ name }) => Deno.readTextFile(new URL(name, CONFIG))),
    );
    const names = [...sources.join("\n").matchAll(/\benv\.([A-Z][A-Z_]+)\b|"([A-Z]+(?:_[A-Z]+)*)"/g)]
      .flatMap(([, read, quoted]) => read ?? (quoted?.includes("_") || quoted === "PORT" ? quoted : []))
      .filter((name) => ![...DEVELOPMENT, ...OF_SECRETS, ...OF_THE_RUNTIME].includes(name));
    assert(names.length > 15);
    assertEquals([...new Set(names)].filter((name) => !SETTINGS.includes(name)), []);
  });

  it("D4: starts the server with named hosts and folders, without subprocesses or remote code", () => {
    const args = serverArguments(readConfig({ DATABASE_URL: "postgres://u@db.example:5433/x" })).join(" ");
    assert(args.includes("--allow-net=127.0.0.1,[::1],localhost,127.0.0.1:8000,127.0.0.1:8001,db.example:5433"), args);
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
        "--allow-env ",
        "--allow-sys ",
      ]
    ) {
      assert(!args.includes(wide), `${wide} in ${args}`);
    }
  });

  it("D4: asks for these permissions and no other, and neither the runtime nor a person may add one", () => {
    const { main, folders } = FROM_SOURCES;
    const config = readConfig({});
    const args = serverArguments(config);
    const names = args.find((arg) => arg.startsWith("--allow-env="))?.slice("--allow-env=".length).split(",") ?? [];
    assertEquals(args.filter((arg) => !arg.startsWith("--allow-env=")), [
      "run",
      "--no-prompt",
      "--cached-only",
      "--node-modules-dir=manual",
      "--allow-net=127.0.0.1,[::1],localhost,127.0.0.1:8000,127.0.0.1:8001",
      `--allow-read=${config.distDir},./data,./keys,${folders.join(",")}`,
      "--allow-write=./data,./keys",
      "--ignore-env",
      "--allow-sys=hostname",
      main,
    ]);
    assertEquals(names.filter((name) => !/^[A-Z][A-Z\d_]+$/.test(name) || /^(LD|DENO|NODE|DYLD)_/.test(name)), []);
  });

  it("D4: the process starts with an environment of its own, without what would change the runtime", async () => {
    const started: (Deno.CommandOptions | undefined)[] = [];
    const { Command, addSignalListener, env } = Deno;
    const { toObject } = env;
    const outside = ["LD_PRELOAD", "LD_LIBRARY_PATH", "NODE_OPTIONS", "DENO_V8_FLAGS", "DENO_AUTH_TOKENS", "X_SECRET"];
    try {
      Deno.addSignalListener = () => {};
      Deno.Command = class {
        constructor(_: string | URL, options?: Deno.CommandOptions) {
          started.push(options);
        }
        spawn = () => ({ status: Promise.resolve({ code: 7 }), kill: () => {} });
      } as unknown as typeof Command;
      // Programs that other test files start meanwhile would inherit what the environment itself holds.
      env.toObject = () => ({ ...toObject(), ...Object.fromEntries(outside.map((name) => [name, "x"])) });
      assertEquals(await runServer(FROM_SOURCES), 7);
    } finally {
      Object.assign(Deno, { Command, addSignalListener });
      env.toObject = toObject;
    }
    const [options] = started;
    assertEquals([started.length, options?.clearEnv], [1, true]);
    assertEquals(outside.filter((name) => name in (options?.env ?? {})), []);
  });

  it("D4: allows every host of the database, and the file of its certificate authority", () => {
    const url = "postgresql://u:p%2C@one.example,two.example:5433/x?sslmode=verify-full&sslrootcert=/etc/ca.pem";
    const args = serverArguments(readConfig({ DATABASE_URL: url })).join(" ");
    assert(args.includes(",one.example:5432,two.example:5433 "), args);
    assert(/--allow-read=\S*,\/etc\/ca\.pem( |,)/.test(args), args);
    for (const wrong of ["mysql://db.example/x", "postgres:///x", "postgres://a b/x"]) {
      assertThrows(() => readConfig({ DATABASE_URL: wrong }), ConfigError, "DATABASE_URL must start with postgres://");
    }
    assertThrows(() => readConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: "0" }), ConfigError, "DATABASE_POOL_SIZE");
  });

  it("D4: allows the ports it listens on, on all interfaces of IPv6 too", () => {
    const env = { DEMO: "1", PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://frame.example" };
    const args = serverArguments(readConfig({ ...env, LISTEN_HOST: "::", OPS_HOST: "::", OPS_PORT: "9100" }));
    assert(args.includes("--allow-net=[::]:8000,[::]:8001,[::]:9100"), args.join(" "));
  });

  it("D4: allows the host of the replica, and the file of its certificate authority", () => {
    const DATABASE_URL = "postgres://u@one.example/x";
    const REPLICA_URL = "postgres://u@copy.example:5434/x?sslmode=verify-full&sslrootcert=/etc/copy.pem";
    const args = serverArguments(readConfig({ DATABASE_URL, REPLICA_URL })).join(" ");
    assert(args.includes(",copy.example:5434"), args);
    assert(/--allow-read=\S*,\/etc\/copy\.pem( |,)/.test(args), args);
  });

  it("D4: reaches the database as its owner in the command migrate alone", () => {
    const DATABASE_URL = "postgres://app@one.example/x";
    const MIGRATE_DATABASE_URL = "postgres://owner@own.example:5435/x?sslmode=verify-full&sslrootcert=/etc/own.pem";
    const config = readConfig({ DATABASE_URL, MIGRATE_DATABASE_URL });
    const argsOf = (...args: readonly string[]) => serverArguments(config, FROM_SOURCES, args).join(" ");
    assert(argsOf("migrate").includes(",own.example:5435"), argsOf("migrate"));
    assert(/--allow-read=\S*,\/etc\/own\.pem( |,)/.test(argsOf("migrate")), argsOf("migrate"));
    assert(!argsOf("migrate").includes("one.example"), argsOf("migrate"));
    for (const others of [argsOf(), argsOf("keys")]) {
      assert(others.includes(",one.example:5432") && !others.includes("own."), others);
    }
    assertEquals(serverEnvironment(config, { MIGRATE_DATABASE_URL }), {});
    assertEquals(serverEnvironment(config, { MIGRATE_DATABASE_URL }, ["migrate"]), { MIGRATE_DATABASE_URL });
    assertEquals(readConfig({ DATABASE_URL }).migrateDatabase, readConfig({ DATABASE_URL }).database);
    for (const wrong of [{ MIGRATE_DATABASE_URL }, { DATABASE_URL, MIGRATE_DATABASE_URL: "mysql://db.example/x" }]) {
      assertThrows(() => readConfig(wrong), ConfigError, "MIGRATE_DATABASE_URL");
    }
  });

  it("D4: allows the SMTP server on the port that the transport uses", () => {
    const netOf = (SMTP_URL: string) =>
      serverArguments(readConfig({ SMTP_URL })).find((arg) => arg.startsWith("--allow-net="))?.split(",").slice(-1);
    assertEquals(netOf("smtp://mail.example?from=a%40b.example"), ["mail.example:587"]);
    assertEquals(netOf("smtps://user:p%40ss@mail.example"), ["mail.example:465"]);
    assertEquals(netOf("smtp://[::1]:2525"), ["[::1]:2525"]);
  });

  it("D4: passes only the variables of settings, and gives a command the files that it names", () => {
    const config = readConfig({});
    const env = { PORT: "8000", SMTP_URL_FILE: "/x", PATH: "/bin", AWS_SECRET_ACCESS_KEY: "k", OTEL_DENO: "true" };
    assertEquals(serverEnvironment(config, env), { PORT: "8000", SMTP_URL_FILE: "/x", PATH: "/bin" });
    const args = serverArguments(config, FROM_SOURCES, ["audit", "verify", "/srv/heads"]);
    assert(
      /^--allow-env=PORT,.*,PRODUCTION_PAYMENTS_URL/.test(args.find((arg) => arg.startsWith("--allow-env")) ?? ""),
    );
    assert(args.some((arg) => arg.startsWith("--allow-read=") && arg.endsWith(",/srv/heads")));
  });

  it("D4: allows the configured remote services, and no other host", () => {
    const args = serverArguments(readConfig({ STAGING_PAYMENTS_URL: "https://pay.example/v1" }));
    const net = args.find((arg) => arg.startsWith("--allow-net=")) ?? "";
    assertEquals(net, "--allow-net=127.0.0.1,[::1],localhost,127.0.0.1:8000,127.0.0.1:8001,pay.example:443");
  });

  it("D4: a server for others calls only the hosts of its settings, or every host when merchants register addresses", () => {
    const origins = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    const net = (env: Record<string, string>) =>
      serverArguments(readConfig(env)).filter((arg) => /^--(?:allow|deny)-net/.test(arg));
    assertEquals(net(origins), ["--allow-net=0.0.0.0:8000,0.0.0.0:8001"]);
    assertEquals(net({ ...origins, WEBHOOK_TARGETS: "public" }), ["--allow-net", "--deny-net=169.254.0.0/16"]);
  });
});
