/** Settings of tracking: what pages may report about a visit, and how the server finds a visitor's country. */
import { ConfigError, type Env, readCount } from "./values.ts";

export interface TrackingConfig {
  /** Days for which our own collector keeps funnel events; 0 switches the collector off. */
  readonly funnelEventDays: number;
  /** Id of the advertiser's pixel; empty: no pixel. */
  readonly pixelId: string;
  /** Google Ads conversion as `AW-<account>/<label>`; empty: no ad tracker. */
  readonly adTagId: string;
}

export interface VisitorConfig {
  /** Header with the visitor's country, set by the proxy in front; read only when TRUSTED_HOPS is set. */
  readonly countryHeader: string;
  /** Country when no proxy names one; empty: the region of the browser's language. */
  readonly defaultCountry: string;
  /** Addresses that leave the in-app browser of Instagram and Facebook, where they differ from the built-in ones. */
  readonly inAppBrowserExits: Readonly<Record<string, string>>;
}

const MAX_EVENT_DAYS = 730;

export function readTracking(env: Env): TrackingConfig {
  const funnelEventDays = readCount(env, "FUNNEL_EVENT_DAYS", 0);
  if (funnelEventDays > MAX_EVENT_DAYS) {
    throw new ConfigError(`FUNNEL_EVENT_DAYS must be at most ${MAX_EVENT_DAYS}: it is ${funnelEventDays}`);
  }
  const readText = textReader(env);
  return {
    funnelEventDays,
    pixelId: readText("PIXEL_ID", /^[\w-]{1,64}$/, "letters, digits, _ and -"),
    adTagId: readText("AD_TAG_ID", /^AW-\d{6,12}\/[\w-]{1,64}$/, "an account and a label such as AW-123456789/AbC-d"),
  };
}

/** Name of each exit address by its setting; `{url}` and `{rest}` are replaced by the page's address. */
const EXITS = {
  redirectHelper: "IN_APP_EXIT_OLD_IOS",
  chromeCallback: "IN_APP_EXIT_IOS_CHROME",
  safari: "IN_APP_EXIT_IOS_SAFARI",
  androidService: "IN_APP_EXIT_ANDROID",
} as const;

export function readVisitor(env: Env): VisitorConfig {
  const readText = textReader(env);
  const exits = Object.entries(EXITS).map(([name, setting]) => [
    name,
    readText(
      setting,
      /^(?!javascript:|data:)[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'<>{}]*\{(url|rest)\}[^\s"'<>]*$/i,
      "an address with {url} or {rest} in it",
    ),
  ]);
  return {
    countryHeader: readText("COUNTRY_HEADER", /^[a-z][a-z0-9-]{1,60}$/i, "the name of a header") || "cf-ipcountry",
    defaultCountry: readText("DEFAULT_COUNTRY", /^[A-Z]{2}$/, "two capital letters such as US"),
    inAppBrowserExits: Object.fromEntries(exits.filter(([, address]) => address !== "")),
  };
}

function textReader(env: Env) {
  return (name: string, pattern: RegExp, expected: string): string => {
    const text = env[name] ?? "";
    if (text !== "" && !pattern.test(text)) throw new ConfigError(`${name} must be ${expected}: it is "${text}"`);
    return text;
  };
}
