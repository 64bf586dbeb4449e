/** The only file that knows the error reporter; a chunk of its own. */
import * as Sentry from "@sentry/react";
import type { errorReportOptions } from "./error_report_options.ts";

export type ReporterOptions = NonNullable<ReturnType<typeof errorReportOptions>>;

export function openReporter(options: ReporterOptions): (error: unknown) => void {
  Sentry.init({
    dsn: options.dsn,
    environment: options.environment,
    release: options.release,
    debug: options.debug,
    tracesSampleRate: options.tracesSampleRate,
    tracePropagationTargets: options.tracePropagationTargets,
    initialScope: options.initialScope,
    beforeSend: options.beforeSend,
    beforeBreadcrumb: options.beforeBreadcrumb,
  });
  return (error) => void Sentry.captureException(error);
}
