/** The console: the sign-in while there is no session, and otherwise the pages that the role may open. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { BrowserRouter, Route, Routes, useNavigate } from "react-router-dom";
import { Button } from "../ui/controls/Button.tsx";
import { Notice } from "../ui/layout/Notice.tsx";
import { Skeleton } from "../ui/layout/Skeleton.tsx";
import type { Right } from "../../server/wire/admin/roles.ts";
import type { Calls } from "./api/calls.ts";
import { failureText } from "./api/failure.ts";
import { CustomerPage } from "./pages/customer/CustomerPage.tsx";
import { DifferencesPage } from "./pages/money/DifferencesPage.tsx";
import { DisputePage } from "./pages/money/DisputePage.tsx";
import { DisputesPage } from "./pages/money/DisputesPage.tsx";
import { SearchPage } from "./pages/SearchPage.tsx";
import { AuditPage } from "./pages/staff/AuditPage.tsx";
import { OperatorsPage } from "./pages/staff/OperatorsPage.tsx";
import { TimelinePage } from "./pages/timeline/TimelinePage.tsx";
import { UnknownPage } from "./pages/UnknownPage.tsx";
import { Enrol } from "./session/Enrol.tsx";
import { takePlace } from "./session/place.ts";
import { SessionProvider, useMay, useSession } from "./session/session.tsx";
import { type LoadPasskeys, SignIn } from "./session/SignIn.tsx";
import { Shell } from "./Shell.tsx";

const FiguresPage = lazy(() => import("./pages/money/FiguresPage.tsx"));

export interface AppProps {
  readonly calls: Calls;
  readonly loadPasskeys: LoadPasskeys;
  /** The browser's own addresses by default. */
  readonly router?: ComponentType<{ readonly children: ReactNode }>;
}

export function App({ calls, loadPasskeys, router: Router = BrowserAddresses }: AppProps) {
  return (
    <Router>
      <SessionProvider calls={calls}>
        <Routes>
          <Route path="enrol" element={<Enrol loadPasskeys={loadPasskeys} />} />
          <Route path="*" element={<Inside loadPasskeys={loadPasskeys} />} />
        </Routes>
      </SessionProvider>
    </Router>
  );
}

function BrowserAddresses({ children }: { readonly children: ReactNode }) {
  return <BrowserRouter basename="/admin">{children}</BrowserRouter>;
}

function Inside({ loadPasskeys }: Pick<AppProps, "loadPasskeys">) {
  const { state, reload } = useSession();
  switch (state.kind) {
    case "loading":
      return (
        <main className="door">
          <Skeleton lines={3} label="Opening the console" />
        </main>
      );
    case "failed":
      return (
        <main className="door">
          <Notice
            kind="error"
            live
            action={<Button onClick={reload} testId="again">Try again</Button>}
            testId="failure"
          >
            <p>{failureText(state.reason)}</p>
          </Notice>
        </main>
      );
    case "signed_out":
      return <SignIn state={state} loadPasskeys={loadPasskeys} />;
    case "signed_in":
      return (
        // Another operator, signed in by another tab, begins with an empty page.
        <Shell key={state.session.operator.id} session={state.session}>
          <ReturnToPlace />
          <Suspense fallback={<Skeleton lines={8} />}>
            <Pages />
          </Suspense>
        </Shell>
      );
  }
}

/** Back to where the operator was before an identity provider took over the window. */
function ReturnToPlace() {
  const navigate = useNavigate();
  useEffect(() => {
    const place = takePlace();
    if (place !== undefined) void navigate(place, { replace: true });
  }, []);
  return null;
}

function Pages() {
  const may = useMay();
  const page = (right: Right, element: ReactNode) => may(right) ? element : <UnknownPage />;
  return (
    <Routes>
      <Route index element={page("customers", <SearchPage />)} />
      <Route path="customers/:id" element={page("customers", <CustomerPage />)} />
      <Route path="customers/:id/timeline" element={page("customers", <TimelinePage of="customers" />)} />
      <Route path="purchases/:id" element={page("customers", <TimelinePage of="purchases" />)} />
      <Route path="executions/:id" element={page("customers", <TimelinePage of="executions" />)} />
      <Route path="disputes" element={page("disputes", <DisputesPage />)} />
      <Route path="disputes/:id" element={page("disputes", <DisputePage />)} />
      <Route path="differences" element={page("differences", <DifferencesPage />)} />
      <Route path="figures" element={page("figures", <FiguresPage />)} />
      <Route path="audit" element={page("audit", <AuditPage />)} />
      <Route path="operators" element={page("operators", <OperatorsPage />)} />
      <Route path="*" element={<UnknownPage />} />
    </Routes>
  );
}
