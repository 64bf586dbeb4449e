/** Each area's rows come with its code: code that throws a row has loaded the table it stands in. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { COLLECT_ERRORS } from "../sdk/errors/all.ts";
import { FORM_ERRORS } from "../sdk/errors/form_table.ts";
import { PAY_ERRORS } from "../sdk/errors/pay_table.ts";
import { SEALING_ERRORS } from "../sdk/errors/sealing_table.ts";
import { FRAME_ERRORS } from "../sdk/errors/table.ts";
import { WALLET_ERRORS } from "../sdk/errors/wallet_table.ts";

const SDK = new URL("../sdk/", import.meta.url);
/** The file that makes the rows of a table known. */
const TABLES = [
  ["errors/table.ts", FRAME_ERRORS],
  ["errors/form_error.ts", FORM_ERRORS],
  ["errors/pay_error.ts", PAY_ERRORS],
  ["errors/wallet_error.ts", WALLET_ERRORS],
  ["errors/collect_error.ts", COLLECT_ERRORS],
  ["errors/sealing_error.ts", SEALING_ERRORS],
] as const;

function* sources(folder = SDK): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* sources(new URL(`${entry.name}/`, folder));
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith("_test.ts")) yield new URL(entry.name, folder);
  }
}

/** The file and everything it imports at once; imports of types alone and imports for later do not count. */
function loadedWith(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen;
  seen.add(file.href);
  const imports = Deno.readTextFileSync(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)";/gm);
  for (const [, path = ""] of imports) loadedWith(new URL(path, file), seen);
  return seen;
}

describe("error tables", () => {
  it("have no row in common", () => {
    const keys = TABLES.flatMap(([, rows]) => Object.keys(rows));
    assertEquals(new Set(keys).size, keys.length);
  });

  it("S-ERR-08: every row that is thrown is known where it is thrown", () => {
    let thrown = 0;
    for (const file of sources()) {
      if (file.pathname.includes("/errors/")) continue;
      const text = Deno.readTextFileSync(file);
      const used = [...text.matchAll(/"((?:client|api|card_form):[\w.]+|PAYRAILS_\w+)"/g)].map(([, key = ""]) => key);
      const loaded = loadedWith(file);
      for (const key of used) {
        const [table] = TABLES.find(([, rows]) => Object.hasOwn(rows, key)) ?? [];
        if (table === undefined) continue;
        thrown++;
        assert(loaded.has(new URL(table, SDK).href), `${file.pathname} throws ${key} and has to import ${table}`);
      }
    }
    assert(thrown > 60, String(thrown));
  });
});
