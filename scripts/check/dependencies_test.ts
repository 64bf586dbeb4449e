/** Packages come in the versions that were reviewed, and only after three days in public (SECURITY D5). */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
/** A package, or a file or folder of it, in one exact version. */
const EXACT = /^npm:\/?(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.]+)?(\/|$)/;

interface Settings {
  readonly imports: Readonly<Record<string, string>>;
  readonly lock: { readonly path: string; readonly frozen: boolean };
  readonly minimumDependencyAge: string;
}

const settings: Settings = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
const lock = await Deno.readTextFile(`${ROOT}/deno.lock`);
/** What every test run has already downloaded. */
const PACKAGE = settings.imports.zod ?? "";

describe("dependencies", () => {
  let folder: string;
  beforeEach(async () => void (folder = await Deno.makeTempDir({ prefix: "trustcheck-lock-" })));
  afterEach(() => Deno.remove(folder, { recursive: true }));

  /** Runs a program that uses one package, with the project's own lock settings and the given lock file. */
  async function runWith(locked: string): Promise<{ readonly code: number; readonly message: string }> {
    const { lock } = settings;
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ lock, imports: { zod: PACKAGE } }));
    await Deno.writeTextFile(`${folder}/deno.lock`, locked);
    await Deno.writeTextFile(`${folder}/main.ts`, 'import { z } from "zod"; z.string();');
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--cached-only", "main.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    return { code, message: new TextDecoder().decode(stderr) };
  }

  function lockOf(specifier: string): string {
    const { version, npm } = JSON.parse(lock);
    const name = specifier.replace("npm:", "");
    const entry = npm[PACKAGE.replace("npm:", "")];
    assert(entry !== undefined, `${PACKAGE} is not in deno.lock`);
    return JSON.stringify({
      version,
      specifiers: { [specifier]: name.split("@").at(-1) },
      npm: { [name]: entry },
      workspace: { dependencies: [specifier] },
    });
  }

  it("SECURITY D5: a program does not start with a version other than the locked one", async () => {
    assertEquals((await runWith(lockOf(PACKAGE))).code, 0);
    const edited = await runWith(lockOf(`${PACKAGE}9`));
    assertEquals(edited.code, 1);
    assertMatch(edited.message, /lockfile is out of date/);
  });

  it("SECURITY D5: every package is named in one exact version, which the lock file has with its hash", () => {
    const packages = Object.values(settings.imports).filter((target) =>
      !target.startsWith("./") && target !== "node:test"
    );
    assert(packages.length > 30, "the imports were not read");
    assertEquals(packages.filter((target) => !EXACT.test(target)), []);
    const locked: Readonly<Record<string, { readonly integrity?: string }>> = JSON.parse(lock).npm;
    assertEquals(Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith("sha512-")), []);
  });

  it("SECURITY D5: the published SDK brings only its types; a package that is already here replaces its build tools", async () => {
    const { overrides } = JSON.parse(await Deno.readTextFile(`${ROOT}/package.json`));
    const inPlace = Object.values<Readonly<Record<string, string>>>(overrides).flatMap(Object.values);
    assert(inPlace.length > 0, "package.json replaces nothing");
    assertEquals(inPlace.filter((target) => !Object.values(settings.imports).includes(target)), []);
    const names = Object.keys(JSON.parse(lock).npm);
    assertEquals(names.filter((name) => /^(vitest-fetch-mock|rollup)@|^@rollup\//.test(name)), []);
  });

  it("SECURITY D5: a release is accepted after three days, by when most compromised ones are withdrawn", () => {
    assertEquals([settings.minimumDependencyAge, settings.lock.frozen], ["P3D", true]);
  });

  it("SECURITY D5: no task opens the lock, skips it or runs a package's own scripts, and no setting allows them", async () => {
    const { tasks, allowScripts, ...others } = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
    const commands = Object.values<{ readonly command: string }>(tasks).map(({ command }) => command);
    assert(commands.length > 10, "the tasks were not read");
    const loose = /--(frozen=false|no-lock|lock-write|allow-scripts|minimum-dependency-age|reload|no-check-integrity)/;
    assertEquals([commands.filter((command) => loose.test(command)), allowScripts], [[], undefined]);
    assertEquals([others.minimumDependencyAge, others.nodeModulesDir], ["P3D", "manual"]);
  });
});
