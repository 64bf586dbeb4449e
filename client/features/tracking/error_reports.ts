/** Loads the error reporter after consent and not before; every exception also goes to the console (spec W 8). */
import { signal } from "@preact/signals-react";
import type { Place, Reporter, ReportSource } from "./error_report_options.ts";

export interface ReportPlace extends ReportSource {
  /** Of the page's address; inside a browser extension reporting is off. */
  readonly protocol: string;
}

const EXTENSION = /^[a-z-]+-extension:$/;

type LoadReporter = () => Promise<{ readonly openReporter: (source: ReportSource) => Reporter }>;

/** Read with `useSignals()`; undefined while there is none. */
export const reporter = signal<Reporter | undefined>(undefined);
let isAllowed = false;
/** What happened while the reporter was on its way; it listens by itself once it runs. */
const MAX_EARLY = 10;
let early: (readonly [unknown, Place | undefined])[] = [];

/** Starts reporting; without an ingest address there is nothing to load. */
export async function startErrorReports(
  place: ReportPlace,
  load: LoadReporter = () => import("./sentry.tsx"),
): Promise<void> {
  if (place.dsn === "" || EXTENSION.test(place.protocol) || isAllowed) return;
  isAllowed = true;
  addEventListener("error", keepError);
  addEventListener("unhandledrejection", keepRejection);
  try {
    const { openReporter } = await load();
    // It may have been taken back while the reporter was loading.
    if (!isAllowed || reporter.value !== undefined) return;
    const opened = openReporter(place);
    for (const [error, where] of early) opened.report(error, where);
    reporter.value = opened;
  } finally {
    stopListening();
  }
}

/** Consent was taken back: nothing more leaves this page. */
export function stopErrorReports(): void {
  isAllowed = false;
  stopListening();
  reporter.value?.close();
  reporter.value = undefined;
}

/** No exception is without a trace: the console always, the reporter once it runs. */
export function reportError(error: unknown, place?: Place): void {
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

function keep(error: unknown, place?: Place): void {
  if (isAllowed && early.length < MAX_EARLY) early.push([error, place]);
}

function stopListening(): void {
  removeEventListener("error", keepError);
  removeEventListener("unhandledrejection", keepRejection);
  early = [];
}
