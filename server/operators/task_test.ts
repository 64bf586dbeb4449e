/** What `deno task operator` does for the script that runs it. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { runCommand } from "../../tests/support/run_command.ts";
import { openDatabase } from "../db/open.ts";
import { silentLog } from "../platform/log.ts";
import { runOperatorTask } from "./task.ts";

describe("deno task operator", () => {
  it("adds and lists operators, and exits with 1 for a command that it does not know", async () => {
    const dir = await Deno.makeTempDir({ prefix: "operator-task-" });
    const run = (...args: string[]) => runCommand(new URL("./task.ts", import.meta.url), args, dir);
    try {
      const added = await run("add", "olga@shop.example", "--role", "owner");
      assertEquals(added.code, 0);
      assertEquals(added.printed, "olga@shop.example may use the console as owner.");
      const refused = await run("promote");
      assertEquals([refused.code, refused.printed], [1, ""]);
      assertMatch(refused.refused, /^Usage: deno task operator /);
      const db = await openDatabase({ kind: "sqlite", path: `${dir}/trustcheck.db` });
      try {
        const task = { db, publicOrigin: "http://localhost", log: silentLog };
        assertEquals(await runOperatorTask(["list"], task), ["olga@shop.example  owner  0 passkeys"]);
        await runOperatorTask(["disable", "olga@shop.example"], task);
        assertEquals(await runOperatorTask(["list"], task), ["olga@shop.example  owner  0 passkeys  disabled"]);
      } finally {
        await db.destroy();
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
});
