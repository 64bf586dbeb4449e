/** The tracker of this page: all features' events, consent, and the sinks the site has. */
import { mayTrack } from "../features/consent/consent_store.ts";
import { createTracker, type Tracker } from "../features/tracking/events.ts";
import { createSinks, type TrackingQueues } from "../features/tracking/sinks.ts";
import { site } from "../lib/site.ts";
import { currentLink } from "./link.ts";

declare global {
  interface Window {
    tckTracking?: TrackingQueues;
  }
}

let cached: Tracker | undefined;

export function tracker(): Tracker {
  cached ??= createTracker({ sinks: browserSinks(), mayTrack });
  return cached;
}

/** True when the ad tracker is switched on by the link (`wmq=1`); purchases then wait 1.5 s before they leave. */
export function isAdTrackerOn(): boolean {
  return mayTrack() && currentLink().wmq;
}

function browserSinks() {
  const queues = globalThis.window.tckTracking ??= { analytics: [], pixel: [], ads: [] };
  return createSinks(queues, { pixelId: site().pixelId, adTracker: currentLink().wmq });
}
