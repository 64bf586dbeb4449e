import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { asBegun } from "./checkout_sdk.ts";

describe("an interrupted payment", () => {
  it("is marked in the stored session, whose other values stay, including non-ASCII text", () => {
    const config = { token: "t", name: "Caf\\u00e9", execution: { id: "e1", status: [] } };
    const before = { version: "1", data: btoa(JSON.stringify(config)) };
    const after = JSON.parse(atob(asBegun(before).data));
    assertEquals([after.token, after.execution.id, after.execution.status[0].code], ["t", "e1", "authorizeRequested"]);
    const escaped = { version: "1", data: btoa('{"name":"Caf\\u00e9","execution":{"status":[]}}') };
    assertEquals(JSON.parse(atob(asBegun(escaped).data)).name, "Caf\u00e9");
  });

  it("leaves a session without an execution unchanged", () => {
    const session = { version: "1", data: btoa("{}") };
    assertEquals(asBegun(session), session);
  });
});
