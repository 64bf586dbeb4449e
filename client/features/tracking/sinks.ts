/** The three sinks: they write to the queues the vendors' scripts read, and load no script of their own. */
import type { Sink, TrackedEvent } from "./events.ts";
import { own } from "../../../server/wire/own_entry.ts";

/** The parts of `window` the sinks write to. */
export interface TrackingQueues {
  /** Analytics, pixel and ad tracker, each an append-only queue. */
  readonly analytics: unknown[];
  readonly pixel: unknown[];
  readonly ads: unknown[];
}

export interface SinkOptions {
  /** Empty: there is no pixel. */
  readonly pixelId: string;
  /** `wmq=1` (spec W 7). */
  readonly adTracker: boolean;
}

/** Pixel vendors have fixed names for a few events; the rest go as custom ones. */
const PIXEL_NAMES: Readonly<Record<string, string>> = {
  "page-view": "PageView",
  "quiz-start": "Lead",
  "modal-payment-open": "InitiateCheckout",
  "card-submit": "AddPaymentInfo",
  "purchase": "Purchase",
  "additional-purchase": "Purchase",
};

export function createSinks(queues: TrackingQueues, { pixelId, adTracker }: SinkOptions): readonly Sink[] {
  const analytics: Sink = ({ name, fields }) => void queues.analytics.push({ event: name, ...fields });
  const pixel: Sink = (event) => void queues.pixel.push(pixelCall(event, pixelId));
  const ads: Sink = ({ name, fields }) => {
    if (name === "purchase" || name === "additional-purchase") queues.ads.push({ event: name, ...fields });
  };
  return [analytics, ...(pixelId === "" ? [] : [pixel]), ...(adTracker ? [ads] : [])];
}

function pixelCall({ name, fields }: TrackedEvent, pixelId: string): readonly unknown[] {
  const fixed = own(PIXEL_NAMES, name);
  return fixed === undefined ? ["trackSingleCustom", pixelId, name, fields] : ["trackSingle", pixelId, fixed, fields];
}
