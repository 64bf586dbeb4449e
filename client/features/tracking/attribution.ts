/**
 * The marketing attribution payload (W-ATTR-01): always all keys, empty text where unknown or without consent. It is
 * sent only as the `attribution` field of the create and finalize calls (W-ATTR-10).
 */
import { type Attribution, MAX_ATTRIBUTION_CHARS } from "../../../server/wire/billing/purchase.ts";
import type { Campaign } from "../../lib/link/campaign.ts";
import { urlOf } from "../../lib/link/url_of.ts";

/** Fixed value of `project`. */
const ATTRIBUTION_PROJECT = "TrustCheck";

export interface AttributionInput {
  readonly ip: string;
  readonly country: string;
}

export interface AttributionSources {
  /** Campaign values of this visit's link. */
  readonly link: { readonly campaign: Campaign; readonly idfm: string };
  /** Campaign values stored on an earlier visit. */
  readonly stored: Readonly<Record<string, string>>;
  readonly storedReferrer: string;
  readonly storedIdfm: string;
  /** `document.cookie`. */
  readonly cookies: string;
  readonly pageUrl: string;
  readonly userAgent: string;
  /** Without consent campaign, ad, fbc, fbp, idfm and referer are empty text. */
  readonly consented: boolean;
}

export function buildAttribution({ ip, country }: AttributionInput, sources: AttributionSources): Attribution {
  const { link, stored, consented } = sources;
  const allowed = (value: string) => consented ? clip(value) : "";
  const campaign = (key: keyof Campaign) => allowed(link.campaign[key] ?? stored[key] ?? "");
  return {
    project: ATTRIBUTION_PROJECT,
    campaign_id: campaign("campaign_id"),
    campaign_name: campaign("campaign_name"),
    adset_id: campaign("adset_id"),
    adset_name: campaign("adset_name"),
    ad_id: campaign("ad_id"),
    ad_name: campaign("ad_name"),
    media_source: campaign("media_source"),
    config: campaign("config"),
    country_code: country,
    fbc: allowed(cookieValue(sources.cookies, "_fbc")),
    fbp: allowed(cookieValue(sources.cookies, "_fbp")),
    referer: allowed(sources.storedReferrer),
    event_source_url: clip(screenAddress(sources.pageUrl)),
    client_user_agent: clip(sources.userAgent),
    client_ip_address: ip,
    idfm: allowed(link.idfm || sources.storedIdfm),
  };
}

/** A longer value would make the server refuse the purchase. */
function clip(value: string): string {
  return value.slice(0, MAX_ATTRIBUTION_CHARS);
}

/** The referrer to store: an address on a host other than the app's. */
export function foreignReferrer(referrer: string, ownHost: string): string | undefined {
  return (urlOf(referrer)?.host ?? ownHost) === ownHost ? undefined : referrer;
}

export function cookieValue(cookies: string, name: string): string {
  const entry = cookies.split("; ").find((part) => part.startsWith(`${name}=`));
  return entry === undefined ? "" : entry.slice(name.length + 1);
}

/** Parameters that name a screen. Others may be keys of a purchase or sign-in, or a campaign (SECURITY B6, TRUST T10). */
const OF_SCREEN = ["step", "chosen", "q"];

function screenAddress(pageUrl: string): string {
  const url = urlOf(pageUrl);
  if (url === undefined) return "";
  const query = `${new URLSearchParams([...url.searchParams].filter(([name]) => OF_SCREEN.includes(name)))}`;
  return `${url.origin}${url.pathname}${query && `?${query}`}`;
}
