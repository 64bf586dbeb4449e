import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { SETTINGS } from "../../../scripts/start/server_process.ts";
import { fakeContext } from "../../../tests/support/app/fake_context.ts";
import { createApp } from "../../app.ts";

describe("/dev/parts", () => {
  async function statusesOf(env: Readonly<Record<string, string>>): Promise<readonly number[]> {
    const { context, close } = await fakeContext({ env });
    const app = createApp(context);
    const { host } = new URL(context.config.publicOrigin);
    const ask = async (path: string) => (await app.request(path, { headers: { host } })).status;
    const statuses = [await ask("/dev/parts"), await ask("/dev/parts/main.js")];
    await close();
    return statuses;
  }

  it("serves the built gallery to this machine, under a policy that lets it frame its own parts", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/index.html`, "<title>Parts</title>");
    await Deno.writeTextFile(`${folder}/main.js`, "1;");
    assertEquals(await statusesOf({ PARTS_DIR: folder }), [200, 200]);
    const { context, close } = await fakeContext({ env: { PARTS_DIR: folder } });
    const page = await createApp(context).request("/dev/parts", { headers: { host: "localhost:8000" } });
    assertStringIncludes(page.headers.get("content-security-policy") ?? "", "frame-ancestors 'self'");
    assertStringIncludes(await page.text(), "Parts");
    await close();
    await Deno.remove(folder, { recursive: true });
  });

  it("a production start has no gallery: it passes no folder on, and a server for others ignores one", async () => {
    assertEquals(SETTINGS.includes("PARTS_DIR"), false);
    assertEquals(await statusesOf({}), [404, 404]);
    const origins = { PUBLIC_ORIGIN: "https://check.example", FRAME_ORIGIN: "https://cards.example" };
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/index.html`, "<title>Parts</title>");
    assertEquals(await statusesOf({ ...origins, DEMO: "1", PARTS_DIR: folder }), [404, 404]);
    await Deno.remove(folder, { recursive: true });
  });
});
