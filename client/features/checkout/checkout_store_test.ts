import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { changeDraft, draft, forgetDraft, type PaymentMethod, selectedPaymentMethod } from "./checkout_store.ts";

describe("checkout store", () => {
  it("W-QUIZ-06 W-PAY-01 W-PAY-02: card is selected at first; apple is its only other value", () => {
    assertEquals(selectedPaymentMethod.value, "card");
    const others: Readonly<Record<Exclude<PaymentMethod, "card">, true>> = { apple: true };
    assertEquals(Object.keys(others), ["apple"]);
  });

  it("W-QUIZ-01 W-QUIZ-07: first and last name are empty at first, and kept for the tab", () => {
    assertEquals([draft.value.firstName, draft.value.lastName], ["", ""]);
    changeDraft({ firstName: "Ana", lastName: "Lee" });
    const { firstName, lastName } = JSON.parse(sessionStorage.getItem("checkout") ?? "{}");
    assertEquals([firstName, lastName], ["Ana", "Lee"]);
    forgetDraft();
  });

  it("forgets draft and payment method when the member signs out", () => {
    changeDraft({ firstName: "Ada", planId: "tck_weekly_3dtrial" });
    selectedPaymentMethod.value = "apple";
    forgetDraft();
    assertEquals([draft.value.firstName, draft.value.planId, selectedPaymentMethod.value], ["", "", "card"]);
  });
});
