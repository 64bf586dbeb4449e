import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { isSignInLink, takePurchaseKey } from "./purchase_key.ts";
import type { StorageArea } from "../../lib/storage/storage.ts";

/** The runtime's own storage is shared with tests that run in parallel. */
const areas = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };
for (const [name, values] of Object.entries(areas)) {
  const area: StorageArea = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  Object.defineProperty(globalThis, name, { value: area, configurable: true });
}
const { toSignedInUser } = await import("./user_record.ts");
const { slots } = await import("../../lib/storage/storage_keys.ts");
const {
  activationKey,
  clearPurchase,
  forgetUser,
  keepProfile,
  keepUser,
  linkEmail,
  purchaseKey,
  session,
  signInPending,
} = await import("./session_store.ts");

const atStart = session.value;

const ORIGIN = "https://shop.test";
const PROFILE = {
  user_id: "u2",
  email: "bea@example.com",
  name: "Bea",
  subscription_ids: ["s-1"],
  own_number: "",
  created_at: "2026-11-22T00:00:00.000Z",
  recent: [],
};

/** As another tab changes it. */
const change = (key: string | null, user: object | null) => {
  areas.localStorage.set("user", JSON.stringify(user));
  dispatchEvent(Object.assign(new Event("storage"), { key }));
};

describe("the user context", () => {
  it("W-USER-02: user, profile and firebaseUserCredential are empty at the start", () => {
    assertEquals(atStart, { user: undefined, profile: undefined, firebaseUserCredential: undefined });
  });

  it("W-USER-02: a sign-in fills user and credential, the profile call fills the profile, and neither loses the other", () => {
    const user = toSignedInUser({
      uid: "u2",
      email: "bea@example.com",
      displayName: "Bea",
      providerId: "firebase",
      providerData: [{ providerId: "apple.com", uid: "a2" }],
    }, "apple.com");
    keepUser(user);
    const firebaseUserCredential = { providerId: "apple.com" };
    assertEquals(session.value, { user, profile: undefined, firebaseUserCredential });
    keepProfile(PROFILE);
    keepUser(user);
    assertEquals(session.value, { user, profile: PROFILE, firebaseUserCredential });
    forgetUser();
  });
});

describe("another tab", () => {
  const ANA = toSignedInUser({ uid: "u1", email: "", displayName: "", providerId: "google.com", providerData: [] });
  const BEA = { ...ANA, uid: "u2" };
  it("signs in another account or out, and this one follows; the profile of before goes", () => {
    const profile = { ...PROFILE, user_id: ANA.uid };
    keepUser(ANA);
    keepProfile(profile);
    change("user", ANA);
    assertEquals([session.value.user, session.value.profile], [ANA, profile]);
    change("user", BEA);
    assertEquals([session.value.user, session.value.profile], [BEA, undefined]);
    change("cookies", ANA);
    assertEquals(session.value.user, BEA);
    change(null, null);
    assertEquals(session.value.user, undefined);
    forgetUser();
  });

  it("has nothing to do with a profile that answers after another account has signed in", () => {
    keepUser(ANA);
    keepProfile(PROFILE);
    assertEquals(session.value.profile, undefined);
    keepUser(BEA);
    keepProfile(PROFILE);
    keepProfile({ ...PROFILE, user_id: ANA.uid });
    assertEquals(session.value.profile, PROFILE);
    forgetUser();
    keepProfile(PROFILE);
    assertEquals(session.value.profile, undefined);
  });

  it("has nothing to do with the profile of an account that signs in here", () => {
    keepUser(ANA);
    keepProfile({ ...PROFILE, user_id: ANA.uid });
    keepUser(BEA);
    assertEquals(session.value.profile, undefined);
    forgetUser();
  });
});

describe("signing out", () => {
  const USER = toSignedInUser({
    uid: "u1",
    email: "ana@example.com",
    displayName: "Ana",
    providerId: "firebase",
    providerData: [{ providerId: "google.com", uid: "g1" }],
  }, "google.com");
  const filled = () => {
    keepUser(USER);
    signInPending.write(true);
    linkEmail.write(USER.email);
    purchaseKey.write("s-1");
    activationKey.write("a-1");
    slots.purchaseEmail.write(USER.email);
    slots.purchaseSubscriptionId.write("s-1");
    slots.purchaseUrl.write("/services/subscriptions");
    slots.validationsCount.write(3);
    slots.validationsCheckTimestamp.write(1);
    slots.sexOffenders.write(2);
    slots.offenderSearchName.write("Ana");
    slots.validatorData.write({ phoneNumber: "+16502530000", country: "US" });
    slots.tabNumber.write({ phoneNumber: "+16502530000", country: "US" });
    slots.quizEmail.write(USER.email);
  };
  const kept = () => [areas.localStorage.size, areas.sessionStorage.size];

  it("B6: leaves nothing about the member in this browser", () => {
    filled();
    assertEquals(kept(), [7, 8]);
    forgetUser();
    assertEquals(kept(), [0, 0]);
    assertEquals(session.value, { user: undefined, profile: undefined, firebaseUserCredential: undefined });
  });

  it("B6: another account inherits nothing but a purchase, which it may claim; this tab forgets what it searched for", () => {
    const OTHER = { ...USER, uid: "u2" };
    for (const signIn of [() => keepUser(OTHER), () => change("user", OTHER)]) {
      filled();
      signIn();
      assertEquals([session.value.user, [...areas.localStorage.keys()]], [OTHER, ["user"]]);
      const purchase = ["activation", "email", "subscriptionId", "url", "vSubscriptionId"];
      assertEquals([...areas.sessionStorage.keys()].sort(), purchase);
      forgetUser();
    }
    filled();
    change("user", null);
    assertEquals([slots.offenderSearchName.read(), slots.sexOffenders.read()], ["", 0]);
    assertEquals(slots.tabNumber.read(), null);
    assertEquals(slots.validatorData.read().phoneNumber, "+16502530000", "the account may have been changed");
    forgetUser();
  });

  it("W-FINAL-04: finalizing removes the purchase's email, subscription id, url and keys, and keeps the member", () => {
    filled();
    clearPurchase();
    assertEquals(kept(), [7, 3]);
    assertEquals(session.value.user, USER);
    forgetUser();
  });
});

describe("the key to a purchase", () => {
  it("is removed from the address, the rest stays", () => {
    const taken = (search: string) => takePurchaseKey(search, ORIGIN);
    assertEquals(taken("?vSubscriptionId=s-1&lang=de"), { key: "s-1", activation: "", search: "?lang=de" });
    assertEquals(taken("?t=p&vSubscriptionId=s-1"), { key: "s-1", activation: "p", search: "" });
    assertEquals(taken(""), { key: "", activation: "", search: "" });
  });

  it("is ignored when hostile", () => {
    for (const value of ["<img src=x>", "javascript:alert(1)", "a/../b", "x".repeat(129), "%00"]) {
      assertEquals(takePurchaseKey(`?vSubscriptionId=${encodeURIComponent(value)}`, ORIGIN).key, "", value);
    }
  });

  it("is read from a sign-in link only on our own origin", () => {
    const link = (continueUrl: string) => `?mode=signIn&oobCode=c&continueUrl=${encodeURIComponent(continueUrl)}`;
    assertEquals(takePurchaseKey(link(`${ORIGIN}/t/sign-in?vSubscriptionId=s1`), ORIGIN).key, "s1");
    const { search } = takePurchaseKey(link(`${ORIGIN}/t/sign-in?vSubscriptionId=s1&next=%2Fwebapp`), ORIGIN);
    assertEquals(search, link(`${ORIGIN}/t/sign-in?next=%2Fwebapp`), "the key leaves the address at once");
    assertEquals(takePurchaseKey(link("https://evil.test/?vSubscriptionId=s1"), ORIGIN).key, "");
    assertEquals([isSignInLink(link("x")), isSignInLink("?mode=signIn"), isSignInLink("")], [true, false, false]);
  });
});
