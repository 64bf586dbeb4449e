/** The members shell: whom it sends to sign-in, with what, and what stays in the browser when a session ends. */
import { ADA } from "../../../tests/support/app/samples.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Route, Routes, useLocation } from "react-router-dom";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { changeDraft, draft } from "../../features/checkout/checkout_store.ts";
import { dispatchQuiz, quiz } from "../../features/quiz/quiz_store.ts";
import {
  followOtherTabs,
  forgetUser,
  isSigningOut,
  keepUser,
  purchaseKey,
  session,
} from "../../features/session/session_store.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { forgetVisit } from "../forget_visit.ts";
import { WebappPage } from "./WebappPage.tsx";

const HERE = "http://localhost:8000/trustcheck/webapp";
const BEA = { ...ADA, uid: "u-bea", email: "bea@example.com", displayName: "Bea" };

function SignIn() {
  return <p>Sign in for {Reflect.get(Object(useLocation().state), "next")}</p>;
}

const open = (search = "") => {
  history.replaceState(null, "", `${HERE}${search}`);
  return show(
    <Routes>
      <Route path="/sign-in" element={<SignIn />} />
      <Route path="/" element={<p>The start</p>} />
      <Route path="/webapp" element={<WebappPage />}>
        <Route index element={<p>The check</p>} />
      </Route>
    </Routes>,
    { path: `/webapp${search}` },
  );
};

describe("the members area", () => {
  beforeEach(() => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
  });
  afterEach(() => {
    isSigningOut.value = false;
    forgetUser();
    history.replaceState(null, "", HERE);
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("W-FINAL-01: a link that names a purchase leads a member to finalize it, and its key leaves the address", async () => {
    keepUser(ADA);
    const shown = await open("?vSubscriptionId=s1&tab=history");
    assertEquals(shown.text(), "Sign in for /webapp?tab=history");
    assertEquals([purchaseKey.read(), location.search], ["s1", "?tab=history"]);
    await shown.close();
    const again = await open();
    assertEquals(again.all("p").at(-1)?.textContent, "The check", "a purchase that waits blocks no other visit");
    await again.close();
  });

  it("W-FINAL-01: a visitor signs in first, and the key is not in the address to come back to", async () => {
    const shown = await open("?vSubscriptionId=s1");
    assertEquals([shown.text(), purchaseKey.read(), location.search], ["Sign in for /webapp", "s1", ""]);
    await shown.close();
  });

  it("SECURITY B6: a session that ends in any way leaves neither number, answers nor names for the next person", async () => {
    const fill = () => {
      keepUser(ADA);
      setNumber({ phoneNumber: "+16502530000", country: "US" });
      changeDraft({ firstName: "Ada", postalCode: "94043" });
      dispatchQuiz({ type: "email_changed", email: ADA.email });
    };
    const left = () => [validator.value.phoneNumber, draft.value.firstName, quiz.value.email];
    fill();
    const shown = await open();
    assertEquals(left(), ["+16502530000", "Ada", ADA.email]);
    await shown.change(forgetUser);
    await shown.settle();
    assertEquals([shown.text(), left()], ["Sign in for /webapp", ["", "", ""]]);
    assertEquals([localStorage.getItem("validatorData"), sessionStorage.getItem("checkout")], [null, null]);
    await shown.close();
    fill();
    const other = await open();
    await other.close();
    assertEquals(left(), ["+16502530000", "Ada", ADA.email], "a member who only leaves the page keeps them");
    await open().then(async (third) => {
      await third.change(forgetUser);
      await third.close();
    });
  });

  it("SECURITY B6: another account that signs in without a sign-out begins with its own data, on whatever page", async () => {
    const fill = () => {
      keepUser(ADA);
      setNumber({ phoneNumber: "+16502530000", country: "US" });
      changeDraft({ firstName: "Ada", postalCode: "94043" });
      dispatchQuiz({ type: "email_changed", email: ADA.email });
      slots.validationsCount.write(3);
      slots.offenderSearchName.write("Ben Brook");
    };
    const left = () => [
      validator.value.phoneNumber,
      draft.value.firstName,
      quiz.value.email,
      slots.validationsCount.read(),
      slots.offenderSearchName.read(),
    ];
    const nothing = ["", "", "", 0, ""];
    fill();
    const shown = await open();
    await shown.change(() => keepUser(BEA));
    assertEquals([shown.all("p").at(-1)?.textContent, left()], ["The check", nothing]);
    assertEquals([localStorage.getItem("validatorData"), sessionStorage.getItem("checkout")], [null, null]);
    await shown.change(fill);
    await shown.change(() => {
      localStorage.setItem("user", JSON.stringify(BEA));
      followOtherTabs();
    });
    assertEquals([session.value.user?.uid, left()], [BEA.uid, nothing]);
    await shown.close();
    fill();
    keepUser(BEA);
    assertEquals(left(), nothing);
  });

  it("keeps for a buyer who signs in what they entered as a visitor", async () => {
    setNumber({ phoneNumber: "+16502530000", country: "US" });
    changeDraft({ firstName: "Ada" });
    const shown = await open();
    await shown.change(() => keepUser(ADA));
    await shown.change(() => keepUser({ ...ADA, email: "ada@new.example" }));
    assertEquals([validator.value.phoneNumber, draft.value.firstName], ["+16502530000", "Ada"]);
    await shown.close();
    forgetVisit();
  });

  it("never takes what a visitor without an account has entered", async () => {
    setNumber({ phoneNumber: "+16502530000", country: "US" });
    const shown = await open();
    assertEquals([shown.text(), validator.value.phoneNumber], ["Sign in for /webapp", "+16502530000"]);
    await shown.close();
    setNumber({ phoneNumber: "", country: "" });
  });
});
