/** The container image: what it holds, that it runs with nothing else, and its bill of materials. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Ajv } from "ajv";
import { buildImage } from "../../scripts/release/image/image.ts";
import { canRunImages, readImage, runInImage, unpackImage } from "../support/release/image_process.ts";
import { filesWithoutComponent } from "../support/release/bill_of_materials.ts";
import { probePermissions } from "../support/release/permission_probe.ts";
import { buyWithPdf, untilAlive } from "../support/release/released_server.ts";
import { freePort } from "../support/ports.ts";
import { itUnless } from "../support/suite/skip.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const isDebian = await new Deno.Command("dpkg-query", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);
if (!isDebian) console.warn("This machine has no dpkg-query: the image is not built.");
const cannotRun = await canRunImages() ? undefined : "this machine does not let a test make namespaces";

describe("deno task image", { skip: !isDebian }, () => {
  let folder: string;
  let layout: string;
  let root: string;
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-image-test-" });
    [layout, root] = [`${folder}/image`, `${folder}/root`];
    // The build of this test run; the long form builds twice from the sources and compares.
    await buildImage(layout, { dist: `${ROOT}dist` });
    await Deno.mkdir(root);
    await unpackImage(layout, root);
  });
  after(() => Deno.remove(folder, { recursive: true }));

  it("names every blob by its digest, and no user with rights", async () => {
    for (const { name } of Deno.readDirSync(`${layout}/blobs/sha256`)) {
      const bytes = await Deno.readFile(`${layout}/blobs/sha256/${name}`);
      assertEquals(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(), name);
    }
    assertEquals(JSON.parse(await Deno.readTextFile(`${layout}/oci-layout`)), { imageLayoutVersion: "1.0.0" });
    const { config } = await readImage(layout);
    assertMatch(config.User, /^[1-9]\d*:[1-9]\d*$/);
    const rights = config.Entrypoint.filter((each) => each.startsWith("-")).map((each) => each.replace(/=.*/, ""));
    assertEquals(rights.filter((each) => /^(-A|--allow-.*)$/.test(each)), [
      ...["--allow-env", "--allow-read", "--allow-run"],
    ]);
    // Each names what it allows; the launcher may start the runtime and nothing else.
    for (const wide of rights.filter((each) => each.startsWith("--allow"))) {
      assert(!config.Entrypoint.includes(wide), wide);
    }
    for (const narrow of ["--allow-run=/app/deno", "--allow-read=/app,/data,/keys,/run/secrets"]) {
      assert(config.Entrypoint.includes(narrow), narrow);
    }
  });

  it("holds the product and what it loads: no shell, no npm packages, no sources, nothing its user may write", async () => {
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [
      ...["app", "data", "dev", "etc", "keys", "lib", "lib64", "proc", "run", "sys", "tmp"],
    ]);
    const listed = await new Deno.Command("find", {
      args: [
        root,
        "(",
        "-name",
        "node_modules",
        "-o",
        "-name",
        "*.ts",
        "-o",
        "-name",
        "sh",
        "-o",
        "-name",
        "bash",
        ")",
      ],
    }).output();
    assertEquals(new TextDecoder().decode(listed.stdout), "");
    const writable = await new Deno.Command("find", { args: [`${root}/app`, `${root}/etc`, "-perm", "/022"] }).output();
    assertEquals(new TextDecoder().decode(writable.stdout), "");
  });

  itUnless(
    cannotRun,
    "runs as its user on a read-only root, with nothing beside its volumes: a purchase up to its PDF",
    async () => {
      const [port, framePort] = [freePort(), freePort()];
      const env = { LISTEN_HOST: "127.0.0.1", PORT: `${port}`, FRAME_PORT: `${framePort}` };
      const running = await runInImage({ layout, root, env });
      try {
        const origin = `http://localhost:${port}`;
        await untilAlive(origin);
        await buyWithPdf(origin);
      } finally {
        await running.stop();
      }
    },
  );

  itUnless(cannotRun, "runs the commands of operators as its arguments", async () => {
    const { config: { Entrypoint } } = await readImage(layout);
    const add = ["operator", "add", "ann@shop.example", "--role", "owner"];
    const { stdout, stderr } =
      await (await runInImage({ layout, root, env: { LISTEN_HOST: "127.0.0.1" }, command: [...Entrypoint, ...add] }))
        .output;
    assertMatch(new TextDecoder().decode(stdout), /\/admin\/enrol#\S{43}/, new TextDecoder().decode(stderr));
  });

  itUnless(cannotRun, "lets its program write nowhere but into its volumes", async () => {
    const program = `for (const path of ["/app/x", "/etc/x", "/tmp/x", "/data/x"]) {
      try { Deno.writeTextFileSync(path, ""); console.log("wrote", path); } catch { console.log("refused", path); }
    }`;
    const command = ["/app/deno", "eval", "--no-config", program];
    const running = await runInImage({ layout, root, command });
    const { stdout } = await running.output;
    assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), [
      "refused /app/x",
      "refused /etc/x",
      "refused /tmp/x",
      "wrote /data/x",
    ]);
  });

  itUnless(
    cannotRun,
    "gives the server the permissions of its settings: no other host, file, variable or program",
    async () => {
      await probePermissions(
        `${root}/app/server/bundle/main.js`,
        async (env) => await (await runInImage({ layout, root, env: { ...env, LISTEN_HOST: "127.0.0.1" } })).output,
      );
    },
  );

  it("has a CycloneDX bill of materials in which each file of the root has its component, with hashes and licences", async () => {
    const bill = JSON.parse(await Deno.readTextFile(`${root}/app/sbom.cdx.json`));
    assertEquals([bill.bomFormat, bill.specVersion], ["CycloneDX", "1.6"]);
    assertEquals(await filesWithoutComponent(root, bill), []);
    const libc = bill.components.find(({ name }: { readonly name: string }) => /^libc/.test(name));
    assertMatch(libc.purl, /^pkg:deb\/\w+\/libc6@[^@]+\?arch=\w+&distro=\w+-[\d.]+$/);
    assertEquals([libc.version === "", libc.licenses], [false, [{ license: { id: "LGPL-2.1-or-later" } }]]);
    const hono = bill.components.find(({ name }: { readonly name: string }) => name === "hono");
    assertMatch(hono.purl, /^pkg:npm\/hono@\d+\.\d+\.\d+$/);
    assertEquals(hono.licenses, [{ license: { id: "MIT" } }]);
    const { npm } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.lock`));
    const { integrity } = npm[`hono@${hono.version}`];
    const content = Uint8Array.fromBase64(integrity.replace("sha512-", "")).toHex();
    assertEquals(hono.hashes, [{ alg: "SHA-512", content }]);
    const schemas = `${ROOT}node_modules/@cyclonedx/cyclonedx-library/res/schema`;
    for (const { name, licenses } of bill.components) assert(licenses?.length > 0, `${name} has no licence`);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ["spdx", "jsf-0.82"]) {
      const file = `${name}.SNAPSHOT.schema.json`;
      ajv.addSchema(JSON.parse(await Deno.readTextFile(`${schemas}/${file}`)), `http://cyclonedx.org/schema/${file}`);
    }
    const isValid = ajv.compile(JSON.parse(await Deno.readTextFile(`${schemas}/bom-1.6.SNAPSHOT.schema.json`)));
    assert(isValid(bill), JSON.stringify(isValid.errors));
  });
});
