/** Commands of operators: what they print, and the exit code that a script reads. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { COMMANDS, runCommand } from "./commands.ts";
import { readConfig } from "../config/config.ts";

describe("commands of operators", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-commands-" });
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  const run = async (text: string, env: Readonly<Record<string, string>> = {}) => {
    const said = { out: [] as string[], error: [] as string[] };
    const out = {
      log: (...parts: readonly unknown[]) => void said.out.push(parts.join(" ")),
      error: (...parts: readonly unknown[]) => void said.error.push(parts.join(" ")),
    };
    const config = () => readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, ...env });
    const code = await runCommand(text.split(" "), config, out);
    return { code, out: said.out.join("\n"), error: said.error.join("\n") };
  };

  it("O-CONSOLE-27: bring the database up to date, add the first operator, and verify the audit log, in an empty folder", async () => {
    assertEquals(await run("migrate"), { code: 0, out: "The database is up to date", error: "" });
    const added = await run("operator add ann@shop.example --role owner");
    assertEquals([added.code, added.error], [0, ""]);
    assertMatch(
      added.out,
      /^ann@shop\.example may use the console as owner\.\n.*\nhttp:\/\/localhost:8000\/admin\/enrol#\S{43}$/,
    );
    assertEquals((await run("operator list")).out, "ann@shop.example  owner  0 passkeys");
    const verified = await run("audit verify");
    assertMatch(verified.out, /^1 rows are whole, .*Head: 1:[0-9a-f]{64}$/);
    assertEquals(verified.code, 0);
  });

  it("make no database where a server has none yet, and say which settings they need", async () => {
    for (const text of ["keys", "keys data", "audit verify"]) {
      const { code, out, error } = await run(text);
      assertEquals([code, out], [2, ""], text);
      assertMatch(
        error,
        /^There is no database at .*trustcheck\.db\. Start this command with the settings of the server/,
      );
    }
    await assertRejects(() => Deno.stat(`${folder}/data/trustcheck.db`), Deno.errors.NotFound);
    await Deno.mkdir(`${folder}/data`);
    await Deno.writeTextFile(`${folder}/data/trustcheck.db`, "");
    assertMatch((await run("keys")).error, /trustcheck\.db holds no keys\. Start this command/);
    await run("migrate");
    assertEquals((await run("keys")).code, 0);
  });

  it("exit with 1 for a log that is not intact, and with 2 when they cannot run, in one sentence", async () => {
    await run("migrate");
    const cut = await run(`audit verify 3:${"a".repeat(64)}`);
    assertEquals([cut.code, cut.error], [1, ""]);
    assertStringIncludes(cut.out, "Row 1 is broken: rows from here on were cut off");
    const cases: readonly (readonly [string, string])[] = [
      ["operator add ann@shop.example", "Usage: operator add <email> --role support|finance|owner"],
      ["operator link ann@shop.example", "There is no such operator"],
      ["audit", "Usage: audit verify"],
      ["audit verify no-such-file", "no-such-file cannot be read"],
      ["keys colour", "Name one of identity, sealing, data"],
      ["keys constructor", "Name one of identity, sealing, data"],
      ["toString", `the commands are ${Object.keys(COMMANDS).join(", ")}`],
    ];
    for (const [text, sentence] of cases) {
      const { code, out, error } = await run(text);
      assertEquals([code, out], [2, ""], text);
      assertStringIncludes(error, sentence);
    }
    const wrong = await run("operator list", { ADMIN: "maybe" });
    assertEquals(wrong.code, 2);
    assertMatch(wrong.error, /^Cannot start: .*ADMIN/);
  });
});
