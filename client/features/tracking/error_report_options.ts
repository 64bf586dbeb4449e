/** Numbers and rules of error reporting (spec W 8 and 9), as one pure function. */
import { scrub } from "./scrub.ts";

export const TRACES_SAMPLE_RATE = 0.5;
export const PREVIOUS_TRACE_MAX_AGE_S = 3_600;
export const INTERACTION_MAX_DURATION_MS = 60_000;
export const MAX_INTERACTION_IDS = 10;

export interface ReportSource {
  readonly dsn: string;
  readonly version: string;
  readonly builtAt: string;
  readonly origin: string;
  /** True inside a browser extension, where reporting is off. */
  readonly isExtension: boolean;
}

export interface ReportEvent {
  readonly exception?: { readonly values?: readonly { readonly type?: string; readonly value?: string }[] };
}

/** Undefined when nothing is to be reported at all. */
export function errorReportOptions({ dsn, version, builtAt, origin, isExtension }: ReportSource) {
  if (dsn === "" || isExtension) return undefined;
  return {
    dsn,
    environment: "PROD",
    release: `TrustCheck@${version}`,
    debug: false,
    tracesSampleRate: TRACES_SAMPLE_RATE,
    /** "Personal data sending enabled": on by the spec, and everything that leaves is scrubbed (SECURITY 0). */
    sendPersonalData: true,
    tracePropagationTargets: [new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/|$)`), /^\/(?!\/)/],
    linkPreviousTraceMaxAgeS: PREVIOUS_TRACE_MAX_AGE_S,
    interactionMaxDurationMs: INTERACTION_MAX_DURATION_MS,
    maxInteractionIds: MAX_INTERACTION_IDS,
    initialScope: { tags: { app_version: version, build_time: builtAt } },
    beforeSend: <E extends ReportEvent>(event: E): E | null => isWebViewNoise(event) ? null : scrub(event),
    beforeBreadcrumb: <B extends object>(crumb: B): B => scrub(crumb),
  };
}

/** The one error that is dropped: a native web view calling a message handler that is not there (spec W 8). */
export function isWebViewNoise(event: ReportEvent): boolean {
  return (event.exception?.values ?? []).some(({ value = "" }) =>
    /undefined is not an object \(evaluating 'window\.webkit\.messageHandlers/.test(value)
  );
}
