/** The source of this visit: kept in storage after consent, in memory before (W-ATTR-04 to W-ATTR-08). */
import type { Attribution } from "../../server/wire/billing/purchase.ts";
import { mayTrack } from "../features/consent/consent_store.ts";
import { buildAttribution, foreignReferrer } from "../features/tracking/attribution.ts";
import { GONE_AD_COOKIES, newAdCookies } from "../features/tracking/ad_cookies.ts";
import { site } from "../lib/browser/site.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { slots } from "../lib/storage/storage_keys.ts";
import { currentLink, forgetAdvertising, keepAdvertising } from "../lib/link/link.ts";

/** The payload of every create and finalize call. */
export function currentAttribution(): Attribution {
  const { ip, country } = visitorLocation.value;
  return buildAttribution({ ip, country }, {
    link: currentLink(),
    stored: slots.campaign.read(),
    storedReferrer: slots.referrer.read() || (foreignReferrer(document.referrer, location.host) ?? ""),
    storedIdfm: slots.idfm.read(),
    cookies: document.cookie,
    pageUrl: location.href,
    userAgent: navigator.userAgent,
    consented: mayTrack(),
  });
}

/** Stores referrer, campaign and idfm; called once consent is given. */
export function keepAttribution(): void {
  if (!mayTrack()) return;
  keepAdvertising();
  const { campaign, idfm, clickId } = currentLink();
  const referrer = foreignReferrer(document.referrer, location.host);
  if (referrer !== undefined) slots.referrer.write(referrer);
  if (Object.keys(campaign).length > 0) slots.campaign.write({ ...slots.campaign.read(), ...campaign });
  if (idfm !== "") slots.idfm.write(idfm);
  if (site().pixelId === "") return;
  const chance = 1_000_000_000 + Math.floor(Math.random() * 9_000_000_000);
  for (const line of newAdCookies({ cookies: document.cookie, clickId, nowMs: Date.now(), chance })) {
    document.cookie = line;
  }
}

/** Withdrawing consent removes what it allowed. */
export function forgetAttribution(): void {
  slots.referrer.clear();
  slots.campaign.clear();
  slots.idfm.clear();
  forgetAdvertising();
  for (const line of GONE_AD_COOKIES) document.cookie = line;
}
