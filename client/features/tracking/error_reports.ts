/** Loads the error reporter after consent and not before; every exception also goes to the console (spec W 8). */
import { errorReportOptions, type ReportSource } from "./error_report_options.ts";

export interface Reporter {
  report(error: unknown): void;
  close(): void;
}
let reporter: Reporter | undefined;
let isAllowed = false;

/** Starts reporting; without an ingest address there is nothing to load. */
export async function startErrorReports(source: ReportSource): Promise<void> {
  const options = errorReportOptions(source);
  if (options === undefined) return;
  isAllowed = true;
  const { openReporter } = await import("./sentry.ts");
  // It may have been taken back, or given twice, while the reporter was loading.
  if (isAllowed) reporter ??= openReporter(options);
}

/** Consent was taken back: nothing more leaves this page. */
export function stopErrorReports(): void {
  isAllowed = false;
  reporter?.close();
  reporter = undefined;
}

/** Nobody is left without a trace: the console always, the reporter once it runs. */
export function reportError(error: unknown): void {
  console.error(error);
  reporter?.report(error);
}
