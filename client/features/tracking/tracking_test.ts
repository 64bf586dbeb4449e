import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type AttributionSources, buildAttribution, foreignReferrer } from "./attribution.ts";
import { readLinkParameters } from "../../lib/link/query_params.ts";
import { errorReportOptions, isWebViewNoise, type ReportSource } from "./error_report_options.ts";
import { attributionSchema } from "../../../server/wire/billing/purchase.ts";
import { funnelEventsSchema } from "../../../server/wire/site/funnel_events.ts";
import { createTracker, type TrackedEvent } from "./events.ts";

const SOURCES: AttributionSources = {
  link: readLinkParameters("?campaign_id=c1&campaign_name=Spring&media_source=search&_idfm=i1"),
  stored: { campaign_name: "Old", adset_id: "s1", ad_id: "a1", config: "k" },
  storedReferrer: "https://news.example/",
  storedIdfm: "i0",
  cookies: "a=1; _fbp=fb.1.2.3; _fbc=fb.1.9",
  pageUrl: "https://check.example/trustcheck/offers?vSubscriptionId=secret&plan=x",
  userAgent: "UA",
  consented: true,
};
const HERE = { ip: "203.0.113.9", country: "GB" };

describe("attribution", () => {
  it("W-ATTR-01: exactly the documented keys", () => {
    assertEquals(
      Object.keys(buildAttribution(HERE, SOURCES)),
      ("project campaign_id campaign_name adset_id adset_name ad_id ad_name media_source config country_code fbc fbp " +
        "referer event_source_url client_user_agent client_ip_address idfm").split(" "),
    );
  });

  it("W-ATTR-02: project is fixed, whatever the inputs", () => {
    const link = readLinkParameters("?project=evil");
    assertEquals(buildAttribution({ ip: "", country: "" }, { ...SOURCES, link }).project, "TrustCheck");
  });

  it("W-ATTR-03: ip and country supply client_ip_address and country_code", () => {
    const { client_ip_address, country_code } = buildAttribution(HERE, SOURCES);
    assertEquals([client_ip_address, country_code], ["203.0.113.9", "GB"]);
  });

  it("W-ATTR-04 W-ATTR-09: campaign values come from the query, or else from storage", () => {
    const payload = buildAttribution(HERE, SOURCES);
    assertEquals(
      [payload.campaign_id, payload.campaign_name, payload.adset_id, payload.ad_id, payload.config, payload.ad_name],
      ["c1", "Spring", "s1", "a1", "k", ""],
    );
  });

  it("W-ATTR-04 W-ATTR-09: each campaign value has its own name in the query and in storage", () => {
    const names = [
      "campaign_id",
      "campaign_name",
      "adset_id",
      "adset_name",
      "ad_id",
      "ad_name",
      "media_source",
      "config",
    ];
    const named = (from: string) => Object.fromEntries(names.map((name) => [name, `${from} ${name}`]));
    const [asked, stored] = [named("asked"), named("stored")];
    const nothing = readLinkParameters("");
    const link = readLinkParameters(`?${new URLSearchParams(asked)}`);
    for (const [sources, values] of [[{ link, stored }, asked], [{ link: nothing, stored }, stored]] as const) {
      const payload = Object.entries(buildAttribution(HERE, { ...SOURCES, ...sources }));
      assertEquals(Object.fromEntries(payload.filter(([name]) => names.includes(name))), values);
    }
  });

  it("W-ATTR-05: fbc and fbp are read from cookies", () => {
    const { fbc, fbp } = buildAttribution(HERE, SOURCES);
    assertEquals([fbc, fbp], ["fb.1.9", "fb.1.2.3"]);
    assertEquals(buildAttribution(HERE, { ...SOURCES, cookies: "x_fbp=no" }).fbp, "");
  });

  it("W-ATTR-06: only a referrer of another host is kept", () => {
    const own = "check.example";
    assertEquals(foreignReferrer("https://news.example/a", own), "https://news.example/a");
    assertEquals(foreignReferrer("http://localhost:9000/a", "localhost:8000"), "http://localhost:9000/a");
    assertEquals(foreignReferrer("http://localhost:8000/a", "localhost:8000"), undefined);
    for (const referrer of ["https://check.example/trustcheck/", "", "nonsense"]) {
      assertEquals(foreignReferrer(referrer, own), undefined);
    }
  });

  it("W-ATTR-07: referer carries the stored referrer", () => {
    assertEquals(buildAttribution(HERE, SOURCES).referer, "https://news.example/");
  });

  it("W-ATTR-08: idfm comes from _idfm, or else from storage", () => {
    assertEquals(buildAttribution(HERE, SOURCES).idfm, "i1");
    assertEquals(buildAttribution(HERE, { ...SOURCES, link: readLinkParameters("") }).idfm, "i0");
  });

  it("without consent all keys stay and campaign, ad, fbc, fbp, idfm and referer are empty", () => {
    const payload = buildAttribution(HERE, { ...SOURCES, consented: false });
    const { campaign_id, adset_id, ad_id, media_source, fbc, fbp, idfm, referer } = payload;
    assertEquals([campaign_id, adset_id, ad_id, media_source, fbc, fbp, idfm, referer].join(""), "");
    assertEquals(Object.keys(payload).length, 17);
  });

  it("the page's address leaves without the key to a purchase", () => {
    assertEquals(
      buildAttribution(HERE, SOURCES).event_source_url,
      "https://check.example/trustcheck/offers",
    );
    const mailed = {
      ...SOURCES,
      pageUrl: "https://check.example/trustcheck/?step=payment&c=cancel-key&t=proof&oobCode=code&campaign_id=c7" +
        "&continueUrl=https%3A%2F%2Fcheck.example%2F%3FvSubscriptionId%3Dsecret",
    };
    assertEquals(
      buildAttribution(HERE, mailed).event_source_url,
      "https://check.example/trustcheck/?step=payment",
    );
  });

  it("no value is longer than what the server accepts with a purchase", () => {
    const long = `https://news.example/${"x".repeat(5_000)}`;
    const stored = { ad_name: long };
    const sources = {
      ...SOURCES,
      stored,
      storedReferrer: long,
      cookies: `_fbc=${long}`,
      pageUrl: long,
      userAgent: long,
    };
    const payload = buildAttribution(HERE, sources);
    assertEquals(attributionSchema.parse(payload).referer, long.slice(0, 2_000));
  });
});

describe("events", () => {
  function collect(mayTrack: boolean) {
    const sent: TrackedEvent[] = [];
    return { sent, tracker: createTracker({ sinks: [(event) => void sent.push(event)], mayTrack: () => mayTrack }) };
  }

  it("W-TRACK-01 W-TRACK-04 W-TRACK-05: the documented names, and the others in the same style", () => {
    const { sent, tracker } = collect(true);
    tracker.cardSubmit("p");
    tracker.modalPaymentSubmit("p");
    tracker.purchase({ planId: "p", cents: 100 });
    tracker.purchaseError("no");
    tracker.additionalPurchaseError("no");
    tracker.quizAnswer(3);
    assertEquals(sent.map((event) => event.name), [
      "card-submit",
      "modal-payment-submit",
      "purchase",
      "purchase-error",
      "additional-purchase-error",
      "quiz-answer",
    ]);
    for (const { name } of sent) assertMatch(name, /^[a-z]+(-[a-z]+)*$/);
  });

  it("W-TRACK-06 W-TRACK-08: errors carry their text", () => {
    const { sent, tracker } = collect(true);
    tracker.purchaseError("declined");
    tracker.additionalPurchaseError("late");
    assertEquals(sent.map((event) => event.fields), [{ text: "declined" }, { text: "late" }]);
    // A long one of a service must not cost the events that are sent with it.
    tracker.purchaseError("x".repeat(10_000));
    tracker.additionalPurchaseError("x".repeat(10_000));
    tracker.scanError("x".repeat(10_000));
    assertEquals(funnelEventsSchema.safeParse({ events: sent }).success, true);
  });

  it("W-TRACK-07: purchases carry plan, value in major units and currency, and the type of a card that was typed", () => {
    const { sent, tracker } = collect(true);
    tracker.additionalPurchase({ planId: "p", cents: 1499 });
    tracker.purchase({ planId: "p", cents: 100, cardType: "visa" });
    assertEquals(sent, [
      { name: "additional-purchase", fields: { plan_id: "p", value: 14.99, currency: "USD" } },
      { name: "purchase", fields: { plan_id: "p", value: 1, currency: "USD", card_type: "visa" } },
    ]);
  });

  it("nothing is sent before consent", () => {
    const { sent, tracker } = collect(false);
    tracker.pageView("/");
    tracker.purchase({ planId: "p", cents: 1 });
    assertEquals(sent, []);
  });
});

describe("error reports", () => {
  const source: ReportSource = {
    dsn: "https://key@errors.example/1",
    version: "5.25.3",
    builtAt: "2026-11-21T00:00:00Z",
    origin: "https://check.example",
    base: "/trustcheck",
    userAgent: "Mozilla/5.0 (test)",
  };
  const options = errorReportOptions(source);

  it("W-SENTRY-02: an address that only begins like our own origin gets no trace headers", () => {
    const allowed = (url: string) => options.tracePropagationTargets.some((target) => target.test(url));
    assertEquals(
      ["https://check.example/services/x", "/services/x", "https://check.example.evil/", "//evil.example/"].map(
        allowed,
      ),
      [true, true, false, false],
    );
  });

  it("W-SENTRY-03: drops exactly the web view's missing message handler", () => {
    const event = (value: string) => ({ exception: { values: [{ type: "TypeError", value }] } });
    const noise = event("undefined is not an object (evaluating 'window.webkit.messageHandlers.x.postMessage')");
    const other = event("undefined is not an object (evaluating 'a.b')");
    assertEquals([isWebViewNoise(noise), isWebViewNoise(other)], [true, false]);
    assertEquals([options.beforeSend(noise), options.beforeSend(other)], [null, other]);
  });

  it("W-SENTRY-04: carries app version and build time", () => {
    assertEquals(options.initialScope.tags, { app_version: "5.25.3", build_time: "2026-11-21T00:00:00Z" });
  });
});
