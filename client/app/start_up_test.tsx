/** The start of the app: the link of the visit, the visitor's country, the way past the header, and the cookie question. */
import { before, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../tests/support/app/component.ts";
import type { Site } from "../../server/wire/site/site.ts";
import { ConsentBanner } from "../features/consent/ConsentBanner.tsx";
import { consent, dispatchConsent } from "../features/consent/consent_store.ts";
import { provideSite } from "../lib/browser/site.ts";
import { type loadIdentity, provideIdentity } from "../features/session/identity/identity.ts";
import { forgetAccount, forgetUser, keepUser, session, signInPending } from "../features/session/session_store.ts";
import { ADA } from "../../tests/support/app/samples.ts";
import { tracker } from "../visit/tracker.ts";
import { currentLink } from "../lib/link/link.ts";
import { EMPTY_VALIDATOR_DATA, slots, STORAGE_KEYS } from "../lib/storage/storage_keys.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { setNumber, validator } from "../lib/storage/validator_store.ts";
import { changeDraft, draft } from "../features/checkout/checkout_store.ts";
import { dispatchQuiz, quiz } from "../features/quiz/quiz_store.ts";
import { loadDisplayFace } from "./display_face.ts";
import { Layout } from "./Layout.tsx";
import { startUp } from "./start_up.ts";
// Loaded here: from the disk it may take longer than the turns that the cases wait.
import "../features/session/sign_in/finish_pending.ts";

describe("the start of the app", () => {
  it("keeps the parameters of the link for the screens after it, and asks where the visitor is", async () => {
    const site = { base: "/trustcheck", inAppBrowserExits: {}, sentryDsn: "", pixelId: "", adTagId: "" };
    provideSite({ ...site, funnelEvents: false } as unknown as Site);
    const { fetch } = globalThis;
    const asked: string[] = [];
    const answer = (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response("loc=DE\nip=192.0.2.1\n"));
    };
    Object.assign(globalThis, { fetch: answer });
    // A small browser.
    const shown = await show(<p />);
    history.replaceState(null, "", "/trustcheck/?plan=tck_3month_plan&wmq=1");
    startUp();
    history.replaceState(null, "", "/trustcheck/offers");
    await shown.settle();
    assertEquals([currentLink().plan?.id, currentLink().wmq], ["tck_3month_plan", true]);
    assertEquals([asked.length, visitorLocation.value?.country], [1, "DE"]);
    await shown.close();
    Object.assign(globalThis, { fetch });
  });

  it("W-START-01 W-TRACK-05: a return from the provider signs in and is reported, but on screens with a sign-in card", async () => {
    const site = { base: "/trustcheck", inAppBrowserExits: {}, sentryDsn: "", pixelId: "", adTagId: "" };
    provideSite({ ...site, funnelEvents: false } as unknown as Site);
    const { fetch } = globalThis;
    Object.assign(globalThis, { fetch: () => Promise.resolve(new Response("loc=DE\nip=192.0.2.1\n")) });
    provideIdentity({ redirectResult: () => Promise.resolve(ADA) } as Awaited<ReturnType<typeof loadIdentity>>);
    const { signIn } = tracker();
    const ways: string[] = [];
    Object.assign(tracker(), { signIn: (way: string) => void ways.push(way) });
    const shown = await show(<p />);
    const startAt = async (path: string) => {
      signInPending.write(true);
      history.replaceState(null, "", `/trustcheck${path}`);
      startUp();
      for (let turns = 0; turns < 500 && signInPending.read(); turns++) await shown.settle();
      return [signInPending.read(), session.value.user?.uid, ways.splice(0).join()];
    };
    assertEquals(await startAt("/Sign-In/"), [true, undefined, ""]);
    assertEquals(await startAt("/terms"), [false, ADA.uid, "google"]);
    forgetUser();
    Object.assign(tracker(), { signIn });
    await shown.close();
    Object.assign(globalThis, { fetch });
  });

  /** Typefaces that were created, and those of the document, with one that loads or does not. */
  async function facesOf(connection: { readonly saveData: boolean } | undefined, loads: boolean) {
    const shown = await show(<p />);
    const made: unknown[] = [];
    const added: unknown[] = [];
    const { FontFace, requestIdleCallback } = globalThis;
    const Face = class {
      constructor(...given: readonly unknown[]) {
        made.push(given);
      }
      load() {
        return loads ? Promise.resolve("loaded") : Promise.reject(new Error("offline"));
      }
    };
    const own = { FontFace: Face, DISPLAY_FACE_ADDRESS: "/a.woff2", requestIdleCallback: (act: () => void) => act() };
    Object.assign(globalThis, own);
    Object.defineProperty(document, "fonts", {
      value: { add: (face: unknown) => added.push(face) },
      configurable: true,
    });
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
    dispatchEvent(new Event("load"));
    loadDisplayFace();
    dispatchEvent(new Event("load"));
    await shown.settle();
    Reflect.deleteProperty(navigator, "connection");
    Reflect.deleteProperty(globalThis, "DISPLAY_FACE_ADDRESS");
    Object.assign(globalThis, { FontFace, requestIdleCallback });
    await shown.close();
    return [made, added];
  }

  it("loads the typeface of headings once, and keeps the local one when it does not load or the visitor saves data", async () => {
    const face = ["TrustCheck Display", 'url("/a.woff2") format("woff2")', { weight: "300 900" }];
    assertEquals(await facesOf(undefined, true), [[face], ["loaded"]]);
    assertEquals(await facesOf({ saveData: false }, false), [[face], []]);
    assertEquals(await facesOf({ saveData: true }, true), [[], []]);
  });
});

describe("SECURITY B6: whatever page is open, what a member entered goes with the account", () => {
  const NOTHING = ["", "", "", null, null];
  const fill = () => {
    keepUser(ADA);
    setNumber({ phoneNumber: "+16502530000", country: "US" });
    changeDraft({ firstName: "Ada", postalCode: "94043" });
    dispatchQuiz({ type: "email_changed", email: ADA.email });
    dispatchQuiz({ type: "question_answered", question: 3, answer: "yes", at: "2037-01-31" });
    sessionStorage.setItem(STORAGE_KEYS.addOnOrders, "{}");
  };
  const left = () => [
    draft.value.firstName,
    quiz.value.email,
    slots.quizEmail.read(),
    quiz.value.quizAnswers[3] ?? null,
    sessionStorage.getItem(STORAGE_KEYS.addOnOrders),
  ];
  /** As another tab writes it. */
  const change = (user: object | null) => {
    localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user));
    dispatchEvent(Object.assign(new Event("storage"), { key: STORAGE_KEYS.user }));
  };

  before(async () => {
    const site = { base: "/trustcheck", inAppBrowserExits: {}, sentryDsn: "", pixelId: "", adTagId: "" };
    provideSite({ ...site, funnelEvents: false } as unknown as Site);
    const { fetch } = globalThis;
    Object.assign(globalThis, { fetch: () => Promise.resolve(new Response("loc=DE\nip=192.0.2.1\n")) });
    const shown = await show(<p />);
    startUp();
    // What forgets loads once there is an account.
    for (let turns = 0; turns < 500; turns++) {
      fill();
      await shown.settle();
      change(null);
      if (draft.value.firstName === "") break;
    }
    await shown.close();
    Object.assign(globalThis, { fetch });
    forgetUser();
  });

  it("when another tab signs in another account", () => {
    fill();
    change({ ...ADA, uid: "u-bea" });
    assertEquals([session.value.user?.uid, left(), validator.value], ["u-bea", NOTHING, EMPTY_VALIDATOR_DATA]);
    forgetUser();
  });

  it("when another tab signs out, or changes the account and so keeps its number for the next one", () => {
    fill();
    slots.validatorData.clear();
    change(null);
    assertEquals([session.value.user, left(), validator.value], [undefined, NOTHING, EMPTY_VALIDATOR_DATA]);
    fill();
    change(null);
    assertEquals([left(), validator.value.phoneNumber], [NOTHING, "+16502530000"]);
    forgetUser();
  });

  it("when the session ends here; a purchase that another account may claim keeps its open orders", () => {
    fill();
    forgetUser();
    assertEquals([left(), validator.value], [NOTHING, EMPTY_VALIDATOR_DATA]);
    fill();
    slots.purchaseSubscriptionId.write("s1");
    forgetAccount();
    assertEquals([left(), validator.value.phoneNumber], [["", "", "", null, "{}"], "+16502530000"]);
    forgetUser();
    sessionStorage.removeItem(STORAGE_KEYS.addOnOrders);
  });

  it("but not when a visitor signs in, nor when an open card form belongs to the next one", () => {
    changeDraft({ firstName: "Ada" });
    keepUser(ADA);
    assertEquals(draft.value.firstName, "Ada");
    quiz.value = { ...quiz.value, isPaymentModalOpen: true };
    change({ ...ADA, uid: "u-bea" });
    assertEquals([draft.value.firstName, quiz.value.isPaymentModalOpen], ["", true]);
    quiz.value = { ...quiz.value, isPaymentModalOpen: false };
    forgetUser();
  });
});

describe("the link to the content", () => {
  it("moves the focus and makes no history entry, whose state would be without the free result", async () => {
    provideSite({ base: "/trustcheck", pixelId: "", adTagId: "" } as Site);
    const shown = await show(
      <Layout onConsentChoices={() => {}}>
        <main id="content" tabIndex={-1} />
      </Layout>,
      { path: "/" },
    );
    history.replaceState({ usr: "the free result" }, "", "/trustcheck/");
    const link = shown.named("Skip to content");
    assertEquals(link.getAttribute("href"), "#content", "for pages whose script has not loaded");
    await shown.press(link);
    assertEquals([history.state, location.hash], [{ usr: "the free result" }, ""]);
    assertEquals(document.activeElement?.tagName, "MAIN");
    await shown.close();
  });
});

const SITE = { funnelEvents: true, pixelId: "", adTagId: "", sentryDsn: "" } as Site;

it("the cookie question has the focus when it was asked for, and gives it to the cookie settings when it is answered", async () => {
  provideSite(SITE);
  consent.value = { choice: "unanswered", isOpen: true };
  const shown = await show(
    <Layout onConsentChoices={() => dispatchConsent({ type: "choices_opened" })} banner={<ConsentBanner policy="" />}>
      <main id="content" tabIndex={-1} />
    </Layout>,
    { path: "/" },
  );
  assertEquals(document.activeElement === document.body, true, "a question that comes by itself takes no focus");
  for (const choice of ["consent-refuse", "consent-accept"]) {
    shown.named("Cookie settings").focus();
    await shown.press(shown.named("Cookie settings"));
    assertEquals(shown.at("consent").matches(":focus"), true);
    await shown.focus(choice);
    await shown.press(choice);
    assertEquals([shown.has("consent"), document.activeElement?.textContent], [false, "Cookie settings"]);
  }
  await shown.close();
  provideSite({ ...SITE, funnelEvents: false });
});
