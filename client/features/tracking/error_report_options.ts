/** Numbers and rules of error reporting (spec W 8 and 9), as one pure function. */
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
    /** "Personal data sending enabled": on by the spec, and everything that leaves is scrubbed (SECURITY 0). */
    sendPersonalData: true,
    tracePropagationTargets: [new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/|$)`), /^\/(?!\/)/],
    initialScope: { tags: { app_version: version, build_time: builtAt } },
    beforeSend: <E extends ReportEvent>(event: E): E | null => isWebViewNoise(event) ? null : event,
    scrubber: createScrubber({ origin, base, keep: [release, userAgent] }),
  };
}

/** The one error that is dropped: a native web view calling a message handler that is not there (spec W 8). */
export function isWebViewNoise(event: ReportEvent): boolean {
  return (event.exception?.values ?? []).some(({ value = "" }) =>
    /undefined is not an object \(evaluating 'window\.webkit\.messageHandlers/.test(value)
  );
}

/** What the reporter sends: a head, and pairs of a head and what it stands for. */
export type Envelope = readonly [head: object, items: readonly (readonly [head: object, payload: unknown])[]];

/**
 * The one gate everything passes on its way out, whatever made it: events, spans, sessions, and kinds that a later
 * version adds. Files are no part of a report.
 */
export function scrubEnvelope([head, items]: Envelope, scrubber: Scrubber): Envelope {
  const trace: unknown = Reflect.get(head, "trace");
  const clean = typeof trace !== "object" || trace === null || !("transaction" in trace)
    ? head
    : { ...head, trace: { ...trace, transaction: scrubber.value(trace.transaction) } };
  const objects = items.filter(([, payload]) => typeof payload === "object" && !ArrayBuffer.isView(payload));
  return [clean, objects.map(([kind, payload]) => [kind, scrubber.value(payload)])];
}

/** Where React met an error, when React did. */
export interface Place {
  readonly componentStack?: string | null | undefined;
}

export interface RouteTracingProps {
  /** Every route of the app, as the router matches them. */
  readonly patterns: readonly string[];
}

export interface Reporter {
  report(error: unknown, place?: Place): void;
  close(): void;
  /** Names the spans of a navigation by route; draws nothing. */
  readonly RouteTracing: ComponentType<RouteTracingProps>;
}
