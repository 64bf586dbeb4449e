import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { FUNNEL_EVENTS, funnelEventsSchema } from "../../../server/wire/site/funnel_events.ts";
import { GONE_AD_COOKIES, newAdCookies } from "./ad_cookies.ts";
import { createTracker, type TrackedEvent, type Tracker } from "./events.ts";
import { createSinks, type SinkOptions } from "./sinks.ts";

const NONE: SinkOptions = { funnelEvents: false, pixelId: "", adTagId: "" };

function open(options: Partial<SinkOptions>) {
  const posted: TrackedEvent[][] = [];
  const pictures: URL[] = [];
  const runs: (() => void)[] = [];
  const consent = { given: true };
  const sinks = createSinks({ ...NONE, ...options }, {
    post: (path, body) => {
      assertEquals(path, "/api/funnel-events");
      posted.push(funnelEventsSchema.parse(JSON.parse(body)).events as TrackedEvent[]);
    },
    loadPicture: (address) => void pictures.push(new URL(address)),
    soon: (run) => void runs.push(run),
    mayTrack: () => consent.given,
    adCookies: () => ({ fbp: "fb.1.2.3", fbc: "" }),
  });
  const tracker = createTracker({ sinks, mayTrack: () => consent.given });
  return { tracker, posted, pictures, consent, flush: () => runs.splice(0).forEach((run) => run()) };
}

/** One call of every event. */
const ALL: Readonly<Record<keyof Tracker, (tracker: Tracker) => void>> = {
  pageView: (tracker) => tracker.pageView("/webapp/profile"),
  numberCheck: (tracker) => tracker.numberCheck(true),
  quizStart: (tracker) => tracker.quizStart(),
  quizAnswer: (tracker) => tracker.quizAnswer(3),
  quizSkip: (tracker) => tracker.quizSkip(20),
  quizComplete: (tracker) => tracker.quizComplete(),
  quizLeave: (tracker) => tracker.quizLeave(1),
  urgentShown: (tracker) => tracker.urgentShown("money_sent"),
  scanStart: (tracker) => tracker.scanStart(),
  scanComplete: (tracker) => tracker.scanComplete("high"),
  scanError: (tracker) => tracker.scanError("It did not work"),
  getReport: (tracker) => tracker.getReport(),
  detailsSubmit: (tracker) => tracker.detailsSubmit(),
  planSelect: (tracker) => tracker.planSelect("tck_weekly_3dtrial"),
  modalPaymentOpen: (tracker) => tracker.modalPaymentOpen("tck_weekly_3dtrial"),
  modalPaymentClose: (tracker) => tracker.modalPaymentClose(),
  modalPaymentSubmit: (tracker) => tracker.modalPaymentSubmit("tck_weekly_3dtrial"),
  cardSubmit: (tracker) => tracker.cardSubmit("tck_weekly_3dtrial"),
  appleSubmit: (tracker) => tracker.appleSubmit("tck_weekly_3dtrial"),
  purchase: (tracker) => tracker.purchase({ planId: "tck_weekly_3dtrial", cents: 100, cardType: "visa" }),
  purchaseError: (tracker) => tracker.purchaseError("Your bank said no"),
  additionalPurchase: (tracker) => tracker.additionalPurchase({ planId: "tck_guide_otp", cents: 1499 }),
  additionalPurchaseError: (tracker) => tracker.additionalPurchaseError("No subscription data"),
  offerDecline: (tracker) => tracker.offerDecline(),
  signIn: (tracker) => tracker.signIn("google"),
  cancelRequest: (tracker) => tracker.cancelRequest(),
};

function trackAll(tracker: Tracker): void {
  for (const tell of Object.values(ALL)) tell(tracker);
}

describe("sinks", () => {
  it("W-TRACK-01: our own collector gets every event, in few calls, in the server's format", () => {
    const { tracker, posted, flush } = open({ funnelEvents: true });
    trackAll(tracker);
    assertEquals(posted, []);
    flush();
    assertEquals([posted.length, posted.flat().map(({ name }) => name)], [1, [...FUNNEL_EVENTS]]);
    for (let at = 0; at < 51; at++) tracker.quizStart();
    flush();
    assertEquals(posted.slice(1).map((events) => events.length), [50, 1]);
  });

  it("W-TRACK-01: events before a withdrawal of consent are not sent", () => {
    const { tracker, posted, consent, flush } = open({ funnelEvents: true });
    tracker.quizStart();
    consent.given = false;
    flush();
    assertEquals(posted, []);
  });

  it("W-TRACK-02: the pixel gets the six events that its vendor has names for, without address or order", () => {
    const { tracker, pictures, posted } = open({ pixelId: "77" });
    trackAll(tracker);
    assertEquals(pictures.map((url) => [url.origin + url.pathname, url.searchParams.get("ev")]), [
      ["https://www.facebook.com/tr", "PageView"],
      ["https://www.facebook.com/tr", "Lead"],
      ["https://www.facebook.com/tr", "InitiateCheckout"],
      ["https://www.facebook.com/tr", "AddPaymentInfo"],
      ["https://www.facebook.com/tr", "Purchase"],
      ["https://www.facebook.com/tr", "Purchase"],
    ]);
    assertEquals(Object.fromEntries(pictures[4]?.searchParams ?? []), {
      id: "77",
      ev: "Purchase",
      noscript: "1",
      fbp: "fb.1.2.3",
      "cd[value]": "1",
      "cd[currency]": "USD",
    });
    assertEquals(posted, []);
  });

  it("W-TRACK-03: the ad tracker gets purchases only", () => {
    const { tracker, pictures } = open({ adTagId: "AW-123456789/AbC-d" });
    trackAll(tracker);
    assertEquals(
      pictures.map(String),
      ["1", "14.99"].map((value) =>
        "https://www.googleadservices.com/pagead/conversion/123456789/" +
        `?label=AbC-d&value=${value}&currency_code=USD&guid=ON&script=0`
      ),
    );
  });

  it("without its setting a sink does not exist", () => {
    const { tracker, posted, pictures, flush } = open({});
    trackAll(tracker);
    flush();
    assertEquals([posted, pictures], [[], []]);
  });
});

describe("W-ATTR-05: the pixel's cookies", () => {
  const source = { cookies: "", clickId: "", nowMs: 1_700_000_000_000, chance: 1_234_567_890 };
  const life = "; Path=/; Max-Age=7776000; SameSite=Lax";

  it("are in their vendor's format; existing ones stay", () => {
    assertEquals(newAdCookies(source), [`_fbp=fb.1.1700000000000.1234567890${life}`]);
    assertEquals(newAdCookies({ ...source, cookies: "_fbp=fb.1.2.3", clickId: "Click-1" }), [
      `_fbc=fb.1.1700000000000.Click-1${life}`,
    ]);
    assertEquals(newAdCookies({ ...source, cookies: "_fbp=fb.1.2.3; _fbc=fb.1.5.Click-1", clickId: "Click-1" }), []);
  });

  it("reject a click id that is not a plain value", () => {
    for (const clickId of ["a; Domain=evil.example", "a b", "x".repeat(201), "ana@mail.example"]) {
      assertEquals(newAdCookies({ ...source, cookies: "_fbp=fb.1.2.3", clickId }), []);
    }
  });

  it("are removed when consent is withdrawn", () => {
    assertEquals(GONE_AD_COOKIES, [
      "_fbp=; Path=/; Max-Age=0; SameSite=Lax",
      "_fbc=; Path=/; Max-Age=0; SameSite=Lax",
    ]);
  });
});
