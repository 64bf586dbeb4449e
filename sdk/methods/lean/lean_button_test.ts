/** Lean's button: the payment that its dialog gets, and the outcome of each of the dialog's answers. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import {
  asElement,
  openSmallPage,
  SmallElement,
  type SmallPage,
} from "../../../tests/support/small_page/small_page.ts";
import { NO_ELEMENTS } from "../../../tests/support/small_page/no_elements.ts";
import type { Answer, Call } from "../../api/http.ts";
import type { ClientContext } from "../../client_context.ts";
import { fromResponse } from "../../errors/from_response.ts";
import { Language } from "../../locales/language.ts";
import { CHALLENGE_WATCH_INTERVAL_MS, INITIAL_POLL_DELAY_MS } from "../../payment/constants.ts";
import "../../payment/after_authorize/give_up.ts";
import { beginAttempt } from "../../payment/attempt_lock.ts";
import { Session } from "../../session/session.ts";
import type { LeanButtonOptions } from "../options.ts";
import { customizationOf, LeanButton } from "./lean_button.ts";

const PAGE = "https://shop.test";
const BASE = `${PAGE}/services/payments/client`;
const REQUESTED = { code: "authorizeRequested", time: "2026-11-21T06:00:01.000Z" };
const WAITING = { code: "authorizePending", time: "2026-11-21T06:00:02.000Z" };
const PAID = { code: "authorizeSuccessful", time: "2026-11-21T06:00:03.000Z" };
const GIVEN_UP = {
  code: "authorizeFailed",
  time: "2026-11-21T06:00:04.000Z",
  errors: [{ reason: { result: "PayerCanceled" } }],
};

let made = 0;

describe("the button of Lean", () => {
  let page: SmallPage;
  let place: SmallElement;
  let clock: Clock;
  /** Undefined for a dialog that never answers. */
  let status: string | undefined;
  /** Whether the provider lets the page give the payment up. */
  let mayGiveUp: boolean;
  /** Ends the life of the client. */
  let life: AbortController;
  /** What the provider says after the dialog. */
  let isPaid: boolean;
  /** Whether the session has expired. */
  let isExpired: boolean;
  /** Answers for the shopper while the dialog is open. */
  let answer: (status: string) => void;
  let action: object;
  let fails: boolean;
  const requests: unknown[] = [];
  const calls: Call[] = [];
  const reported: string[] = [];

  beforeEach(() => {
    [status, isPaid, fails, mayGiveUp, isExpired] = ["SUCCESS", true, false, false, false];
    life = new AbortController();
    action = { paymentId: "intent", appToken: "key", sandbox: true };
    requests.length = calls.length = reported.length = 0;
    const pay = ({ callback, ...request }: { readonly callback: (answer: object) => void }) => {
      requests.push(request);
      answer = (status) => callback({ status });
      if (fails) throw new TypeError("Lean is down");
      if (status !== undefined) queueMicrotask(() => callback({ status }));
    };
    page = openSmallPage({ origin: PAGE, more: { Lean: { pay } } });
    place = new SmallElement("div", () => {});
    page.body.append(place);
    clock = install({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    clock.uninstall();
    page.close();
  });

  function context(): ClientContext {
    const methods = [{ paymentMethodCode: "lean", integrationType: "api", config: {}, paymentInstruments: [] }];
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: methods },
      links: { authorize: { href: `${BASE}/authorize` } },
    };
    const config = {
      token: "token",
      amount: { value: "1.00", currency: "AED" },
      execution: { id: `lean${++made}`, links: { self: `${BASE}/self` }, initialResults: [{ httpCode: 200, body }] },
    };
    const init = { version: "2.0", data: btoa(JSON.stringify(config)) };
    const rules = { pageOrigin: PAGE, hosts: [] };
    return {
      session: new Session(init, { options: {}, rules, log: () => {} }),
      send: (call) => {
        calls.push(call);
        const { method, url } = call;
        if (isExpired) {
          return Promise.resolve({
            type: "refused",
            status: 401,
            text: "",
            error: fromResponse({ method, url, status: 401 }),
          });
        }
        const end = requests.length > 0 && isPaid ? [PAID] : givenUp().length > 0 ? [GIVEN_UP] : [];
        const status = [REQUESTED, WAITING, ...end];
        const links = {
          self: `${BASE}/self`,
          confirm: { href: `${BASE}/confirm`, action },
          ...(mayGiveUp ? { giveUp: { href: `${BASE}/give-up` } } : {}),
        };
        const body = method === "GET"
          ? { id: "e", status, links, ...(status.length === 2 ? { actionRequired: "lean" } : {}) }
          : { links: { execution: `${BASE}/self` } };
        return Promise.resolve<Answer>({ type: "ok", body });
      },
      lookUpBin: () => Promise.resolve(undefined),
      rules,
      initOptions: { scripts: { lean: `${PAGE}/lean.js?${made}` }, telemetry: { collectMetadata: false } },
      language: new Language(undefined),
      signal: life.signal,
      ...NO_ELEMENTS,
    };
  }
  const button = () => page.find(({ tagName }) => tagName === "button");
  const givenUp = () => calls.filter(({ url }) => url.endsWith("/give-up"));
  function heard() {
    return {
      onSuccess: () => reported.push("success"),
      onPending: (_: unknown, { reason }: { readonly reason: string }) => reported.push(`pending ${reason}`),
      onFailed: (_: unknown, { code }: { readonly code: string }) => reported.push(`failed ${code}`),
      onStateChanged: (state: string) => reported.push(state),
    };
  }
  async function pay(options: LeanButtonOptions = {}) {
    new LeanButton({ events: heard(), ...options }, context()).mount(asElement(place));
    button()?.fire("click");
    // The code that gives a payment up takes real time to load.
    for (let turn = 0; turn < 100 && reported.at(-1) !== "enabled"; turn++) await clock.runAllAsync();
  }

  it("has the client's texts where the page leaves one undefined, and follows those of the drop-in", () => {
    const labels = () => button()?.all().map(({ textContent }) => textContent);
    const made = new LeanButton({ translations: loose({ label: undefined, loading: "Wait" }) }, context());
    made.mount(asElement(place));
    assertEquals(labels()?.includes("Pay by bank"), true);
    made.retext({ label: "From my account" });
    assertEquals(labels()?.includes("From my account"), true);
    made.unmount();
    made.retext({ label: "Too late" });
  });

  it("authorizes lean, opens the dialog with the payment's ids and colours, and reports what the polls say", async () => {
    const returnInfo = { success: `${PAGE}/thanks` };
    await pay({ styles: { dialog: { themeColor: "red", overlayColor: "blue" } }, returnInfo });
    const { paymentComposition: [item], returnInfo: sent } = Object(
      calls.find(({ method }) => method === "POST")?.body,
    );
    assertEquals(sent.success, returnInfo.success);
    assertEquals([item.paymentMethodCode, item.integrationType, item.amount.currency, item.storeInstrument], [
      "lean",
      "api",
      "AED",
      false,
    ]);
    assertEquals(requests, [{
      payment_intent_id: "intent",
      app_token: "key",
      sandbox: true,
      customization: { theme_color: "red", overlay_color: "blue" },
    }]);
    assertEquals(reported, ["disabled", "success", "enabled"]);
  });

  it("a closed dialog leaves a payment that waits at the bank pending, and never hides one that was paid", async () => {
    status = "CANCELLED";
    await pay();
    assertEquals(reported, ["disabled", "success", "enabled"]);
    reported.length = requests.length = 0;
    isPaid = false;
    await pay();
    assertEquals(reported, ["disabled", "pending page_closed", "enabled"]);
  });

  it("a closed dialog gives the payment up where the provider lets it; what was paid meanwhile stays paid", async () => {
    [status, isPaid, mayGiveUp] = ["CANCELLED", false, true];
    await pay();
    assertEquals([reported[1], givenUp().map(({ method }) => method)], ["failed USER_CANCELLED", ["POST"]]);
    reported.length = requests.length = calls.length = 0;
    isPaid = true;
    await pay();
    assertEquals(reported[1], "success");
  });

  it("a dialog that never answers ends with what the provider says", async () => {
    [status, isPaid] = [undefined, false];
    new LeanButton({ events: heard() }, context()).mount(asElement(place));
    button()?.fire("click");
    await clock.tickAsync(INITIAL_POLL_DELAY_MS + 2 * CHALLENGE_WATCH_INTERVAL_MS);
    assertEquals([requests.length, reported], [1, ["disabled"]]);
    isPaid = true;
    await clock.tickAsync(CHALLENGE_WATCH_INTERVAL_MS + INITIAL_POLL_DELAY_MS);
    assertEquals(reported, ["disabled", "success", "enabled"]);
    const asked = calls.length;
    await clock.runAllAsync();
    assertEquals(calls.length, asked);
  });

  it("a session that expires while the dialog is open ends nothing: the attempt ends with the dialog's answer", async () => {
    [status, isPaid] = [undefined, false];
    new LeanButton({ events: heard() }, context()).mount(asElement(place));
    button()?.fire("click");
    await clock.tickAsync(INITIAL_POLL_DELAY_MS);
    isExpired = true;
    await clock.runAllAsync();
    assertEquals([requests.length, reported], [1, ["disabled"]]);
    [isPaid, isExpired] = [true, false];
    answer("SUCCESS");
    await clock.runAllAsync();
    assertEquals(reported, ["disabled", "success", "enabled"]);
  });

  it("a client that is destroyed while the dialog is open asks no more, and its attempt is over", async () => {
    [status, isPaid] = [undefined, false];
    const all = context();
    new LeanButton({ events: heard() }, all).mount(asElement(place));
    button()?.fire("click");
    await clock.tickAsync(INITIAL_POLL_DELAY_MS + CHALLENGE_WATCH_INTERVAL_MS);
    assertEquals([requests.length, beginAttempt({ ...all })], [1, false]);
    life.abort();
    const asked = calls.length;
    await clock.runAllAsync();
    assertEquals([calls.length, reported, clock.countTimers()], [asked, ["disabled"], 0]);
  });

  it("an answer without Lean's ids, and a script that fails, leave the payment pending", async () => {
    action = {};
    isPaid = false;
    await pay();
    assertEquals([reported[1], requests], ["pending unconfirmed", []]);
    reported.length = 0;
    action = { paymentId: "intent", appToken: "key" };
    fails = true;
    await pay();
    assertEquals([reported[1], requests], ["pending unconfirmed", [{
      payment_intent_id: "intent",
      app_token: "key",
      customization: {},
    }]]);
  });

  it("has its own id and label unless the options name others, and is removed", () => {
    const lean = new LeanButton({ id: "mine", translations: { label: "By bank" } }, context());
    lean.mount(asElement(place));
    const label = page.find(({ className }) => className === "payrails-button-label");
    assertEquals([button()?.id, label?.textContent], ["mine", "By bank"]);
    lean.unmount();
    assertEquals(button(), undefined);
    new LeanButton({}, context()).mount(asElement(place));
    const own = page.find(({ className }) => className === "payrails-button-label");
    assertEquals([button()?.id, own?.textContent], ["payrails-lean-button", "Pay by bank"]);
  });

  it("its script knows the colours by other names", () => {
    const all = {
      themeColor: "1",
      buttonTextColor: "2",
      buttonBorderRadius: "3",
      linkColor: "4",
      overlayColor: "5",
    };
    assertEquals(customizationOf(all), {
      theme_color: "1",
      button_text_color: "2",
      button_border_radius: "3",
      link_color: "4",
      overlay_color: "5",
    });
  });
});

/** What pages without types pass. */
function loose<T>(value: unknown): T {
  return value as T;
}
