/** The app: router below the base path, layout, consent, error boundary. */
import { t } from "../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { BrowserRouter, Link, useLocation } from "react-router-dom";
import { ConsentBanner } from "../features/consent/ConsentBanner.tsx";
import { consent, dispatchConsent } from "../features/consent/consent_store.ts";
import { reporter } from "../features/tracking/error_reports.ts";
import { site } from "../lib/browser/site.ts";
import { Skeleton } from "../ui/layout/Skeleton.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Layout } from "./Layout.tsx";
import { currentLink } from "../lib/link/link.ts";
import { isStep, paths, ROUTE_PATTERNS, routeOf } from "../lib/browser/paths.ts";
import { AppRoutes } from "./routes.tsx";
import { tracker } from "../visit/tracker.ts";
import { UnknownPlan } from "./UnknownPlan.tsx";

export interface AppProps {
  /** The browser's own location by default. */
  readonly router?: ComponentType<{ readonly children: ReactNode }>;
}

export function App({ router: Router = BrowserAddresses }: AppProps) {
  return (
    <ErrorBoundary>
      <Router>
        <PageViews />
        <RouteTracing />
        <Layout
          onConsentChoices={() => dispatchConsent({ type: "choices_opened" })}
          banner={<Banner />}
        >
          <Screens />
        </Layout>
      </Router>
    </ErrorBoundary>
  );
}

/** After a failure the header stays, and every other screen can be opened. */
function Screens() {
  const place = useLocation();
  const { unknownPlan } = currentLink(place.search);
  return (
    <ErrorBoundary place={place}>
      <Suspense fallback={<PageSkeleton />}>
        {unknownPlan === undefined ? <AppRoutes /> : <UnknownPlan unknown={unknownPlan} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function Banner() {
  const { pathname, search } = useLocation();
  const policy = <Link to={paths.cookiePolicy()}>{t("Cookie policy")}</Link>;
  return <ConsentBanner policy={policy} isStep={isStep(pathname, search)} />;
}

function BrowserAddresses({ children }: { readonly children: ReactNode }) {
  return <BrowserRouter basename={`${site().base}/`}>{children}</BrowserRouter>;
}

function PageSkeleton() {
  return (
    <main className="page" id="content" tabIndex={-1}>
      <Skeleton lines={6} />
    </main>
  );
}

/** Error reporting times navigations by route, once it is loaded. */
function RouteTracing() {
  useSignals();
  const Tracing = reporter.value?.RouteTracing;
  return Tracing === undefined ? null : <Tracing patterns={ROUTE_PATTERNS} />;
}

/** Reports each route to the trackers, including the one on which consent was given; without consent none. */
function PageViews() {
  useSignals();
  const { pathname } = useLocation();
  const { choice } = consent.value;
  useEffect(() => {
    tracker().pageView(routeOf(pathname));
  }, [pathname, choice]);
  return null;
}
