/** Only the settings decide the kind of a server, and contradictory settings stop the start. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { createApp } from "../app.ts";
import { readConfig } from "./config.ts";
import { ConfigError } from "./values.ts";
import { describeServer } from "./describe_server.ts";
import { fakeContext } from "../../tests/support/app/fake_context.ts";
import { REMOTE_SERVICES } from "../../tests/support/app/samples.ts";

const ORIGINS = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example" };
const REAL = {
  ...ORIGINS,
  ...REMOTE_SERVICES,
};
const DEV = { PUBLIC_ORIGIN: "https://trustdev.example", FRAME_ORIGIN: "https://cards.dev.example" };

describe("the kind of a server", () => {
  const kinds: readonly (readonly [string, Record<string, string>, string, string])[] = [
    ["nothing is set", {}, "loopback", "127.0.0.1"],
    ["it listens on another name of this machine", { LISTEN_HOST: "::1" }, "loopback", "::1"],
    ["a demonstration runs on this machine", { DEMO: "1" }, "loopback", "127.0.0.1"],
    ["a demonstration lets other machines in", { DEMO: "1", LISTEN_HOST: "0.0.0.0" }, "demo", "0.0.0.0"],
    ["a demonstration has a public name", { ...ORIGINS, DEMO: "1" }, "demo", "0.0.0.0"],
    [
      "a demonstration stands behind a proxy of this machine",
      { ...ORIGINS, DEMO: "1", LISTEN_HOST: "127.0.0.1" },
      "demo",
      "127.0.0.1",
    ],
    [
      "its names only begin or end like names of this machine",
      { PUBLIC_ORIGIN: "https://127.0.0.1.example", FRAME_ORIGIN: "https://mylocalhost", DEMO: "1" },
      "demo",
      "0.0.0.0",
    ],
    ["people pay", REAL, "public", "0.0.0.0"],
    ["people pay behind a proxy of this machine", { ...REAL, LISTEN_HOST: "127.0.0.1" }, "public", "127.0.0.1"],
  ];
  for (const [when, env, kind, hostname] of kinds) {
    it(`SECURITY X4: is ${kind} when ${when}`, () => {
      const config = readConfig(env);
      assertEquals([config.kind, config.hostname, config.loopback], [kind, hostname, kind === "loopback"]);
    });
  }

  it("SECURITY X4, X9: hides mailbox, clock, errors and metrics as soon as other machines can reach it", async () => {
    const fake = await fakeContext({ env: { DEMO: "1", LISTEN_HOST: "0.0.0.0" } });
    const app = createApp(fake.context);
    for (const path of ["/dev/mailbox", "/dev/errors", "/dev/clock", "/metrics", "/services/errors/events.json"]) {
      const answer = await app.request(`http://localhost:8000${path}`, { headers: { host: "localhost:8000" } });
      assertEquals(answer.status, 404, path);
    }
    await fake.close();
  });

  it("SECURITY X4, E7: a public server does not answer to the names of its own machine", async () => {
    const fake = await fakeContext({ env: REAL });
    const app = createApp(fake.context);
    const status = async (host: string) =>
      (await app.request(`https://app.example/trustcheck/`, { headers: { host } })).status;
    for (const host of ["localhost", "localhost:8000", "127.0.0.1", "[::1]", "dev.app.example", "app.dev.evil.test"]) {
      assertEquals(await status(host), 421, host);
    }
    assertEquals([await status("app.example"), await status("APP.example:443")], [200, 200]);
    await fake.close();
  });

  it("W-ENV-01: only configured host names can be staging", () => {
    const env = {
      ...REAL,
      APP_HOSTS: "app.example, Dev.App.example",
      STAGING_PAYMENTS_URL: "https://sandbox.example",
      STAGING_SUBSCRIPTIONS_URL: "https://stage.example",
      STAGING_RECURRING_URL: "https://stage.example/r",
    };
    assertEquals(readConfig(env).stagingHosts, ["dev.app.example"]);
    assertEquals(readConfig({}).stagingHosts, ["localhost"]);
  });

  const wrong: readonly (readonly [string, Record<string, string>, string])[] = [
    ["other machines at names of this one", { LISTEN_HOST: "0.0.0.0" }, "LISTEN_HOST=0.0.0.0 lets other machines in"],
    ["all interfaces of IPv6", { LISTEN_HOST: "::" }, "unset LISTEN_HOST, or set PUBLIC_ORIGIN"],
    [
      "one address of the network",
      { LISTEN_HOST: "192.168.1.4", ...{ APP_HOSTS: "localhost" } },
      "LISTEN_HOST=192.168.1.4",
    ],
    ["public names whose mails lead to this machine", { APP_HOSTS: "app.example" }, "Set PUBLIC_ORIGIN"],
    ["a public name whose card frame is this machine", { PUBLIC_ORIGIN: "https://app.example" }, "Set FRAME_ORIGIN"],
    ["that in a demonstration too", { PUBLIC_ORIGIN: "https://app.example", DEMO: "1" }, "Set FRAME_ORIGIN"],
    ["a host with its port", { APP_HOSTS: "localhost:8000" }, "APP_HOSTS must be host names without a port"],
    ["a host that is none", { APP_HOSTS: "*.example" }, '"*.example" is not'],
    [
      "simulated payments at a name with dev. in it",
      { ...REAL, ...DEV },
      "Set STAGING_PAYMENTS_URL: trustdev.example holds",
    ],
    [
      "simulated payments beside real ones",
      { ...REAL, APP_HOSTS: "dev.app.example" },
      "Set STAGING_PAYMENTS_URL: dev.app.example",
    ],
    ["simulated payments at localhost", { ...REAL, APP_HOSTS: "localhost" }, "Set STAGING_PAYMENTS_URL: localhost"],
    [
      "real plans for what a sandbox takes",
      { ...REAL, ...DEV, STAGING_PAYMENTS_URL: "https://sandbox.example", APP_HOSTS: "app.example" },
      "Set PRODUCTION_SUBSCRIPTIONS_URL or take app.example out of APP_HOSTS",
    ],
    [
      "a card frame in another environment",
      { ...REAL, FRAME_ORIGIN: "https://cards.dev.example", STAGING_PAYMENTS_URL: "https://sandbox.example" },
      "must both be staging or both production",
    ],
    [
      "the published secret of the demonstration",
      { ...REAL, PAYMENTS_CLIENTS: "merchant-demo:demo-secret" },
      "Set PAYMENTS_CLIENTS",
    ],
    ["its default", { ...REAL, PAYMENTS_CLIENTS: undefined }, "Set PAYMENTS_CLIENTS"],
    ["raw card numbers on a public server", { ...REAL, RAW_CARDS: "test" }, "Unset RAW_CARDS"],
    ["an unknown word for raw card numbers", { RAW_CARDS: "1" }, "RAW_CARDS must be off, test or live"],
    ["a demonstration that charges", { ...REAL, DEMO: "1" }, "Unset PRODUCTION_PAYMENTS_URL or DEMO"],
  ].map(([name, env, text]) => [String(name), env as Record<string, string>, String(text)] as const);
  for (const [name, env, text] of wrong) {
    it(`SECURITY X4: refuses to start with ${name}, and names the setting to change`, () => {
      assertStringIncludes(assertThrows(() => readConfig(env), ConfigError).message, text);
    });
  }

  it("W-CALL-05, W-CALL-08: accepts raw card numbers on a public server only with RAW_CARDS=live", () => {
    const rows = [{}, { RAW_CARDS: "off" }, { RAW_CARDS: "test" }, { RAW_CARDS: "test", ...ORIGINS, DEMO: "1" }, REAL, {
      ...REAL,
      RAW_CARDS: "live",
    }];
    assertEquals(rows.map((env) => readConfig(env).takesRawCards), [false, false, true, true, false, true]);
    assertEquals(
      describeServer(readConfig({ ...REAL, RAW_CARDS: "live" })),
      "public on 0.0.0.0: production at app.example, cards.example; creates take raw card numbers (RAW_CARDS)",
    );
  });

  it("SECURITY X4: says at start what kind of server it is", () => {
    assertEquals(
      describeServer(readConfig({})),
      "this machine alone reaches it: simulators, mailbox and clock are open",
    );
    assertEquals(
      describeServer(readConfig({ ...ORIGINS, DEMO: "1" })),
      "a demonstration for others on 0.0.0.0: everything is simulated, nothing is charged",
    );
    const dev = { ...REAL, ...DEV, STAGING_PAYMENTS_URL: "https://sandbox.example" };
    assertEquals(describeServer(readConfig(REAL)), "public on 0.0.0.0: production at app.example, cards.example");
    assertEquals(describeServer(readConfig(dev)), "public on 0.0.0.0: staging at trustdev.example, cards.dev.example");
  });
});
