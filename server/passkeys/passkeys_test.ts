import { it } from "@std/testing/bdd";
import { assertRejects } from "@std/assert";
import { HTTPException } from "hono/http-exception";
import { onBothEngines } from "../../tests/support/engines.ts";
import { openDatabase } from "../db/open.ts";
import { remove } from "./passkeys.ts";

onBothEngines("SECURITY D1: a passkey", (place) => {
  it("whose id has a NUL is not found", async () => {
    const db = await openDatabase(place());
    try {
      for (const id of ["\0", "A\0"]) await assertRejects(() => remove(id, "ada", db), HTTPException);
    } finally {
      await db.destroy();
    }
  });
});
