/** What merchants' bundlers make of the package: whole sentences, small files, and no more code than is used. */
import * as esbuild from "esbuild";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { PackageFile } from "../../../scripts/package/bundles.ts";
import { installPackage } from "../../support/merchant/installed_package.ts";
import { WARNINGS } from "../../../sdk/development/warnings.ts";

const PAGES = new URL("package_pages/", import.meta.url).pathname;
const ONE_KB = 1000;
const HALF_KB = 500;

describe("the package in a merchant's bundle", () => {
  let home = "";
  let files: readonly PackageFile[] = [];
  before(async () => {
    home = await installPackage([]);
    files = await filesBelow(`${home}/node_modules/@payrails/web-sdk`);
  });
  after(async () => {
    await esbuild.stop();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  /** Bundles for production as merchants do, and returns the files by name. */
  async function bundle(contents: string, options: esbuild.BuildOptions = {}): Promise<ReadonlyMap<string, string>> {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: home, sourcefile: "shop.js" },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      outdir: "out",
      external: ["react"],
      define: { "process.env.NODE_ENV": '"production"' },
      logLevel: "error",
      ...options,
    });
    return new Map((outputFiles ?? []).map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
  }

  for (const splitting of [true, false]) {
    it(`throws whole sentences from a production bundle of esbuild, ${splitting ? "split" : "in one file"}`, async () => {
      const bundled = await bundle(await Deno.readTextFile(`${PAGES}mistakes.js`), { splitting });
      const folder = await Deno.makeTempDir({ dir: home });
      for (const [name, text] of bundled) await Deno.writeTextFile(`${folder}/${name}`, text);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-read", "--no-config", "--no-lock", "--ext=js", `${folder}/stdin.js`],
      }).output();
      assertEquals(
        new TextDecoder().decode(stdout).trim().split("\n"),
        [
          "The SDK configuration is malformed: it is no base64 of a JSON configuration",
          "The vault client needs a vaultID",
          "BOX isn't a container type: use COLLECT or COMPOSABLE",
        ],
        new TextDecoder().decode(stderr),
      );
    });
  }

  it("warns in a bundle for development only: a production bundle holds none of the sentences", async () => {
    const program = 'import { Payrails } from "@payrails/web-sdk"; globalThis.Payrails = Payrails;';
    const holds = (bundled: ReadonlyMap<string, string>) => {
      const all = [...bundled.values()].join("\n");
      return Object.values(WARNINGS).filter((sentence) => all.includes(sentence));
    };
    const [production, development] = [await bundle(program), await bundle(program, { conditions: ["development"] })];
    assertEquals(holds(production), []);
    assertEquals(holds(development).length, Object.keys(WARNINGS).length);
    const react = 'import { PayrailsProvider } from "@payrails/web-sdk/react"; console.log(PayrailsProvider);';
    assertEquals(holds(await bundle(react)), []);
    assert(holds(await bundle(react, { conditions: ["development"] })).length > 0);
    const oneScript = (name: string) => {
      const file = files.find(({ path }) => path === name);
      return holds(new Map([[name, new TextDecoder().decode(file?.bytes)]])).length;
    };
    assertEquals([oneScript("payrails.js"), oneScript("payrails.development.js")], [0, Object.keys(WARNINGS).length]);
  });

  it("the one script loads its parts from the folder it came from, whose errors are its own, and says when they are lost", async () => {
    const folder = await Deno.makeTempDir({ dir: home });
    const alone = await Deno.makeTempDir({ dir: home });
    const parts = files.filter(({ path }) => /^parts\..*\.mjs$/.test(path));
    assertEquals(parts.length, 1);
    for (const { path, bytes } of parts) await Deno.writeFile(`${folder}/${path}`, bytes);
    await Deno.copyFile(`${PAGES}one_script.js`, `${folder}/page.js`);
    for (const name of ["payrails.js", "payrails.development.js"]) {
      const script = files.find(({ path }) => path === name)?.bytes ?? new Uint8Array();
      for (const place of [folder, alone]) await Deno.writeFile(`${place}/${name}`, script);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "--allow-read", "--no-config", "--no-lock", "--location=http://localhost:8000/"],
          ...[`${folder}/page.js`, `file://${folder}/${name}`, `file://${alone}/${name}`],
        ],
      }).output();
      assertEquals(
        new TextDecoder().decode(stdout).trim().split("\n"),
        [
          "payrails:api:url_not_found true",
          ...Array(3).fill("payrails:client:code_not_loaded true"),
          ...Array(2).fill("false false"),
        ],
        new TextDecoder().decode(stderr),
      );
    }
  });

  it("one imported constant costs less than a kilobyte", async () => {
    const program = 'import { PayrailsEnvironment } from "@payrails/web-sdk"; console.log(PayrailsEnvironment.TEST);';
    const text = (await bundle(program)).get("stdin.js") ?? "";
    assertMatch(text, /TEST/);
    assert(text.length < ONE_KB, `${text.length} bytes: ${text.slice(0, 2000)}`);
  });

  it("has no file of less than half a kilobyte beside its entries", () => {
    const isEntry = (path: string) => /\/(index|react|vault|testing)\.[mc]js$/.test(path);
    // The constants are a separate file, so that importing one of them costs little.
    const areConstants = (bytes: Uint8Array) => new TextDecoder().decode(bytes).includes("MERCADO_PAGO:");
    const small = files.filter(({ path, bytes }) =>
      /^(esm|cjs)\/.*\.[mc]js$/.test(path) && !isEntry(path) && !areConstants(bytes) && bytes.byteLength < HALF_KB
    );
    assertEquals(small.map(({ path, bytes }) => `${path} ${bytes.byteLength}`), []);
    const chunks = files.filter(({ path }) => /^esm\/.*\.mjs$/.test(path));
    assert(chunks.length > 15 && chunks.length < 40, String(chunks.length));
  });

  it("ships a source map, with the sources, for each file of code", () => {
    const code = files.filter(({ path }) => /^(esm|cjs)\/.*\.[mc]js$|^payrails\.js$/.test(path));
    assert(code.length > 20);
    const maps = new Map(files.map(({ path, bytes }) => [path, bytes]));
    for (const { path, bytes } of code) {
      const text = new TextDecoder().decode(bytes);
      assert(text.trimEnd().endsWith(`//# sourceMappingURL=${path.slice(path.lastIndexOf("/") + 1)}.map`), path);
      const map = JSON.parse(new TextDecoder().decode(maps.get(`${path}.map`)));
      assert(map.sourcesContent.every((source: unknown) => typeof source === "string" && source !== ""), path);
      for (const source of map.sources) assertMatch(source, /^(\.\.\/)+sdk\/|(together|beside):/, path);
    }
  });
});

async function filesBelow(folder: string, below = ""): Promise<readonly PackageFile[]> {
  const found: PackageFile[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    const path = below + name;
    if (isDirectory) found.push(...await filesBelow(folder, `${path}/`));
    else found.push({ path, bytes: await Deno.readFile(`${folder}/${path}`) });
  }
  return found;
}
