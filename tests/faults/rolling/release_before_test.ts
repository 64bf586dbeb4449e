/** Which release the mixed ones start, in clones of a small repository. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { releaseBefore } from "./release_before.ts";

/** A repository whose tables changed in its third commit; `v1.0.0` is the second commit if it is tagged. */
async function withRepository(use: (git: Git, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "releases-" });
  const git: Git = async (...args) => {
    const { success, stdout, stderr } = await new Deno.Command("git", {
      args: ["-c", "user.name=Ann", "-c", "user.email=ann@mail.example", "-C", `${folder}/whole`, ...args],
    }).output();
    const decoder = new TextDecoder();
    if (!success) throw new Error(decoder.decode(stderr));
    return decoder.decode(stdout).trim();
  };
  try {
    await Deno.mkdir(`${folder}/whole/server/db/migrations`, { recursive: true });
    await git("init", "--quiet");
    for (
      const [file, text] of [["a.ts", "1"], ["a.ts", "2"], ["server/db/migrations/b.ts", "3"], ["a.ts", "4"]] as const
    ) {
      await Deno.writeTextFile(`${folder}/whole/${file}`, text);
      await git("add", ".");
      await git("commit", "--quiet", "-m", text);
    }
    await use(git, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
type Git = (...args: readonly string[]) => Promise<string>;

describe("the previous release", () => {
  it("is the last tag, and at a tag itself the one before it", () =>
    withRepository(async (git, folder) => {
      await git("tag", "v1.0.0", "HEAD~2");
      await git("tag", "other");
      assertEquals(await releaseBefore(`${folder}/whole`), "v1.0.0");
      await git("tag", "v1.1.0");
      assertEquals(await releaseBefore(`${folder}/whole`), "v1.0.0");
    }));

  it("is the commit before the tables changed while nothing is tagged", () =>
    withRepository(async (git, folder) => {
      assertEquals(await releaseBefore(`${folder}/whole`), await git("rev-parse", "HEAD~2"));
    }));

  it("is unknown in a checkout without history, so that the test of both is skipped", () =>
    withRepository(async (git, folder) => {
      await git("tag", "v1.0.0");
      await git("clone", "--quiet", "--depth=1", `file://${folder}/whole`, `${folder}/shallow`);
      assertEquals(await releaseBefore(`${folder}/shallow`), undefined);
      await Deno.remove(`${folder}/shallow/.git`, { recursive: true });
      assertEquals(await releaseBefore(`${folder}/shallow`), undefined);
    }));
});
