/** Settings of the server, secrets among them, are in no file that a browser can load (SECURITY D6). */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { canaries, CANARY } from "../tests/support/release/canaries.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
/** The runner made dist/ with every canary among its settings. */
const IS_MADE = Deno.env.get("TEST_CANARIES") === "1";

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

/** A build in a separate process: test files that run beside this one share its settings. */
async function buildWith(env: Readonly<Record<string, string>>, dist: string): Promise<void> {
  const options = JSON.stringify({ dist, minify: false, force: true });
  const docs = "https://docs-of-this-build.test";
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", `import { build } from "./scripts/build.ts"; await build(${options});`],
    cwd: ROOT,
    env: { ...env, DOCS_ORIGIN: docs },
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  assert((await filesWith(dist, docs)).length > 0, "no setting is found in this build");
}

it("SECURITY D6: a build contains no setting's value except those that it is made for", async () => {
  const env = await canaries();
  for (const known of ["DATABASE_URL", "SMTP_URL", "TWILIO_AUTH_TOKEN", "KEYS_DIR", "METRICS_TOKEN"]) {
    assert(known in env, `${known} was not found among ${Object.keys(env).join(" ")}`);
  }
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-build-" });
  try {
    const dist = IS_MADE ? `${ROOT}/dist` : `${folder}/dist`;
    if (!IS_MADE) await buildWith(env, dist);
    for (const origin of ["app", "frame"]) {
      assert((await filesWith(`${dist}/${origin}`, "addEventListener")).length > 0, `nothing is found in ${origin}`);
    }
    assertEquals(await filesWith(dist, CANARY), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
