/** Settings of what the pages may tell others about a visit, and of what they know about a visitor without asking. */
import { ConfigError, type Env, readCount } from "./values.ts";

export interface TrackingConfig {
  /** How long our own collector keeps events of the funnel; 0: there is no collector. */
  readonly funnelEventDays: number;
  /** Names the advertiser's pixel; empty: there is none. */
  readonly pixelId: string;
  /** `AW-<account>/<label>` of the ad tracker's conversion; empty: there is none. */
  readonly adTagId: string;
}

export interface VisitorConfig {
  /** Header in which the proxy in front says the country; read only with TRUSTED_HOPS. */
  readonly countryHeader: string;
  /** Country where no proxy says one; empty: the region of the browser's language. */
  readonly defaultCountry: string;
  /** Addresses out of the browser inside Instagram and Facebook, where they are not the built-in ones. */
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

/** Name of the way out by its setting; `{url}`, `{rest}` and `{base}` stand for the page. */
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
      /^(?!javascript:|data:)[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'<>]{0,300}\{(url|rest)\}[^\s"'<>]{0,300}$/i,
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
