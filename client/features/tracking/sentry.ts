/** The only file that knows the error reporter; a chunk of its own. */
import { browserTracingIntegration, captureException, init } from "@sentry/react";
import type { errorReportOptions } from "./error_report_options.ts";

export type ReporterOptions = NonNullable<ReturnType<typeof errorReportOptions>>;

export function openReporter(options: ReporterOptions): (error: unknown) => void {
  init({
    dsn: options.dsn,
    environment: options.environment,
    release: options.release,
    debug: options.debug,
    tracesSampleRate: options.tracesSampleRate,
    tracePropagationTargets: options.tracePropagationTargets,
    // The limits of 3600 s, 60 s and 10 ids are this reporter's own; a test of error_report_options names them.
    integrations: [browserTracingIntegration({ linkPreviousTrace: "session-storage" })],
    dataCollection: { userInfo: options.sendPersonalData, cookies: false, httpBodies: [], urlQueryParams: false },
    initialScope: options.initialScope,
    beforeSend: options.beforeSend,
    beforeBreadcrumb: options.beforeBreadcrumb,
  });
  return (error) => void captureException(error);
}
