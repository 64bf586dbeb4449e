/** Whether a visitor is asked about cookies at all: only where something would hear of the visit (DECISIONS, tracking sinks). */
import type { Site } from "./site.ts";

export type Sinks = Pick<Site, "sentryDsn" | "pixelId" | "adTagId" | "funnelEvents">;

export function asksConsent({ sentryDsn, pixelId, adTagId, funnelEvents }: Sinks): boolean {
  return sentryDsn !== "" || pixelId !== "" || adTagId !== "" || funnelEvents;
}
