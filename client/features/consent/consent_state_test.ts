import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { initialConsent, reduceConsent } from "./consent_state.ts";

describe("consent", () => {
  it("is requested once and starts as refused", () => {
    assertEquals(initialConsent("unanswered", false), { choice: "unanswered", isOpen: true });
    assertEquals(initialConsent("refused", false), { choice: "refused", isOpen: false });
  });

  it("counts as refused under Global Privacy Control, without a question", () => {
    assertEquals(initialConsent("unanswered", true), { choice: "refused", isOpen: false });
    assertEquals(initialConsent("given", true).choice, "given");
  });

  it("can be withdrawn in the footer of every page", () => {
    const opened = reduceConsent(initialConsent("given", false), { type: "choices_opened" });
    assertEquals(opened, { choice: "given", isOpen: true, isRequested: true });
    assertEquals(reduceConsent(opened, { type: "refused" }), { choice: "refused", isOpen: false });
  });
});
