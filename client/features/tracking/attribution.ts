/**
 * The marketing attribution payload (W-ATTR-01): always all keys, empty text where unknown or without consent. It is
 * sent only as the `attribution` field of the create and finalize calls (W-ATTR-10).
 */
import type { Attribution } from "../../../server/wire/billing/purchase.ts";
import type { Campaign } from "../../lib/link/campaign.ts";

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
  const campaign = (key: keyof Campaign) => consented ? link.campaign[key] ?? stored[key] ?? "" : "";
  const allowed = (value: string) => consented ? value : "";
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
    event_source_url: withoutSecrets(sources.pageUrl),
    client_user_agent: sources.userAgent,
    client_ip_address: ip,
    idfm: allowed(link.idfm || sources.storedIdfm),
  };
}

/** The referrer to store: an address on a host other than the app's. */
export function foreignReferrer(referrer: string, ownHost: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  return new URL(referrer).host === ownHost ? undefined : referrer;
}

export function cookieValue(cookies: string, name: string): string {
  const entry = cookies.split("; ").find((part) => part.startsWith(`${name}=`));
  return entry === undefined ? "" : entry.slice(name.length + 1);
}

/** The page's address without the key of a purchase (SECURITY B6). */
function withoutSecrets(pageUrl: string): string {
  if (!URL.canParse(pageUrl)) return "";
  const url = new URL(pageUrl);
  for (const name of ["vSubscriptionId", "t", "c"]) url.searchParams.delete(name);
  return url.toString();
}
