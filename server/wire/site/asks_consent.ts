/** Whether a visitor is asked about cookies: only when something would receive tracking data. */
import type { Site } from "./site.ts";

/** The settings of the site that let tracking data leave the page. */
export type Sinks = Pick<Site, "sentryDsn" | "pixelId" | "adTagId" | "funnelEvents">;

/** True when at least one of them is set. */
export function asksConsent({ sentryDsn, pixelId, adTagId, funnelEvents }: Sinks): boolean {
  return sentryDsn !== "" || pixelId !== "" || adTagId !== "" || funnelEvents;
}
