/** The app: router below the base path, layout, consent, the net for failed drawing. */
import { Suspense, useEffect } from "react";
import { BrowserRouter, Link, useLocation } from "react-router-dom";
import { ConsentBanner } from "../features/consent/ConsentBanner.tsx";
import { dispatchConsent } from "../features/consent/consent_store.ts";
import { reportError } from "../features/tracking/error_reports.ts";
import { site } from "../lib/site.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Layout } from "./Layout.tsx";
import { currentLink } from "./link.ts";
import { paths } from "./paths.ts";
import { AppRoutes } from "./routes.tsx";
import { tracker } from "./tracker.ts";
import { UnknownPlan } from "./UnknownPlan.tsx";

export function App() {
  const { unknownPlan } = currentLink();
  if (unknownPlan !== undefined) return <UnknownPlan unknown={unknownPlan} />;
  return (
    <ErrorBoundary onError={reportError}>
      <BrowserRouter basename={`${site().base}/`}>
        <PageViews />
        <Layout
          onConsentChoices={() => dispatchConsent({ type: "choices_opened" })}
          banner={<ConsentBanner policy={<Link to={paths.cookiePolicy()}>Cookie policy</Link>} />}
        >
          <Suspense fallback={<PageSkeleton />}>
            <AppRoutes />
          </Suspense>
        </Layout>
      </BrowserRouter>
    </ErrorBoundary>
  );
}

function PageSkeleton() {
  return (
    <main className="page" id="content" tabIndex={-1}>
      <Skeleton lines={6} />
    </main>
  );
}

/** Tells the trackers each route once; without consent they hear nothing. */
function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => {
    tracker().pageView(pathname);
  }, [pathname]);
  return null;
}
