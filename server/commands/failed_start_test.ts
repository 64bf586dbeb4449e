/** A failed start names the setting to change. */
import { describe, it } from "@std/testing/bdd";
import { assertMatch, assertStringIncludes } from "@std/assert";
import { ConfigError } from "../config/values.ts";
import { openDatabase } from "../db/open.ts";
import { explainFailedStart } from "./failed_start.ts";
import { FolderInUse } from "../platform/files/folder_lock.ts";

describe("explainFailedStart", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  const rows: readonly (readonly [string, unknown, string])[] = [
    ["a wrong setting", new ConfigError("PORT must be a port"), "Cannot start: PORT must be a port"],
    ["a folder of another user", new Deno.errors.PermissionDenied("Permission denied, mkdir"), "Set DATA_DIR"],
    ["a folder that another server uses", new FolderInUse("./data"), "set DATABASE_URL to a Postgres"],
    ...["ENOTFOUND", "ETIMEDOUT", "28P01", "3D000"].map((code) =>
      [
        `a database that answers ${code}`,
        Object.assign(new Error("no"), { code }),
        "does not answer (no). Check DATABASE_URL",
      ] as const
    ),
    ["a database that is down", new Error("Cannot bring it up", { cause: refused }), "Check DATABASE_URL"],
    [
      "a role without rights",
      Object.assign(new Error("denied"), { code: "42501" }),
      "Start once with the owner's role",
    ],
    [
      "a table that others hold",
      new Error("Cannot bring it up", { cause: Object.assign(new Error("canceling"), { code: "55P03" }) }),
      "another connection holds a table",
    ],
    ["several addresses of one", new Error("x", { cause: new AggregateError([refused]) }), "Check DATABASE_URL"],
  ];
  it("R12: names a damaged database file, and says what to restore", async () => {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-damaged-" });
    try {
      await Deno.writeFile(`${dir}/app.db`, new Uint8Array(8_192).fill(0x5a));
      const error: unknown = await openDatabase({ kind: "sqlite", path: `${dir}/app.db` }).catch((error) => error);
      assertStringIncludes(explainFailedStart(error), "the database file is damaged");
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
  for (const [name, error, text] of rows) {
    it(`names ${name}`, () => assertStringIncludes(explainFailedStart(error), text));
  }
  it("keeps the stack of an unforeseen error", () => {
    assertMatch(explainFailedStart(new RangeError("odd")), /RangeError: odd\n\s+at /);
  });
  it("says what caused an unforeseen error", () => {
    const cause = new Error("no luck", { cause: new TypeError("disk I/O error") });
    const text = explainFailedStart(new Error("Cannot bring the database up to date", { cause }));
    assertMatch(
      text,
      /^Error: Cannot bring.*\n\s+at [^]*\nCaused by Error: no luck\nCaused by TypeError: disk I\/O error$/,
    );
  });
});
