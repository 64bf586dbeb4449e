/** The page's tracker: events of all features, consent, and the site's sinks, which load with the first event. */
import type { SignInWay } from "../../server/wire/site/funnel_events.ts";
import { mayTrack } from "../features/consent/consent_store.ts";
import { cookieValue } from "../features/tracking/attribution.ts";
import { createTracker, type Sink, type TrackedEvent, type Tracker } from "../features/tracking/events.ts";
import { loadChunk } from "../lib/load_chunk.ts";
import { site } from "../lib/browser/site.ts";
import { currentLink } from "../lib/link/link.ts";

/** Interval in which events are collected for one call. */
const GATHER_MS = 1_000;
/** Events that wait while the sinks load. */
const MAX_WAITING = 100;

let cached: Tracker | undefined;

export function tracker(): Tracker {
  cached ??= createTracker({ sinks: hasSinks() ? [lateSink()] : [], mayTrack });
  return cached;
}

export function trackSignIn(way: SignInWay): void {
  tracker().signIn(way);
}

/**
 * True when the ad tracker is configured and the link switched it on (`wmq=1`); purchases then wait 1.5 s (W-CARD-10).
 */
export function isAdTrackerOn(): boolean {
  return mayTrack() && site().adTagId !== "" && currentLink().wmq;
}

function hasSinks(): boolean {
  const { funnelEvents, pixelId, adTagId } = site();
  return funnelEvents || pixelId !== "" || adTagId !== "";
}

function lateSink(): Sink {
  let sinks: readonly Sink[] | undefined;
  const waiting: TrackedEvent[] = [];
  let loading: Promise<void> | undefined;
  const deliver = (event: TrackedEvent) => sinks?.forEach((sink) => sink(event));
  const load = async () => {
    const { createSinks } = await loadChunk(() => import("../features/tracking/sinks.ts"));
    const { funnelEvents, pixelId, adTagId } = site();
    sinks = createSinks({ funnelEvents, pixelId, adTagId: currentLink().wmq ? adTagId : "" }, BROWSER);
    if (mayTrack()) waiting.forEach(deliver);
  };
  return (event) => {
    if (sinks !== undefined) return deliver(event);
    if (waiting.length < MAX_WAITING) waiting.push(event);
    // If the chunk fails, the page works without tracking.
    loading ??= load().catch(() => undefined);
  };
}

const BROWSER: Parameters<typeof import("../features/tracking/sinks.ts").createSinks>[1] = {
  post: (path, body) => {
    const headers = { "content-type": "application/json" };
    void fetch(path, { method: "POST", headers, body, keepalive: true }).catch(() => undefined);
  },
  loadPicture: (address) => {
    const picture = new Image();
    picture.referrerPolicy = "no-referrer";
    picture.src = address;
  },
  // The second trigger finds nothing to send, or sends early what has arrived since.
  soon: (run) => {
    setTimeout(run, GATHER_MS);
    addEventListener("pagehide", run, { once: true });
  },
  mayTrack,
  adCookies: () => ({ fbp: cookieValue(document.cookie, "_fbp"), fbc: cookieValue(document.cookie, "_fbc") }),
};
