/** What a visit keeps of its source: nothing before consent, and nothing once consent is withdrawn. */
import "../../tests/support/app/component.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import type { Site } from "../../server/wire/site/site.ts";
import { dispatchConsent } from "../features/consent/consent_store.ts";
import { provideSite } from "../lib/browser/site.ts";
import { keepLink } from "../lib/link/link.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { slots } from "../lib/storage/storage_keys.ts";
import { currentAttribution, forgetAttribution, keepAttribution } from "./attribution.ts";

const LINK = "/trustcheck/?campaign_id=c-7&media_source=search&_idfm=i-7&fbclid=click-7";

/** The browser's cookies. */
const jar = new Map<string, string>();
Object.defineProperty(document, "cookie", {
  configurable: true,
  get: () => [...jar].map((cookie) => cookie.join("=")).join("; "),
  set: (line: string) => {
    const [, name = "", value = ""] = /^(\w+)=([^;]*)/.exec(line) ?? [];
    if (line.includes("; Max-Age=0;")) jar.delete(name);
    else jar.set(name, value);
  },
});

/** The site with or without its pixel, and a visit that came from another site through an ad. */
function visit({ pixelId = "", referrer = "https://news.example/story", address = LINK } = {}): void {
  provideSite({ base: "/trustcheck", pixelId } as unknown as Site);
  Object.defineProperty(document, "referrer", { value: referrer, configurable: true });
  history.replaceState(null, "", address);
}
const kept = () => [slots.referrer.read(), slots.campaign.read(), slots.idfm.read(), document.cookie];
const NOTHING = ["", {}, "", ""];
const CAMPAIGN = { campaign_id: "c-7", media_source: "search" };

describe("the source of a visit", () => {
  beforeEach(() => visit());
  afterEach(() => {
    forgetAttribution();
    dispatchConsent({ type: "refused" });
    visitorLocation.value = { ip: "", country: "" };
  });

  it("W-ATTR-05: is not kept without consent, and is not sent", () => {
    visit({ pixelId: "p-1" });
    keepAttribution();
    assertEquals(kept(), NOTHING);
    const { campaign_id, referer, idfm, project } = currentAttribution();
    assertEquals([campaign_id, referer, idfm, project], ["", "", "", "TrustCheck"]);
  });

  it("is kept with consent, all of it removed once that is withdrawn", () => {
    visit({ pixelId: "p-1" });
    dispatchConsent({ type: "given" });
    keepAttribution();
    const [referrer, campaign, idfm, cookies] = kept();
    assertEquals([referrer, campaign, idfm], ["https://news.example/story", CAMPAIGN, "i-7"]);
    assertMatch(String(cookies), /^_fbp=fb\.1\.\d{13}\.\d{10}; _fbc=fb\.1\.\d{13}\.click-7$/);
    forgetAttribution();
    assertEquals(kept(), NOTHING);
  });

  it("W-ATTR-05: a consent on a later screen keeps the click that led to the first one", () => {
    visit({ pixelId: "p-1" });
    keepLink(location.search);
    history.replaceState(null, "", "/trustcheck/?q=1");
    keepAttribution();
    assertEquals([kept(), sessionStorage.getItem("link")?.includes("click-7") ?? false], [NOTHING, false]);
    dispatchConsent({ type: "given" });
    keepAttribution();
    assertMatch(String(kept()[3]), /_fbc=fb\.1\.\d{13}\.click-7$/);
    forgetAttribution();
    assertEquals(sessionStorage.getItem("link")?.includes("click-7") ?? false, false);
  });

  it("is taken from an earlier visit where this one says nothing; cookies only for a pixel", () => {
    dispatchConsent({ type: "given" });
    keepAttribution();
    assertEquals(document.cookie, "");
    visit({ referrer: "", address: "/trustcheck/offers?campaign_id=c-8&campaign_name=New" });
    const now = currentAttribution();
    assertEquals(
      [now.campaign_id, now.campaign_name, now.media_source, now.referer, now.idfm],
      ["c-8", "New", "search", "https://news.example/story", "i-7"],
    );
    keepAttribution();
    assertEquals(slots.campaign.read(), { ...CAMPAIGN, campaign_id: "c-8", campaign_name: "New" });
    visit({ referrer: "", address: "/trustcheck/offers" });
    keepAttribution();
    assertEquals(kept(), [
      "https://news.example/story",
      { ...CAMPAIGN, campaign_id: "c-8", campaign_name: "New" },
      "i-7",
      "",
    ]);
  });

  it("is this visit's referrer before it is stored, never one of our own pages, and includes the visitor's country", () => {
    dispatchConsent({ type: "given" });
    visitorLocation.value = { ip: "192.0.2.7", country: "AT" };
    const { referer, client_ip_address, country_code, client_user_agent, event_source_url } = currentAttribution();
    assertEquals([referer, client_ip_address, country_code], ["https://news.example/story", "192.0.2.7", "AT"]);
    assertEquals([client_user_agent, event_source_url], [navigator.userAgent, location.origin + location.pathname]);
    visit({ referrer: `${location.origin}/trustcheck/` });
    keepAttribution();
    assertEquals([currentAttribution().referer, slots.referrer.read()], ["", ""]);
  });
});
