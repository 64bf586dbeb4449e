/** Whether, and to where, a visitor inside the Instagram or Facebook browser is sent out of it (spec W 2). Pure. */
import { ROUTES } from "../lib/browser/paths.ts";

/**
 * Addresses of the ways out; `{url}` is the encoded page, `{rest}` the page without its scheme, `{site}` the app's own
 * start without a slash at its end. Own URL only goes in.
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

/** Standard URL schemes (decision on W-START-14); a site sets others by IN_APP_EXIT_... */
export const ESCAPE_ROUTES: EscapeRoutes = {
  // These follow no scheme to Safari: a page of our own says how to get there.
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
  /** Path below the base: "/" or "/scanning". */
  readonly path: string;
}

/** Which way out applies, or none. */
export function escapeOf({ bb, bbAndroid, userAgent, path }: Visit): Escape | undefined {
  if (!bb && !bbAndroid) return undefined;
  if (!isMetaBrowser(userAgent)) return undefined;
  if (path !== ROUTES.main && path !== ROUTES.scanning) return undefined;
  if (/Android/i.test(userAgent)) return "androidService";
  // bb_android performs the Android redirect alone.
  if (bbAndroid) return undefined;
  const version = iosVersion(userAgent);
  if (version === undefined) return undefined;
  if (version <= 14) return "redirectHelper";
  return version >= 16 ? "chromeCallback" : "safari";
}

export interface EscapeSite {
  /** Origin and base path. */
  readonly site: string;
  /** Addresses the site has set, by way out. */
  readonly exits: Readonly<Partial<Record<string, string>>>;
}

/** The address to go to for a way out of this page. */
export function escapeAddress(escape: Escape, url: string, { site, exits }: EscapeSite): string {
  return (exits[escape] ?? ESCAPE_ROUTES[escape])
    .replaceAll("{site}", () => site)
    .replaceAll("{url}", () => encodeURIComponent(url))
    .replaceAll("{rest}", () => url.replace(/^https?:\/\//, ""));
}

export function isMetaBrowser(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|FB_IAB/.test(userAgent);
}

export function iosVersion(userAgent: string): number | undefined {
  if (!/iPhone|iPad|iPod/.test(userAgent)) return undefined;
  const major = /OS (\d+)[_.]/.exec(userAgent)?.[1];
  return major === undefined ? undefined : Number(major);
}
