/** `deno task start` and the image install what the product imports, and nothing that only tests and tools use. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { listSources, readImportGraph } from "../check/import_graph.ts";
import { folderBytes } from "../bench/first_start.ts";
import { DEVELOPMENT, packageName, productConfig, productLock } from "./product_config.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const config = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
const lock = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.lock`));

/** Bare names that a line imports: `react`, `hono/html`, `@scope/name/path`; of types as well. */
const IMPORTED = /(?:^\S.*\bfrom|\bimport\()\s*"([^".][^"]*)"/gm;

/** Where the product starts: the command, the server, and every file that the build bundles. */
function productFiles(): readonly string[] {
  const sources = listSources(ROOT).filter((file) => !/_test\.tsx?$|\/testing\/|^(tests|client\/gallery)\//.test(file));
  const graph = readImportGraph(ROOT, sources);
  const found = new Set(["scripts/start.ts", ...sources.filter((file) => /^(server|client|sdk|iframe)\//.test(file))]);
  for (const file of found) graph.get(file)?.forEach((target) => graph.has(target) && found.add(target));
  return [...found];
}

describe("what the product installs", () => {
  it("holds every package that the server, the client, the SDK, the frame and the build import", async () => {
    const { imports } = productConfig(config);
    const names = Object.keys(imports);
    const missing: string[] = [];
    for (const file of productFiles()) {
      for (const [, name = ""] of (await Deno.readTextFile(`${ROOT}/${file}`)).matchAll(IMPORTED)) {
        // The playground shows merchants how to import the package; it does not import it.
        if (name === "@payrails/web-sdk") continue;
        const entry = Object.keys(config.imports).find((key) =>
          key === name || key.endsWith("/") && name.startsWith(key)
        );
        if (entry !== undefined && !names.includes(entry)) missing.push(`${file}: ${name}`);
      }
    }
    assertEquals(missing, []);
  });

  it("holds no package that only tests and tools import", async () => {
    const product = (await Promise.all(productFiles().map((file) => Deno.readTextFile(`${ROOT}/${file}`)))).join("\n");
    const entries = Object.entries<string>(productConfig(config).imports).filter(([, to]) => to.startsWith("npm:"));
    const used = new Set(entries.filter(([name]) => product.includes(`"${name}`)).map(([, to]) => packageName(to)));
    const unused = entries.filter(([, to]) => !used.has(packageName(to)));
    // A peer of libphonenumber-geo-carrier, listed so that its version is fixed.
    assertEquals(unused.map(([name]) => name), ["libphonenumber-js/"]);
    for (const name of DEVELOPMENT) {
      assert(
        Object.values<string>(config.imports).some((target) => packageName(target) === name),
        `${name} is not in deno.json`,
      );
    }
  });

  it("is small: below 300 MB on disk, and without the packages that made it large", async () => {
    const keys = Object.keys(productLock(lock).npm);
    const heavy =
      /^(lighthouse|puppeteer|typescript|svelte|jsdom|firebase|firebase-admin|google-gax|@google-cloud\/.*|@firebase\/(firestore|database|storage|analytics))(-core)?$/;
    assertEquals(keys.map(packageName).filter((name) => heavy.test(name)), []);
    // A folder is named without the peers that follow `_` in the key.
    const packages = [...new Set(keys.map((key) => /^@?[^@]+@[^_]+/.exec(key)?.[0] ?? key))];
    const sizes = await Promise.all(packages.map(async (each) => ({
      each,
      bytes: await folderBytes(`${ROOT}/node_modules/.deno/${each.replaceAll("/", "+")}`).catch(() => 0),
    })));
    const absent = sizes.filter(({ bytes }) => bytes === 0).map(({ each }) => each);
    // Packages for other systems are not installed.
    assertEquals(absent.filter((each) => !each.startsWith("@esbuild/")), []);
    const megabytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    assert(megabytes < 300, `${megabytes.toFixed(0)} MB`);
  });

  it("is locked in the versions and with the integrity of deno.lock, complete in itself", () => {
    const product = productLock(lock);
    const keys = Object.keys(product.npm);
    assert(keys.length > 100 && keys.length < Object.keys(lock.npm).length / 2, `${keys.length} packages`);
    for (const key of keys) assertEquals(product.npm[key], lock.npm[key], key);
    for (const name of ["react", "hono", "@firebase/auth", "pg", "esbuild"]) {
      assert(keys.some((key) => packageName(key) === name), name);
    }
    for (const name of ["puppeteer", "lighthouse", "jsdom", "typescript", "@types/react"]) {
      assert(!keys.some((key) => packageName(key) === name), name);
      assert(!product.workspace.dependencies.some((each) => packageName(each) === name), name);
    }
    assertEquals(productConfig(config).lock, { path: "./deno.product.lock", frozen: true });
    // Checks again that everything the smaller lock file needs is in it.
    assertEquals(productLock(product), product);
  });

  it("keeps optional, renamed and single-version dependencies, and refuses a lock file with a gap", () => {
    const entry = (dependencies: readonly string[], optionalDependencies: readonly string[] = []) => ({
      integrity: "x",
      dependencies,
      optionalDependencies,
    });
    const npm = {
      "a@1.0.0": entry(["b", "short@npm:long@2.0.0"], ["c@3.0.0_a@1.0.0"]),
      "b@1.0.0": entry([]),
      "c@3.0.0_a@1.0.0": entry(["a"]),
      "long@2.0.0": entry([]),
      "unused@1.0.0": entry([]),
    };
    const small = { specifiers: { "npm:a@1.0.0": "1.0.0" }, npm, workspace: { dependencies: [] } };
    assertEquals(Object.keys(productLock(small).npm), ["a@1.0.0", "b@1.0.0", "c@3.0.0_a@1.0.0", "long@2.0.0"]);
    assertThrows(() => productLock({ ...small, npm: { "a@1.0.0": entry(["b"]) } }), Error, "deno.lock names b");
  });
});
