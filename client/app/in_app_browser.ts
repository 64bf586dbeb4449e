/** Whether and where to send a visitor out of the Instagram or Facebook browser (W-START-07). Pure. */
import { OTHER_PATHS, ROUTES } from "../lib/browser/paths.ts";

/**
 * Exit addresses; `{url}` is the encoded page, `{rest}` the page without its scheme, `{site}` the app's own start
 * without a trailing slash. Only our own page's address is inserted.
 */
export interface EscapeRoutes {
  /** iOS 14 and older: a page that opens the system browser. */
  readonly redirectHelper: string;
  /** iOS 16 and newer: Chrome's x-callback address. */
  readonly chromeCallback: string;
  /** iOS 15: Safari's own scheme. */
  readonly safari: string;
  readonly androidService: string;
}

/** The main page, also at a path without a screen of its own, and the check. */
const LEFT: readonly string[] = [ROUTES.main, OTHER_PATHS, ROUTES.scanning];

/** Standard URL schemes (W-START-14); the IN_APP_EXIT_... settings replace them. */
const ESCAPE_ROUTES: EscapeRoutes = {
  // These browsers cannot open Safari by scheme, so one of our own pages explains how to get there.
  redirectHelper: "{site}/open-in-browser?url={url}",
  chromeCallback: "googlechrome-x-callback://x-callback-url/open/?url={url}",
  safari: "x-safari-https://{rest}",
  androidService: "intent://{rest}#Intent;scheme=https;action=android.intent.action.VIEW;end",
};

export type Escape = keyof EscapeRoutes;

export interface Visit {
  readonly bb: boolean;
  readonly bbAndroid: boolean;
  readonly userAgent: string;
  readonly route: string;
}

/** The exit that applies, if any. */
export function escapeOf({ bb, bbAndroid, userAgent, route }: Visit): Escape | undefined {
  if (!bb && !bbAndroid) return undefined;
  if (!isMetaBrowser(userAgent)) return undefined;
  if (!LEFT.includes(route)) return undefined;
  if (/Android/i.test(userAgent)) return "androidService";
  // bb_android redirects on Android only (W-START-13).
  if (bbAndroid) return undefined;
  const version = iosVersion(userAgent);
  if (version === undefined) return undefined;
  if (version <= 14) return "redirectHelper";
  return version >= 16 ? "chromeCallback" : "safari";
}

export interface EscapeSite {
  /** Origin and base path. */
  readonly site: string;
  /** Exit addresses from the settings, by name. */
  readonly exits: Readonly<Partial<Record<string, string>>>;
}

/** The address that leads this page out. */
export function escapeAddress(escape: Escape, url: string, { site, exits }: EscapeSite): string {
  return (exits[escape] ?? ESCAPE_ROUTES[escape])
    .replaceAll("{site}", () => site)
    .replaceAll("{url}", () => encodeURIComponent(url))
    .replaceAll("{rest}", () => url.replace(/^https?:\/\//, ""));
}

function isMetaBrowser(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|FB_IAB/.test(userAgent);
}

function iosVersion(userAgent: string): number | undefined {
  if (!/iPhone|iPad|iPod/.test(userAgent)) return undefined;
  const major = /OS (\d+)[_.]/.exec(userAgent)?.[1];
  return major === undefined ? undefined : Number(major);
}
