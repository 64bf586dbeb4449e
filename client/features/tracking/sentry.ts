/** The only file that knows the error reporter; a chunk of its own. */
import { browserTracingIntegration, captureException, close, init } from "@sentry/react";
import type { errorReportOptions } from "./error_report_options.ts";
import type { Reporter } from "./error_reports.ts";

export type ReporterOptions = NonNullable<ReturnType<typeof errorReportOptions>>;

export function openReporter(options: ReporterOptions): Reporter {
  init({
    dsn: options.dsn,
    environment: options.environment,
    release: options.release,
    debug: options.debug,
    tracesSampleRate: options.tracesSampleRate,
    tracePropagationTargets: options.tracePropagationTargets,
    // The limits of 3600 s, 60 s and 10 ids are this reporter's own; a test of error_report_options names them.
    integrations: [browserTracingIntegration({ linkPreviousTrace: "in-memory" })],
    dataCollection: { userInfo: options.sendPersonalData, cookies: false, httpBodies: [], urlQueryParams: false },
    initialScope: options.initialScope,
    beforeSend: options.beforeSend,
    beforeBreadcrumb: options.beforeBreadcrumb,
  });
  return { report: (error) => void captureException(error), close: () => void close(0) };
}
