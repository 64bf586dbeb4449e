/** The only file that imports the error reporter; a chunk of its own. */
import {
  captureException,
  captureReactException,
  close,
  init,
  makeFetchTransport,
  reactRouterBrowserTracingIntegration,
  wrapReactRouterRouting,
} from "@sentry/react";
import { createRoutesFromChildren, matchRoutes, Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import {
  errorReportOptions,
  type Reporter,
  type ReportSource,
  type RouteTracingProps,
  scrubEnvelope,
} from "./error_report_options.ts";

type Transport = typeof makeFetchTransport;

export function openReporter(source: ReportSource): Reporter {
  const options = errorReportOptions(source);
  const transport: Transport = (settings) => {
    const inner = makeFetchTransport(settings);
    const send: typeof inner.send = (envelope) =>
      inner.send(scrubEnvelope(envelope, options.scrubber) as typeof envelope);
    return { ...inner, send };
  };
  init({
    dsn: options.dsn,
    environment: options.environment,
    release: options.release,
    debug: options.debug,
    tracesSampleRate: options.tracesSampleRate,
    tracePropagationTargets: options.tracePropagationTargets,
    // The limits of 3600 s and 60 s are the reporter's defaults; tests/browser/tracking/error_reporting_test.ts proves
    // them.
    integrations: [
      reactRouterBrowserTracingIntegration({
        linkPreviousTrace: "in-memory",
        useLocation,
        useNavigationType,
        createRoutesFromChildren,
        matchRoutes,
      }),
    ],
    dataCollection: { userInfo: options.sendPersonalData, cookies: false, httpBodies: [], urlQueryParams: false },
    initialScope: options.initialScope,
    beforeSend: options.beforeSend,
    transport,
  });
  return {
    report(error, place) {
      if (place === undefined) captureException(error);
      else captureReactException(error, { componentStack: place.componentStack ?? null });
    },
    close: () => void close(0),
    RouteTracing,
  };
}

const TracedRoutes = wrapReactRouterRouting(Routes);

/** The app's routes are not re-rendered when the reporter loads; these components only listen. */
function RouteTracing({ patterns }: RouteTracingProps) {
  return <TracedRoutes>{patterns.map((path) => <Route key={path} path={path} element={null} />)}</TracedRoutes>;
}
