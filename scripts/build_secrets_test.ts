/** Settings of the server, secrets among them, are in no file that a browser can load (SECURITY D6). */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
/** What a build is made for, and therefore contains. */
const PUBLIC = ["BASE_PATH", "DOCS_ORIGIN", "PROVIDER_HOSTS"];
/** As the server's settings name them: `env.SMTP_URL`, `"SENTRY_DSN"`. */
const SETTING = /\benv\.([A-Z][A-Z0-9_]+)|"([A-Z][A-Z0-9]*_[A-Z0-9_]+)"/g;

async function settingNames(): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { name } of Deno.readDir(`${ROOT}/server/config`)) {
    if (name.endsWith("_test.ts")) continue;
    const source = await Deno.readTextFile(`${ROOT}/server/config/${name}`);
    for (const [, read, quoted] of source.matchAll(SETTING)) names.add(read ?? quoted ?? "");
  }
  return [...names].filter((name) => !PUBLIC.includes(name)).toSorted();
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const file of filesBelow(folder)) {
    if (new TextDecoder("latin1").decode(await Deno.readFile(file)).includes(text)) found.push(file);
  }
  return found;
}

/** Switches that the runtime itself reads: it complains about a value that is neither true nor false. */
const OF_THE_RUNTIME = ["OTEL_SDK_DISABLED", "OTEL_DENO"];

it("SECURITY D6: a build has the value of no setting but those that it is made for", async () => {
  const names = await settingNames();
  for (const known of ["DATABASE_URL", "SMTP_URL", "TWILIO_AUTH_TOKEN", "KEYS_DIR", "METRICS_TOKEN"]) {
    assert(names.includes(known), `${known} was not found among ${names.join(" ")}`);
  }
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-build-" });
  try {
    const options = JSON.stringify({ dist: `${folder}/dist`, minify: false, force: true });
    // In a process of its own: test files that run beside this one share the settings of theirs.
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", `import { build } from "./scripts/build.ts"; await build(${options});`],
      cwd: ROOT,
      env: {
        ...Object.fromEntries(
          names.filter((name) => !OF_THE_RUNTIME.includes(name)).map((name) => [name, `secret-canary-${name}`]),
        ),
        DOCS_ORIGIN: "https://docs-of-this-build.test",
      },
    }).output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    assert((await filesWith(folder, "docs-of-this-build.test")).length > 0, "no setting is found in this build");
    assertEquals(await filesWith(folder, "secret-canary"), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
