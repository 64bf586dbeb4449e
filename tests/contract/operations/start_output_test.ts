/** SECURITY X4: what an operator reads when a server starts: which kind it is, or which setting stops it. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { REMOTE_SERVICES } from "../../support/app/samples.ts";
import { startServer } from "../../support/app/server_process.ts";
import { distFor } from "../../support/release/dist_for.ts";
import { eventually } from "../../support/eventually.ts";

/** By this time a refused server has exited, or the test fails. */
const REFUSED_MS = 30_000;

type Env = Readonly<Record<string, string>>;
const ORIGINS = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example" };
/** A proxy on this machine passes the calls on, so that no other machine reaches the test. */
const BEHIND_PROXY = { ...ORIGINS, LISTEN_HOST: "127.0.0.1" };
const HOSTS = ["app.example", "cards.example", "dev.app.example", "dev.cards.example"];
const STAGING = {
  PUBLIC_ORIGIN: "https://dev.app.example",
  FRAME_ORIGIN: "https://dev.cards.example",
  LISTEN_HOST: "127.0.0.1",
  STAGING_PAYMENTS_URL: "https://sandbox.example",
};

const KINDS: Readonly<Record<string, readonly [Env, string]>> = {
  loopback: [{}, "this machine alone reaches it: simulators, mailbox and clock are open"],
  demonstration: [
    { ...BEHIND_PROXY, DEMO: "1" },
    "a demonstration for others on 127.0.0.1: everything is simulated, nothing is charged",
  ],
  production: [
    { ...BEHIND_PROXY, ...REMOTE_SERVICES },
    "public on 127.0.0.1: production at app.example, cards.example",
  ],
  staging: [
    { ...REMOTE_SERVICES, ...STAGING },
    "public on 127.0.0.1: staging at dev.app.example, dev.cards.example",
  ],
};

const CONTRADICTIONS: Readonly<Record<string, readonly [Env, string]>> = {
  "a demonstration that charges": [
    { ...BEHIND_PROXY, ...REMOTE_SERVICES, DEMO: "1" },
    "Unset PRODUCTION_PAYMENTS_URL or DEMO: with DEMO=1 every page says that nothing is charged",
  ],
  "simulated payments on a public host": [
    BEHIND_PROXY,
    "Set PRODUCTION_PAYMENTS_URL: app.example is production, and payments of a public host cannot be simulated " +
    "(or set DEMO=1)",
  ],
  "the demonstration's secret on a public host": [
    { ...BEHIND_PROXY, ...REMOTE_SERVICES, PAYMENTS_CLIENTS: "merchant-demo:demo-secret" },
    "Set PAYMENTS_CLIENTS to your own id:secret: the secret of the demonstration is public",
  ],
  "no emails on a public host": [
    { ...BEHIND_PROXY, ...REMOTE_SERVICES, SMTP_URL: "" },
    "Set SMTP_URL, or DEMO=1: a public host sends receipts, confirmations of cancellations and codes by email",
  ],
  "a mail server whose password is not encoded": [
    { ...BEHIND_PROXY, ...REMOTE_SERVICES, SMTP_URL: "smtp://u:p/w@mail.example:587" },
    "SMTP_URL must be an address such as smtps://user:password@mail.example/",
  ],
  "a build for other hosts": [
    { ...BEHIND_PROXY, DEMO: "1", DIST_DIR: new URL("../../../dist", import.meta.url).pathname },
    "is not for app.example and cards.example, and its checkout would refuse every session: run " +
    "PUBLIC_ORIGIN=https://app.example FRAME_ORIGIN=https://cards.example deno task build",
  ],
  "this machine's names for other machines": [{ LISTEN_HOST: "0.0.0.0" }, "LISTEN_HOST=0.0.0.0 lets other machines in"],
};

describe("the output of a start", () => {
  async function inFolder<T>(env: Env, run: (server: ReturnType<typeof startServer>, dir: string) => Promise<T>) {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-start-" });
    const dist = await Deno.makeTempDir({ prefix: "trustcheck-start-dist-" });
    const DIST_DIR = await distFor(`${dist}/dist`, HOSTS);
    const folders = { DIST_DIR, DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys` };
    const server = startServer({ ...folders, DRAIN_SECONDS: "0", ...env });
    try {
      return await run(server, dir);
    } finally {
      server.kill("SIGKILL");
      await server.ended;
      for (const folder of [dir, dist]) await Deno.remove(folder, { recursive: true });
    }
  }
  /** Any answer will do: a public server answers 421 to the name of its machine. */
  const answers = ({ origin }: { readonly origin: string }) =>
    fetch(`${origin}/healthz`).then((answer) => answer.body?.cancel().then(() => true), () => false);

  for (const [kind, [env, sentence]] of Object.entries(KINDS)) {
    it(`SECURITY X4: a ${kind} server prints its kind`, async () => {
      await inFolder(env, async (server) => {
        await eventually(() => answers(server));
        server.kill("SIGTERM");
        const { code, said } = await server.ended;
        assertEquals(code, 0, said);
        const line = said.split("\n").find((line) => line.startsWith("TrustCheck is running"));
        assertEquals(line, `TrustCheck is running: ${sentence}`);
        assertStringIncludes(said, `web app     ${env.PUBLIC_ORIGIN ?? server.origin}/`);
        assertEquals(said.includes("/dev/mailbox"), kind === "loopback", said);
      });
    });
  }

  for (const setting of ["PORT", "FRAME_PORT", "OPS_PORT"]) {
    it(`names ${setting} when another program has its port`, async () => {
      using other = Deno.listen({ port: 0, hostname: "127.0.0.1" });
      const { port } = other.addr;
      await inFolder({ [setting]: String(port) }, async (server) => {
        const { code, said } = await server.ended;
        assertEquals([code, said], [
          1,
          `Cannot start: port ${port} is in use already. Stop the other program, or set ${setting} to a free port\n`,
        ]);
      });
    });
  }

  for (const [name, [env, sentence]] of Object.entries(CONTRADICTIONS)) {
    it(`SECURITY X4: a server with ${name} prints one sentence and exits, with nothing written`, async () => {
      await inFolder(env, async (server, dir) => {
        const timer = setTimeout(() => server.kill("SIGKILL"), REFUSED_MS);
        const { code, said } = await server.ended;
        clearTimeout(timer);
        assertEquals(code, 1, said);
        assertMatch(said, /^Cannot start: [^\n]+\n$/);
        assertStringIncludes(said, sentence);
        assertEquals([...Deno.readDirSync(dir)], []);
      });
    });
  }
});
