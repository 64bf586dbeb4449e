/**
 * Where events go after consent: our own collector, the pixel, the ad tracker, each if configured. The vendors get one
 * image request per event, in their documented format for pages without their script: none of their scripts runs beside
 * a card form, and the page's address is not sent.
 */
import type { Sink, TrackedEvent } from "./events.ts";
import { own } from "../../../server/wire/own_entry.ts";

export interface SinkOptions {
  readonly funnelEvents: boolean;
  /** Empty: no pixel. */
  readonly pixelId: string;
  /** `AW-<account>/<label>`, only when the link switched the ad tracker on (`wmq=1`, W-TRACK-03). */
  readonly adTagId: string;
}

export interface SinkPorts {
  /** Posts to our own collector, even while the page closes. */
  readonly post: (path: string, body: string) => void;
  /** Requests a vendor's image. */
  readonly loadPicture: (address: string) => void;
  /** Runs this after a moment, or when the visitor leaves the page. */
  readonly soon: (run: () => void) => void;
  /** Checked again before anything is sent, since consent may have been withdrawn. */
  readonly mayTrack: () => boolean;
  readonly adCookies: () => Readonly<Record<"fbp" | "fbc", string>>;
}

/** The pixel vendor's fixed names of a few events; it gets no others. */
const PIXEL_NAMES: Readonly<Record<string, string>> = {
  "page-view": "PageView",
  "quiz-start": "Lead",
  "modal-payment-open": "InitiateCheckout",
  "card-submit": "AddPaymentInfo",
  "purchase": "Purchase",
  "additional-purchase": "Purchase",
};
/** Maximum events per call of our collector. */
const MAX_AT_ONCE = 50;

export function createSinks({ funnelEvents, pixelId, adTagId }: SinkOptions, ports: SinkPorts): readonly Sink[] {
  return [
    ...(funnelEvents ? [collector(ports)] : []),
    ...(pixelId === "" ? [] : [pixel(pixelId, ports)]),
    ...(adTagId === "" ? [] : [adTracker(adTagId, ports)]),
  ];
}

function collector({ post, soon, mayTrack }: SinkPorts): Sink {
  let waiting: TrackedEvent[] = [];
  const send = () => {
    const events = waiting.slice(0, MAX_AT_ONCE);
    waiting = waiting.slice(MAX_AT_ONCE);
    if (events.length > 0 && mayTrack()) post("/api/funnel-events", JSON.stringify({ events }));
    if (waiting.length > 0) send();
  };
  return (event) => {
    waiting.push(event);
    if (waiting.length === 1) soon(send);
  };
}

function pixel(pixelId: string, { loadPicture, adCookies }: SinkPorts): Sink {
  return ({ name, fields }) => {
    const ev = own(PIXEL_NAMES, name);
    if (ev === undefined) return;
    const query = new URLSearchParams({ id: pixelId, ev, noscript: "1", ...filled({ ...adCookies() }) });
    for (const key of ["value", "currency"] as const) {
      if (fields[key] !== undefined) query.set(`cd[${key}]`, String(fields[key]));
    }
    loadPicture(`https://www.facebook.com/tr?${query}`);
  };
}

function adTracker(adTagId: string, { loadPicture }: SinkPorts): Sink {
  const [account = "", label = ""] = adTagId.replace(/^AW-/, "").split("/");
  return ({ name, fields: { value, currency } }) => {
    if (name !== "purchase" && name !== "additional-purchase") return;
    const sale = { label, value: String(value), currency_code: String(currency), guid: "ON", script: "0" };
    loadPicture(`https://www.googleadservices.com/pagead/conversion/${account}/?${new URLSearchParams(sale)}`);
  };
}

function filled(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
