import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { connectDatabase } from "./open.ts";
import { migrate } from "./migrate.ts";

describe("migrate", () => {
  it("gives up after five tries at a migration that cannot run, and names the cause", async () => {
    const db = connectDatabase({ kind: "sqlite", path: ":memory:" });
    try {
      await db.schema.createTable("pay_idempotency").addColumn("other", "text").execute();
      const error = await assertRejects(() => migrate(db), Error, "Cannot bring the database up to date");
      assertEquals(String(error.cause).includes("pay_idempotency"), true, String(error.cause));
    } finally {
      await db.destroy();
    }
  });
});
