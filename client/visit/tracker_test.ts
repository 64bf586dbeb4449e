/**
 * The page's tracker: events wait for the sinks, then go where the site and the link say, and nowhere without consent.
 */
import "../../tests/support/app/component.ts";
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Site } from "../../server/wire/site/site.ts";
import { turns, until } from "../../tests/support/small_page/small_channel.ts";
import { dispatchConsent } from "../features/consent/consent_store.ts";
import { provideSite } from "../lib/browser/site.ts";
import { isAdTrackerOn, tracker } from "./tracker.ts";

const SITE = { base: "/trustcheck", funnelEvents: true, pixelId: "p-1", adTagId: "AW-1/label" };

describe("the page's tracker", () => {
  const { fetch, setTimeout } = globalThis;
  const timers: (readonly [() => void, number])[] = [];
  const posted: (readonly [string, RequestInit | undefined])[] = [];
  const pictures: { src: string; referrerPolicy?: string }[] = [];
  before(() => {
    globalThis.fetch = (url, init) => {
      posted.push([String(url), init]);
      return Promise.reject(new TypeError("offline"));
    };
    class Picture {
      src = "";
      constructor() {
        pictures.push(this);
      }
    }
    const later = (run: () => void, ms: number) => timers.push([run, ms]);
    Object.assign(globalThis, { Image: Picture, setTimeout: later });
    provideSite(SITE as unknown as Site);
    history.replaceState(null, "", "/trustcheck/?wmq=1");
    document.cookie = "_fbp=fb.1.2.3";
  });
  after(() => {
    Object.assign(globalThis, { fetch, setTimeout });
    Reflect.deleteProperty(globalThis, "Image");
    dispatchConsent({ type: "refused" });
  });
  /** Events of all calls so far, and the calls. */
  const seen = () => posted.flatMap(([, init]) => JSON.parse(String(init?.body)).events.map(nameOf));
  const nameOf = ({ name, fields }: { readonly name: string; readonly fields: object }) => [name, fields];

  it("is an ad tracker only with consent, a tag of the site and the link's request", () => {
    assertEquals(isAdTrackerOn(), false);
    dispatchConsent({ type: "given" });
    assertEquals(isAdTrackerOn(), true);
    history.replaceState(null, "", "/trustcheck/");
    assertEquals(isAdTrackerOn(), false);
    history.replaceState(null, "", "/trustcheck/?wmq=1");
    provideSite({ ...SITE, adTagId: "" } as unknown as Site);
    assertEquals(isAdTrackerOn(), false);
    provideSite(SITE as unknown as Site);
  });

  it("keeps a hundred events while the sinks load, and sends them when the visitor leaves the page", async () => {
    dispatchConsent({ type: "refused" });
    tracker().quizStart();
    dispatchConsent({ type: "given" });
    for (let question = 1; question <= 101; question++) tracker().quizAnswer(question);
    assertEquals([posted.length, pictures.length], [0, 0]);
    await until(() => {
      dispatchEvent(new Event("pagehide"));
      return posted.length > 0;
    });
    assertEquals(posted.length, 2);
    assertEquals(seen().length, 100);
    assertEquals([seen()[0], seen()[99]], [["quiz-answer", { question: 1 }], ["quiz-answer", { question: 100 }]]);
    const [[path, init] = []] = posted;
    assertEquals([path, init?.method, init?.keepalive, new Headers(init?.headers).get("content-type")], [
      "/api/funnel-events",
      "POST",
      true,
      "application/json",
    ]);
    dispatchEvent(new Event("pagehide"));
    assertEquals(posted.length, 2, "each event is sent once");
  });

  it("reports a purchase to the pixel and the ad tracker without the page's address, and to our own collector after a second", () => {
    posted.length = 0;
    tracker().purchase({ planId: "plan", cents: 1499 });
    assertEquals(pictures.map(({ src }) => new URL(src).hostname), ["www.facebook.com", "www.googleadservices.com"]);
    assertEquals(pictures.map(({ referrerPolicy }) => referrerPolicy), ["no-referrer", "no-referrer"]);
    assertEquals(new URL(pictures[0]?.src ?? "").searchParams.get("fbp"), "fb.1.2.3");
    assertEquals(posted, []);
    for (const [run, ms] of timers.splice(0)) if (ms === 1_000) run();
    assertEquals(seen(), [["purchase", { plan_id: "plan", value: 14.99, currency: "USD" }]]);
  });

  it("sends nothing that was tracked before consent was withdrawn", () => {
    posted.length = 0;
    tracker().quizComplete();
    dispatchConsent({ type: "refused" });
    dispatchEvent(new Event("pagehide"));
    assertEquals(posted, []);
  });

  it("sends the vendors nothing that was tracked before a withdrawal while the sinks load", async () => {
    const { tracker: another } = await import("./tracker.ts?another");
    dispatchConsent({ type: "given" });
    pictures.length = 0;
    another().quizStart();
    dispatchConsent({ type: "refused" });
    await import("../features/tracking/sinks.ts");
    await turns();
    dispatchConsent({ type: "given" });
    another().modalPaymentOpen("plan");
    const names = pictures.map(({ src }) => new URL(src).searchParams.get("ev"));
    assertEquals(names, ["InitiateCheckout"]);
  });

  it("W-TRACK-03, W-CARD-10: without wmq=1 in the link, a purchase with consent does not wait for the ad tracker and sends it nothing", async () => {
    history.replaceState(null, "", "/trustcheck/");
    const quiet = await import("./tracker.ts?quiet");
    const loud = await import("./tracker.ts?loud");
    const hostsOf = async (sale: typeof quiet) => {
      pictures.length = 0;
      sale.tracker().purchase({ planId: "plan", cents: 1499 });
      await until(() => pictures.length > 0);
      return pictures.map(({ src }) => new URL(src).hostname);
    };
    assertEquals([quiet.isAdTrackerOn(), await hostsOf(quiet)], [false, ["www.facebook.com"]]);
    history.replaceState(null, "", "/trustcheck/?wmq=1");
    const asked = ["www.facebook.com", "www.googleadservices.com"];
    assertEquals([loud.isAdTrackerOn(), await hostsOf(loud)], [true, asked]);
  });
});
