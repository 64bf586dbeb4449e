/** Loads the error reporter after consent and not before; every exception also goes to the console (spec W 8). */
import { errorReportOptions, type ReportSource } from "./error_report_options.ts";

type Report = (error: unknown) => void;
let report: Report | undefined;

/** Starts reporting; without an ingest address there is nothing to load. */
export async function startErrorReports(source: ReportSource): Promise<void> {
  const options = errorReportOptions(source);
  if (options === undefined || report !== undefined) return;
  const { openReporter } = await import("./sentry.ts");
  report = openReporter(options);
}

/** Nobody is left without a trace: the console always, the reporter once it runs. */
export function reportError(error: unknown): void {
  console.error(error);
  report?.(error);
}
