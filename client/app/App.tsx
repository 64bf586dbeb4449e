/** The app: router below the base path, layout, the net for failed drawing. */
import { Suspense } from "react";
import { BrowserRouter } from "react-router-dom";
import { site } from "../lib/site.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Layout } from "./Layout.tsx";
import { AppRoutes } from "./routes.tsx";

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter basename={site().base}>
        <Layout onConsentChoices={() => undefined}>
          <Suspense fallback={null}>
            <AppRoutes />
          </Suspense>
        </Layout>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
