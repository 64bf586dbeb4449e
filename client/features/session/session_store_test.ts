import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { isSignInLink, takePurchaseKey } from "./purchase_key.ts";
import { EMPTY_USER_CONTEXT } from "./user_context.ts";

const ORIGIN = "https://shop.test";

describe("the user context", () => {
  it("W-USER-02: user, profile and firebaseUserCredential are empty at the start", () => {
    assertEquals(EMPTY_USER_CONTEXT, { user: undefined, profile: undefined, firebaseUserCredential: undefined });
  });
});

describe("the key to a purchase", () => {
  it("is taken out of the address, the rest stays", () => {
    const taken = (search: string) => takePurchaseKey(search, ORIGIN);
    assertEquals(taken("?vSubscriptionId=s-1&lang=de"), { key: "s-1", activation: "", search: "?lang=de" });
    assertEquals(taken("?t=p&vSubscriptionId=s-1"), { key: "s-1", activation: "p", search: "" });
    assertEquals(taken(""), { key: "", activation: "", search: "" });
  });

  it("hostile values are no key", () => {
    for (const value of ["<img src=x>", "javascript:alert(1)", "a/../b", "x".repeat(129), "%00"]) {
      assertEquals(takePurchaseKey(`?vSubscriptionId=${encodeURIComponent(value)}`, ORIGIN).key, "", value);
    }
  });

  it("comes with a sign-in link only from our own origin", () => {
    const link = (continueUrl: string) => `?mode=signIn&oobCode=c&continueUrl=${encodeURIComponent(continueUrl)}`;
    assertEquals(takePurchaseKey(link(`${ORIGIN}/t/sign-in?vSubscriptionId=s1`), ORIGIN).key, "s1");
    assertEquals(takePurchaseKey(link("https://evil.test/?vSubscriptionId=s1"), ORIGIN).key, "");
    assertEquals([isSignInLink(link("x")), isSignInLink("?mode=signIn"), isSignInLink("")], [true, false, false]);
  });
});
