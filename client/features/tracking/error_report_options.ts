/** Options and filters of error reporting (W-SENTRY-03, W-SENTRY-05 to W-SENTRY-10), as one pure function. */
import { createScrubber, type Scrubber } from "./scrub.ts";
import type { ComponentType } from "react";

const TRACES_SAMPLE_RATE = 0.5;

export interface ReportSource {
  readonly dsn: string;
  readonly version: string;
  readonly builtAt: string;
  readonly origin: string;
  readonly base: string;
  readonly userAgent: string;
}

export interface ReportEvent {
  readonly exception?: { readonly values?: readonly { readonly type?: string; readonly value?: string }[] };
}

export function errorReportOptions({ dsn, version, builtAt, origin, base, userAgent }: ReportSource) {
  const release = `TrustCheck@${version}`;
  return {
    dsn,
    environment: "PROD",
    release,
    debug: false,
    tracesSampleRate: TRACES_SAMPLE_RATE,
    /** Required (W-SENTRY-06); everything that is sent is scrubbed. */
    sendPersonalData: true,
    tracePropagationTargets: [new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/|$)`), /^\/(?!\/)/],
    initialScope: { tags: { app_version: version, build_time: builtAt } },
    beforeSend: <E extends ReportEvent>(event: E): E | null => isWebViewNoise(event) ? null : event,
    scrubber: createScrubber({ origin, base, keep: [release, userAgent] }),
  };
}

/** The one error that is dropped: a native web view calls a message handler that does not exist (W-SENTRY-03). */
export function isWebViewNoise(event: ReportEvent): boolean {
  return (event.exception?.values ?? []).some(({ value = "" }) =>
    /undefined is not an object \(evaluating 'window\.webkit\.messageHandlers/.test(value)
  );
}

/** An envelope: a header, and pairs of item header and payload. */
export type Envelope = readonly [head: object, items: readonly (readonly [head: object, payload: unknown])[]];

/**
 * Everything that leaves passes through here, whatever created it: events, spans, sessions, and kinds that a later
 * version adds. Files are never sent.
 */
export function scrubEnvelope([head, items]: Envelope, scrubber: Scrubber): Envelope {
  const trace: unknown = Reflect.get(head, "trace");
  const clean = typeof trace !== "object" || trace === null || !("transaction" in trace)
    ? head
    : { ...head, trace: { ...trace, transaction: scrubber.value(trace.transaction) } };
  const objects = items.filter(([, payload]) => typeof payload === "object" && !ArrayBuffer.isView(payload));
  return [clean, objects.map(([kind, payload]) => [kind, scrubber.value(payload)])];
}

/** The component stack, for errors that React reports. */
export interface ErrorPlace {
  readonly componentStack?: string | null | undefined;
}

export interface RouteTracingProps {
  /** The app's routes, in the router's patterns. */
  readonly patterns: readonly string[];
}

export interface Reporter {
  report(error: unknown, place?: ErrorPlace): void;
  close(): void;
  /** Names the spans of a navigation by route; renders nothing. */
  readonly RouteTracing: ComponentType<RouteTracingProps>;
}
