/** Two images of one commit, built in two folders, are equal byte by byte. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";

const ROOT = new URL("../../", import.meta.url).pathname;

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args], cwd, stdout: "null" }).output();
  assert(success, `${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr).slice(-2000)}`);
}

describe("deno task image", () => {
  it("builds the same image in two clones of the last commit", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-two-images-" });
    try {
      const indexes: string[] = [];
      for (const name of ["a", "clone-with-a-longer-name"]) {
        const clone = `${folder}/${name}`;
        await run("git", ["clone", "--quiet", ROOT, clone], folder);
        await run(Deno.execPath(), ["install", "--quiet"], clone);
        await run(Deno.execPath(), ["run", "--allow-all", "scripts/release/image/image.ts"], clone);
        indexes.push(await Deno.readTextFile(`${clone}/dist/image/index.json`));
      }
      assertMatch(indexes[0] ?? "", /"sha256:[0-9a-f]{64}"/);
      assertEquals(indexes[0], indexes[1]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
