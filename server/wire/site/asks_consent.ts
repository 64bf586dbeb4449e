/** Whether a visitor is asked about cookies: only when something would receive tracking data. */
import type { Site } from "./site.ts";

export type Sinks = Pick<Site, "sentryDsn" | "pixelId" | "adTagId" | "funnelEvents">;

export function asksConsent({ sentryDsn, pixelId, adTagId, funnelEvents }: Sinks): boolean {
  return sentryDsn !== "" || pixelId !== "" || adTagId !== "" || funnelEvents;
}
