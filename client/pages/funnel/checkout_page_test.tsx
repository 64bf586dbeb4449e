/** The purchase steps by their addresses. */
import { useLocation } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { changeDraft, forgetDraft } from "../../features/checkout/checkout_store.ts";
import { dispatchQuiz, quiz } from "../../features/quiz/quiz_store.ts";
import { forgetUser, keepUser } from "../../features/session/session_store.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { CheckoutSteps } from "./CheckoutPage.tsx";

function Steps() {
  const { pathname, search } = useLocation();
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <CheckoutSteps step={(["payment", "plan"] as const).find((step) => search.includes(step)) ?? "details"} />
    </>
  );
}

const MEMBER = {
  uid: "member-1",
  email: "ana@mail.example",
  displayName: "Ana",
  providerId: "google.com",
  providerDataId: "g-1",
  isAppleAuth: false,
  isGoogleAuth: true,
};

describe("the purchase steps", () => {
  it("lead from a payment without an address to the details, whatever plan the link names", async () => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    const opened: boolean[] = [];
    const stop = quiz.subscribe(({ isPaymentModalOpen }) => void opened.push(isPaymentModalOpen));
    for (const plan of ["", "&chosen=tck_3month_plan", "&chosen=no_such_plan"]) {
      const shown = await show(<Steps />, { path: `/?step=payment${plan}` });
      await shown.settle();
      assertEquals([shown.at("address").textContent, shown.has("details-email")], ["/?step=details", true], plan);
      await shown.close();
    }
    stop();
    assertEquals(opened.includes(true), false, "no payment was shown, so none is counted");
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("W-START-06: show the card form only while the payment modal is open", async () => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    changeDraft({ country: "US", postalCode: "94043", planId: "tck_weekly_3dtrial" });
    dispatchQuiz({ type: "email_changed", email: "ana@mail.example" });
    const realFetch = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError("no connection"));
    const shown = await show(<Steps />, { path: "/?step=payment" });
    const isOpen = () => [quiz.value.isPaymentModalOpen, shown.all(".payment:not([data-phase=sent])").length === 1];
    assertEquals(isOpen(), [true, true]);
    await shown.change(() => dispatchQuiz({ type: "payment_modal_closed" }));
    assertEquals(isOpen(), [false, false]);
    await shown.change(() => dispatchQuiz({ type: "payment_modal_opened" }));
    assertEquals(isOpen(), [true, true]);
    await shown.close();
    assertEquals(quiz.value.isPaymentModalOpen, false);
    dispatchQuiz({ type: "email_changed", email: "" });
    forgetDraft();
    globalThis.fetch = realFetch;
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("lead to the payment of the plan that was marked last, also before the page has drawn the mark", async () => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    dispatchQuiz({ type: "email_changed", email: "ana@mail.example" });
    changeDraft({ country: "US", postalCode: "94043", planId: "tck_weekly_3dtrial" });
    const shown = await show(<Steps />, { path: "/?step=plan" });
    const done = shown.at("plan-continue");
    await shown.change(() => {
      changeDraft({ planId: "tck_3month_plan" });
      done.click();
    });
    assertEquals(shown.at("address").textContent, "/?step=payment&chosen=tck_3month_plan");
    await shown.close();
    dispatchQuiz({ type: "email_changed", email: "" });
    forgetDraft();
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("suggest a member's address, which can be emptied to type another one", async () => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    keepUser(MEMBER);
    const shown = await show(<Steps />, { path: "/?step=details" });
    const email = () => Reflect.get(shown.at("details-email"), "value");
    assertEquals(email(), "ana@mail.example");
    for (const typed of ["", "b", ""]) {
      await shown.type("details-email", typed);
      assertEquals(email(), typed);
    }
    await shown.close();
    forgetUser();
    forgetDraft();
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("keep the card form when the session begins or ends while it is open", async () => {
    Object.assign(globalThis, { scrollTo: () => {} });
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    changeDraft({ country: "US", postalCode: "94043", planId: "tck_weekly_3dtrial" });
    const realFetch = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError("no connection"));
    keepUser(MEMBER);
    const shown = await show(<Steps />, { path: "/?step=payment" });
    // Until the part for members is loaded; what is shown meanwhile has a tick, too.
    const isWaiting = () => shown.all(".payment:not([data-phase=sent])").length === 0;
    for (let turns = 0; turns < 500 && isWaiting(); turns++) await shown.settle();
    const form = shown.at("consent-tick");
    await shown.change(forgetUser);
    await shown.settle();
    assert(shown.at("consent-tick") === form);
    await shown.change(() => keepUser(MEMBER));
    await shown.settle();
    assert(shown.at("consent-tick") === form);
    await shown.close();
    forgetUser();
    forgetDraft();
    globalThis.fetch = realFetch;
    Reflect.deleteProperty(globalThis, "scrollTo");
  });
});
