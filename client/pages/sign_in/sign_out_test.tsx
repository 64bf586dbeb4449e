/** Signing out on the account page, on a network that is slow or lost. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Link, Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import { heldCall, show } from "../../../tests/support/app/component.ts";
import { ADA } from "../../../tests/support/app/samples.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { changeDraft, draft } from "../../features/checkout/checkout_store.ts";
import { forgetUser, isSigningOut, keepUser, session } from "../../features/session/session_store.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { ProfilePage } from "../members/ProfilePage.tsx";
import { WebappPage } from "../members/WebappPage.tsx";

function Place() {
  return <p data-testid="place">{useLocation().pathname} by {useNavigationType()}</p>;
}

const open = () =>
  show(
    <>
      <Place />
      <Link to="/privacy">Privacy</Link>
      <Routes>
        <Route path="*" element={<p>Another page</p>} />
        <Route path="/webapp" element={<WebappPage />}>
          <Route path="profile" element={<ProfilePage />} />
        </Route>
      </Routes>
    </>,
    { path: "/webapp/profile" },
  );

const { fetch, AbortSignal: { timeout } } = globalThis;

describe("signing out", () => {
  let asked: string[] = [];
  let limits: number[] = [];
  let late = new AbortController();
  let held = heldCall<Response>();
  beforeEach(() => {
    [asked, limits, late, held] = [[], [], new AbortController(), heldCall()];
    Object.assign(globalThis, { scrollTo: () => {} });
    // Without settings of the identity library each of its calls fails.
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    AbortSignal.timeout = (ms) => {
      limits.push(ms);
      return late.signal;
    };
    globalThis.fetch = (input) => {
      asked.push(String(input));
      late.signal.addEventListener("abort", () => held.fail(late.signal.reason));
      return held.promise;
    };
    keepUser(ADA);
    setNumber({ phoneNumber: "+16502530000", country: "US" });
    changeDraft({ firstName: "Ada" });
  });
  afterEach(() => {
    Object.assign(globalThis, { fetch });
    AbortSignal.timeout = timeout;
    isSigningOut.value = false;
    forgetUser();
    Reflect.deleteProperty(globalThis, "scrollTo");
  });
  const kept = () => [localStorage.getItem("user"), validator.value.phoneNumber, draft.value.firstName];

  it("waits for the server, whose answer empties the browser's storage, and then goes to the start once", async () => {
    const shown = await open();
    await shown.press("sign-out");
    for (let turns = 0; turns < 500 && asked.length === 0; turns++) await shown.settle();
    assertEquals([asked, shown.at("place").textContent], [["/api/sign-out"], "/webapp/profile by POP"]);
    assertEquals(shown.at("sign-out").getAttribute("aria-disabled"), "true");
    assertEquals(kept(), [null, "", ""], "a tab that is closed now leaves nothing");
    await shown.change(() => held.answer(Response.json({ status: "signed_out" })));
    for (let turns = 0; turns < 500 && session.value.user !== undefined; turns++) await shown.settle();
    assertEquals([session.value.user, shown.at("place").textContent], [undefined, "/ by REPLACE"]);
    await shown.close();
  });

  it("leaves a visitor where they have gone meanwhile", async () => {
    const shown = await open();
    await shown.press("sign-out");
    for (let turns = 0; turns < 500 && asked.length === 0; turns++) await shown.settle();
    await shown.press(shown.named("Privacy"));
    await shown.change(() => held.answer(Response.json({ status: "signed_out" })));
    for (let turns = 0; turns < 20; turns++) await shown.settle();
    assertEquals([session.value.user, shown.at("place").textContent], [undefined, "/privacy by PUSH"]);
    assertEquals(kept(), [null, "", ""]);
    await shown.close();
  });

  it("leaves alone another account that signs in meanwhile", async () => {
    const BEA = { ...ADA, uid: "u-bea", email: "bea@example.com" };
    const shown = await open();
    await shown.press("sign-out");
    for (let turns = 0; turns < 500 && asked.length === 0; turns++) await shown.settle();
    await shown.change(() => keepUser(BEA));
    setNumber({ phoneNumber: "+442079460018", country: "GB" });
    await shown.change(() => late.abort(new DOMException("late", "TimeoutError")));
    for (let turns = 0; turns < 20; turns++) await shown.settle();
    assertEquals([session.value.user?.uid, validator.value.phoneNumber], ["u-bea", "+442079460018"]);
    await shown.close();
  });

  it("gives up on a lost network after five seconds, and signs out here", async () => {
    const shown = await open();
    await shown.press("sign-out");
    for (let turns = 0; turns < 500 && asked.length === 0; turns++) await shown.settle();
    assertEquals(limits, [5_000]);
    await shown.change(() => late.abort(new DOMException("late", "TimeoutError")));
    for (let turns = 0; turns < 500 && session.value.user !== undefined; turns++) await shown.settle();
    assertEquals([session.value.user, shown.at("place").textContent], [undefined, "/ by REPLACE"]);
    assertEquals(kept(), [null, "", ""]);
    await shown.close();
  });
});
