/** Loads the error reporter only after consent; every exception also goes to the console (W-SENTRY-04). */
import { signal } from "@preact/signals-react";
import { loadChunk } from "../../lib/load_chunk.ts";
import type { ErrorPlace, Reporter, ReportSource } from "./error_report_options.ts";

export interface ReportPlace extends ReportSource {
  /** Protocol of the page's address; inside a browser extension reporting is off (W-SENTRY-07). */
  readonly protocol: string;
}

const EXTENSION = /^[a-z-]+-extension:$/;

type LoadReporter = () => Promise<{ readonly openReporter: (source: ReportSource) => Reporter }>;

/** Read with `useSignals()`; undefined while it is not loaded. */
export const reporter = signal<Reporter | undefined>(undefined);
let isAllowed = false;
/** Errors while the reporter loads; afterwards it listens by itself. */
const MAX_EARLY = 10;
let early: (readonly [unknown, ErrorPlace | undefined])[] = [];

/** Starts reporting; without an ingest address nothing is loaded. */
export async function startErrorReports(
  place: ReportPlace,
  load: LoadReporter = () => loadChunk(() => import("./sentry.tsx")),
): Promise<void> {
  if (place.dsn === "" || EXTENSION.test(place.protocol) || isAllowed) return;
  isAllowed = true;
  addEventListener("error", keepError);
  addEventListener("unhandledrejection", keepRejection);
  try {
    const { openReporter } = await load();
    // Consent may have been withdrawn while the reporter was loading.
    if (!isAllowed || reporter.value !== undefined) return;
    const opened = openReporter(place);
    for (const [error, where] of early) opened.report(error, where);
    reporter.value = opened;
  } finally {
    stopListening();
  }
}

/** Consent was withdrawn: nothing more is sent. */
export function stopErrorReports(): void {
  isAllowed = false;
  stopListening();
  reporter.value?.close();
  reporter.value = undefined;
}

/** Logs every exception to the console, and reports it once the reporter runs. */
export function reportError(error: unknown, place?: ErrorPlace): void {
  console.error(error);
  if (reporter.value === undefined) keep(error, place);
  else reporter.value.report(error, place);
}

function keepError({ error }: ErrorEvent): void {
  keep(error);
}

function keepRejection({ reason }: PromiseRejectionEvent): void {
  keep(reason);
}

function keep(error: unknown, place?: ErrorPlace): void {
  if (isAllowed && early.length < MAX_EARLY) early.push([error, place]);
}

function stopListening(): void {
  removeEventListener("error", keepError);
  removeEventListener("unhandledrejection", keepRejection);
  early = [];
}
