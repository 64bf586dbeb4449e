import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Drawn, type Manifest, MANIFEST_FILE } from "../../server/pages/manifest.ts";
import { readConfig } from "../../server/config/config.ts";
import { ConfigError } from "../../server/config/values.ts";
import type { Context } from "../../server/context.ts";
import { sdkRoutes } from "../../server/routes/sdk/files.ts";
import { loadAssets } from "../../server/pages/assets.ts";
import { KEEP_OLD_MS, replaceDist } from "./replace_dist.ts";
import { writeFiles } from "./write.ts";

/** As promised, whatever the constant says. */
const DAY_MS = 86_400_000;

const START_MS = Date.parse("2026-11-22T10:00:00Z");
const text = (content: string) => new TextEncoder().encode(content.repeat(300));
const file = (address: string, content = address) => ({ address, bytes: text(content), immutable: true });
const alias = (address: string, content: string) => ({ ...file(address, content), immutable: false });

/** A build with these files per origin, as the last step of `deno task build` writes it. */
async function deploy(
  dist: string,
  { app, frame, nowMs, keepMs = KEEP_OLD_MS, drawn, hosts = [] }: {
    readonly app: readonly ReturnType<typeof file>[];
    readonly frame: readonly ReturnType<typeof file>[];
    readonly nowMs: number;
    readonly keepMs?: number;
    /** Screens in English. */
    readonly drawn?: Drawn;
    readonly hosts?: readonly string[];
  },
): Promise<void> {
  const draft = `${dist}.new`;
  const rows = await writeFiles({ dist: draft, folder: "app", isCompressed: true }, app);
  const cardFrame = await writeFiles({ dist: draft, folder: "frame", isCompressed: true }, frame);
  await Deno.writeTextFile(`${draft}/index.html`, "");
  if (drawn !== undefined) await Deno.writeTextFile(`${draft}/drawn.en.json`, JSON.stringify(drawn));
  const english = { earlyPress: "", entry: "", styles: "", print: "", preload: [], texts: {} };
  const manifest: Manifest = {
    version: "1",
    builtAt: new Date(nowMs).toISOString(),
    inputs: "",
    base: "/trustcheck",
    providerHosts: [...hosts],
    client: { en: drawn === undefined ? english : { ...english, drawnFile: "drawn.en.json" } },
    frame: { script: "", elements: "", styles: "" },
    app: rows,
    cardFrame,
  };
  await replaceDist({ dist, draft, manifest, keepMs, nowMs });
}

const FIRST = {
  app: [file("/trustcheck/assets/main.aaa.js"), file("/trustcheck/assets/same.js"), alias("/sdk/5/index.js", "one")],
  frame: [file("/card/5/field.aaa.js")],
  nowMs: START_MS,
};
const SECOND = {
  app: [file("/trustcheck/assets/main.bbb.js"), file("/trustcheck/assets/same.js"), alias("/sdk/5/index.js", "two")],
  frame: [file("/card/5/field.bbb.js")],
  nowMs: START_MS + 3_600_000,
};
const THIRD = { app: [file("/trustcheck/assets/main.ccc.js")], frame: [file("/card/5/field.ccc.js")] };

async function inFolder(run: (dist: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "dist-" });
  try {
    await run(`${dir}/dist`);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function ask(dist: string, address: string, encoding = "identity") {
  const assets = await loadAssets(readConfig({ DIST_DIR: dist }));
  const request = new Request(`http://app.test${address}`, { headers: { "accept-encoding": encoding } });
  const answer = assets.app(request) ?? assets.cardFrame(request);
  if (answer === undefined) return undefined;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return {
    size: bytes.length,
    encoding: answer.headers.get("content-encoding"),
    head: ["cache-control", "vary", "access-control-allow-origin"].map((name) => answer.headers.get(name)),
  };
}

describe("a deployment", () => {
  it("has compressed copies of its texts, and a development build none", async () => {
    await inFolder(async (dist) => {
      const encodings = async (isCompressed: boolean) =>
        Object.values(await writeFiles({ dist, folder: "app", isCompressed }, FIRST.app)).map((row) => row.encodings);
      assertEquals(new Set((await encodings(true)).flat()), new Set(["br", "gz"]));
      assertEquals((await encodings(false)).flat(), []);
    });
  });

  it("SECURITY R27: a tab of the previous build gets its hashed files, compressed as before, on both origins", async () => {
    await inFolder(async (dist) => {
      await deploy(dist, FIRST);
      await deploy(dist, SECOND);
      const old = ["/trustcheck/assets/main.aaa.js", "/card/5/field.aaa.js"];
      for (const address of [...old, "/trustcheck/assets/main.bbb.js", "/card/5/field.bbb.js"]) {
        const head = ["public, max-age=31536000, immutable", "accept-encoding", "*"];
        assertEquals(await ask(dist, address), { size: text(address).length, encoding: null, head }, address);
        assertEquals((await ask(dist, address, "br"))?.encoding, "br", address);
        assertEquals((await ask(dist, address, "gzip"))?.encoding, "gzip", address);
      }
      // Addresses without a hash belong to the new build.
      assertEquals((await ask(dist, "/sdk/5/index.js"))?.size, text("two").length);
    });
  });

  it("SECURITY R27: keeps them for 24 h after their replacement, across further deployments, and no longer", async () => {
    await inFolder(async (dist) => {
      await deploy(dist, FIRST);
      await deploy(dist, SECOND);
      await deploy(dist, { ...THIRD, nowMs: SECOND.nowMs + DAY_MS - 1 });
      assertEquals((await ask(dist, "/trustcheck/assets/main.aaa.js")) !== undefined, true);
      assertEquals((await ask(dist, "/trustcheck/assets/main.bbb.js")) !== undefined, true);
      await deploy(dist, { ...THIRD, nowMs: SECOND.nowMs + DAY_MS });
      assertEquals(await ask(dist, "/trustcheck/assets/main.aaa.js"), undefined);
      assertEquals(await ask(dist, "/card/5/field.aaa.js"), undefined);
      assertEquals((await ask(dist, "/trustcheck/assets/main.bbb.js")) !== undefined, true);
      assertEquals([...Deno.readDirSync(`${dist}/app/trustcheck/assets`)].some(({ name }) => /aaa/.test(name)), false);
    });
  });

  it("SECURITY R27: a build that contains older files again serves them as its own", async () => {
    await inFolder(async (dist) => {
      await deploy(dist, FIRST);
      await deploy(dist, SECOND);
      await deploy(dist, { ...FIRST, nowMs: SECOND.nowMs + 1 });
      const { app } = JSON.parse(await Deno.readTextFile(`${dist}/${MANIFEST_FILE}`));
      assertEquals(Object.keys(app["/trustcheck/assets/main.aaa.js"]).includes("untilMs"), false);
      assertEquals(Object.keys(app["/trustcheck/assets/main.bbb.js"]).includes("untilMs"), true);
    });
  });

  it("has the rendered screens beside the manifest, and none where the build rendered none", async () => {
    await inFolder(async (dist) => {
      const drawn = { screens: { "/": { asked: "<p>asked</p>", unasked: "<p>unasked</p>" } }, styles: "p{}" };
      await deploy(dist, { ...FIRST, drawn });
      const { drawn: read } = await loadAssets(readConfig({ DIST_DIR: dist }));
      assertEquals([read("en"), read("de")], [drawn, drawn], "English for a language without a build");
      assertEquals((await Deno.readTextFile(`${dist}/${MANIFEST_FILE}`)).includes("asked"), false);
      await deploy(dist, SECOND);
      assertEquals((await loadAssets(readConfig({ DIST_DIR: dist }))).drawn("en"), undefined);
    });
  });

  it("SECURITY S1: is served at the hosts that it is built for, and on loopback, and at no others", async () => {
    await inFolder(async (dist) => {
      const load = (env: Readonly<Record<string, string>>) => loadAssets(readConfig({ ...env, DIST_DIR: dist }));
      const origins = { DEMO: "1", PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example:8443" };
      await deploy(dist, { ...FIRST, hosts: ["app.example", "cards.example:8443", "pay.example"] });
      await load(origins);
      await load({});
      await deploy(dist, { ...FIRST, hosts: ["app.example", "cards.example"] });
      const command = "PUBLIC_ORIGIN=https://app.example FRAME_ORIGIN=https://cards.example:8443 deno task build";
      const error = await assertRejects(() => load(origins), ConfigError, command);
      assertStringIncludes(error.message, "not for cards.example:8443, and");
      await deploy(dist, FIRST);
      await assertRejects(() => load(origins), ConfigError, "not for app.example and cards.example:8443, and");
      await load({ PORT: "9000", FRAME_PORT: "9001", PUBLIC_ORIGIN: "http://127.0.0.1:9000" });
    });
  });

  it("keeps nothing by default, and works without a previous build", async () => {
    await inFolder(async (dist) => {
      await deploy(dist, { ...FIRST, keepMs: 0 });
      await deploy(dist, { ...SECOND, keepMs: 0 });
      assertEquals(await ask(dist, "/trustcheck/assets/main.aaa.js"), undefined);
    });
  });

  it("SECURITY R27: the SDK's manifest does not list old files as current", async () => {
    await inFolder(async (dist) => {
      await deploy(dist, { ...FIRST, app: [file("/sdk/5/sdk.aaa.js")] });
      await deploy(dist, { ...SECOND, app: [file("/sdk/5/sdk.bbb.js")] });
      const config = readConfig({});
      const assets = await loadAssets(readConfig({ DIST_DIR: dist }));
      const routes = sdkRoutes({ assets, config } as Context);
      const { files } = await (await routes.request("/sdk/5/manifest.json")).json();
      assertEquals(files.map(({ name }: { readonly name: string }) => name), ["sdk.bbb.js"]);
      assertEquals((await routes.request("/sdk/5/sdk.aaa.js")).status, 200);
    });
  });
});
