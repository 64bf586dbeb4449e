/** Runs once before the first screen is rendered, in this order (W-START-01 to W-START-14). */
import { getTrace } from "../api/trace.ts";
import { consent } from "../features/consent/consent_store.ts";
import { session, signInPending } from "../features/session/session_store.ts";
import { reportError, startErrorReports, stopErrorReports } from "../features/tracking/error_reports.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { loadChunk } from "../lib/load_chunk.ts";
import { reportUnexpected } from "../lib/unexpected.ts";
import { site } from "../lib/browser/site.ts";
import { forgetAttribution, keepAttribution } from "../visit/attribution.ts";
import { trackSignIn } from "../visit/tracker.ts";
import { currentLink, keepLink } from "../lib/link/link.ts";
import { routeOf, ROUTES } from "../lib/browser/paths.ts";
import { loadDisplayFace } from "./display_face.ts";
import { preloadPictures } from "./preload_pictures.ts";

/** Their sign-in card finishes the redirect itself and shows errors. */
const SIGN_IN_SCREENS: readonly string[] = [ROUTES.signIn, ROUTES.activate, ROUTES.accessProduct];

export function startUp(): void {
  keepLink(location.search);
  // If the chunk fails, the visitor stays where the app works as well.
  void leaveInAppBrowser().catch(reportUnexpected);
  preloadPictures(currentRoute());
  loadDisplayFace();
  void locate();
  void finishSignIn();
  // Forgets what a member has entered once another account follows; a visitor needs none of it.
  session.subscribe(({ user }) => {
    if (user !== undefined) void loadChunk(() => import("../pages/forget_visit.ts")).catch(reportUnexpected);
  });
  // Runs now and at every change of the choice.
  consent.subscribe(({ choice }) => {
    if (choice === "given") startAllowed();
    if (choice === "refused") stopAllowed();
  });
}

function currentRoute(): string {
  return routeOf(location.pathname.slice(site().base.length));
}

/** Loads only for links of such a browser. Only the page's own address goes into the exit address (SECURITY B3). */
async function leaveInAppBrowser(): Promise<void> {
  const { bb, bbAndroid } = currentLink();
  if (!bb && !bbAndroid) return;
  const { escapeAddress, escapeOf } = await loadChunk(() => import("./in_app_browser.ts"));
  const escape = escapeOf({ bb, bbAndroid, userAgent: navigator.userAgent, route: currentRoute() });
  if (escape === undefined) return;
  const { base, inAppBrowserExits } = site();
  const place = { site: location.origin + base, exits: inAppBrowserExits };
  location.replace(escapeAddress(escape, location.href, place));
}

/** The identity library is loaded at start only after a redirect to a provider. */
async function finishSignIn(): Promise<void> {
  if (!signInPending.read()) return;
  try {
    const { finishPendingSignIn } = await loadChunk(() => import("../features/session/sign_in/finish_pending.ts"));
    await finishPendingSignIn(currentRoute(), {
      isSignInScreen: (at) => SIGN_IN_SCREENS.includes(at),
      tracked: trackSignIn,
    });
  } catch (error) {
    reportError(new Error("The sign-in could not be finished", { cause: error }));
  }
}

/** Without a response the country stays unset and the form asks for it. */
async function locate(): Promise<void> {
  try {
    visitorLocation.value = await getTrace();
  } catch (error) {
    reportError(new Error("The visitor's country is not known", { cause: error }));
  }
}

function stopAllowed(): void {
  forgetAttribution();
  stopErrorReports();
}

function startAllowed(): void {
  keepAttribution();
  const { sentryDsn, version, builtAt, base } = site();
  void startErrorReports({
    dsn: sentryDsn,
    version,
    builtAt,
    origin: location.origin,
    base,
    userAgent: navigator.userAgent,
    protocol: location.protocol,
  });
}
