import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import type { RegistryResult, RegistrySearch } from "../../../server/wire/members/registry.ts";
import { ResponseError } from "../../api/http.ts";
import { REGISTRY_START, type RegistryState, searchRegistry } from "./registry.ts";

const RESULT: RegistryResult = { source: "s", is_sample: true, notice: "n", hits: [], total: 0 };
async function run(input: { name: string; isAccepted: boolean }, fault?: Error) {
  let state: RegistryState = REGISTRY_START;
  const sent: RegistrySearch[] = [];
  const kept: string[] = [];
  await searchRegistry({
    show: (next) => {
      state = next;
    },
    search: (body) => {
      sent.push(body);
      return fault === undefined ? Promise.resolve(RESULT) : Promise.reject(fault);
    },
    keep: (name) => kept.push(name),
  }, { ...input, termsVersion: "v1" });
  return { state, sent, kept };
}

describe("the registry check", () => {
  it("sends the name with the version of the accepted terms, and keeps it", async () => {
    const { state, sent, kept } = await run({ name: " Ada ", isAccepted: true });
    assertEquals(sent, [{ name: "Ada", accepted_terms: "v1" }]);
    assertEquals([state.result, state.askedFor, kept], [RESULT, "Ada", ["Ada"]]);
  });
  it("sends nothing without a name or without the terms", async () => {
    const unnamed = await run({ name: " ", isAccepted: true });
    assertMatch(unnamed.state.error, /Enter a name/);
    const unaccepted = await run({ name: "Ada", isAccepted: false });
    // The name is not what is wrong.
    assertEquals([unaccepted.state.error, unaccepted.state.needsTerms], ["", true]);
    assertEquals([unnamed.sent, unaccepted.sent], [[], []]);
  });
  it("shows the server's message and removes the previous result", async () => {
    const { state, kept } = await run({ name: "Ada", isAccepted: true }, new ResponseError(409, { error: "Terms" }));
    assertEquals([state.error, state.result, state.isBusy, kept], ["Terms", undefined, false, []]);
  });
});
