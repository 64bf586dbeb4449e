/** The sign-in page of a member who opens an emailed link, and of a buyer whose account cannot have the purchase. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Route, Routes } from "react-router-dom";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { changeDraft, draft } from "../../features/checkout/checkout_store.ts";
import { dispatchQuiz, quiz } from "../../features/quiz/quiz_store.ts";
import { type loadIdentity, provideIdentity } from "../../features/session/identity/identity.ts";
import {
  activationKey,
  forgetUser,
  keepUser,
  purchaseKey,
  session,
  signInPending,
} from "../../features/session/session_store.ts";
import { tracker } from "../../visit/tracker.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { SignInPage } from "./SignInPage.tsx";

const SIGN_IN = "http://localhost:8000/trustcheck/sign-in";
const linkTo = (target: string) =>
  `${SIGN_IN}?apiKey=embedded&mode=signIn&oobCode=c1&continueUrl=${encodeURIComponent(target)}`;

const BEN = {
  uid: "u-ben",
  email: "ben@example.com",
  displayName: "Ben",
  providerId: "google.com",
  providerDataId: "g-1",
  isAppleAuth: false,
  isGoogleAuth: true,
};

const open = (search = "") =>
  show(
    <Routes>
      <Route path="/sign-in" element={<SignInPage activation={false} />} />
      <Route path="/webapp" element={<p>The members area</p>} />
    </Routes>,
    { path: `/sign-in${search}` },
  );

describe("the sign-in page", () => {
  beforeEach(() => {
    Object.assign(globalThis, { scrollTo: () => {} });
    // Without settings of the identity library each of its calls fails.
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    keepUser(BEN);
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "scrollTo");
    history.replaceState(null, "", SIGN_IN);
    forgetUser();
  });

  it("leads a signed-in member to the members area", async () => {
    const shown = await open();
    assertEquals(shown.text(), "The members area");
    await shown.close();
  });

  it("opens the link of a signed-in member, who confirms with it or changes the account", async () => {
    history.replaceState(null, "", linkTo(SIGN_IN));
    const shown = await open();
    assertStringIncludes(shown.text(), "Which email address was this link sent to?");
    assertStringIncludes(location.search, "oobCode=c1");
    await shown.close();
  });

  it("confirms an address by the link of an email, and offers the ways to sign in behind it", async () => {
    forgetUser();
    const shown = await open("?mode=verifyEmail&oobCode=c1");
    for (let turns = 0; turns < 500 && !shown.has("email-action-error"); turns++) await shown.settle();
    assertStringIncludes(shown.text(), "Confirm your email");
    await shown.press(shown.named("Sign in"));
    assertEquals([shown.has("email-action-error"), shown.has("sign-in-card")], [false, true]);
    await shown.close();
  });

  it("claims no purchase for the account of before while a link waits", async () => {
    history.replaceState(null, "", linkTo(`${SIGN_IN}?vSubscriptionId=s1`));
    const shown = await open();
    assertStringIncludes(shown.text(), "Which email address was this link sent to?");
    await shown.close();
  });

  it("SECURITY B6: a link that signs in another account leaves it nothing that the member before has entered", async () => {
    changeDraft({ firstName: "Ben", country: "US" });
    dispatchQuiz({ type: "email_changed", email: BEN.email });
    setNumber({ phoneNumber: "+16502530000", country: "US" });
    history.replaceState(null, "", linkTo(SIGN_IN));
    const shown = await open();
    await shown.change(() => keepUser({ ...BEN, uid: "u-ada", email: "ada@example.com" }));
    assertEquals([draft.value.firstName, quiz.value.email, validator.value.phoneNumber], ["", "", ""]);
    await shown.close();
  });

  it("keeps the purchase and its number for another account", async () => {
    purchaseKey.write("s1");
    activationKey.write("proof-1");
    slots.purchaseEmail.write("ada@example.com");
    slots.validatorData.write({ phoneNumber: "+16502530000", country: "US" });
    const shown = await open();
    for (let turns = 0; turns < 500 && !shown.has("finalize-error"); turns++) await shown.settle();
    await shown.press(shown.named("Use a different account"));
    for (let turns = 0; turns < 500 && !shown.has("sign-in-card"); turns++) await shown.settle();
    assertEquals([shown.has("sign-in-card"), session.value.user], [true, undefined]);
    const kept = [purchaseKey.read(), activationKey.read(), slots.purchaseEmail.read()];
    assertEquals(kept, ["s1", "proof-1", "ada@example.com"]);
    assertEquals(slots.validatorData.read().phoneNumber, "+16502530000");
    await shown.close();
  });

  it("W-TRACK-05: a sign-in is reported", async () => {
    forgetUser();
    provideIdentity({ redirectResult: () => Promise.resolve(BEN) } as Awaited<ReturnType<typeof loadIdentity>>);
    const { signIn } = tracker();
    const ways: string[] = [];
    Object.assign(tracker(), { signIn: (way: string) => void ways.push(way) });
    signInPending.write(true);
    const shown = await open();
    for (let turns = 0; turns < 50 && signInPending.read(); turns++) await shown.settle();
    assertEquals([ways, session.value.user?.uid], [["google"], BEN.uid]);
    Object.assign(tracker(), { signIn });
    await shown.close();
  });
});
