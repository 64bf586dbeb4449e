/** Which screen is at which address (W-ROUTE-02 to W-ROUTE-20). Every screen but the main one is a chunk of its own. */
import { Route, Routes } from "react-router-dom";
import { lazyPage, loadMembersStyles } from "../lib/browser/lazy_page.ts";
import { MainPage } from "../pages/funnel/MainPage.tsx";
import { ROUTES, WEBAPP_ROUTES } from "../lib/browser/paths.ts";

const ScanningPage = lazyPage(() => import("../pages/funnel/ScanningPage.tsx").then((page) => page.ScanningPage));
const OffersPage = lazyPage(async () => {
  const [{ OffersPage }] = await Promise.all([import("../pages/funnel/OffersPage.tsx"), loadMembersStyles()]);
  return OffersPage;
});
const SubscriptionPage = lazyPage(() =>
  import("../pages/funnel/SubscriptionPage.tsx").then((page) => page.SubscriptionPage)
);
const PrivacyPage = lazyPage(() => import("../pages/legal/PrivacyPage.tsx").then((page) => page.PrivacyPage));
const TermsPage = lazyPage(() => import("../pages/legal/TermsPage.tsx").then((page) => page.TermsPage));
const CookiePolicyPage = lazyPage(() =>
  import("../pages/legal/CookiePolicyPage.tsx").then((page) => page.CookiePolicyPage)
);
const AccessProductPage = lazyPage(() =>
  import("../pages/funnel/AccessProductPage.tsx").then((page) => page.AccessProductPage)
);
/** One screen for /sign-in and /activate; `activation` switches its texts (W-ROUTE-12). */
const SignInPage = lazyPage(() => import("../pages/sign_in/SignInPage.tsx").then((page) => page.SignInPage));
const UnsubscriptionPage = lazyPage(() =>
  import("../pages/cancellation/UnsubscriptionPage.tsx").then((page) => page.UnsubscriptionPage)
);
const UnsubscribeWithEmailPage = lazyPage(() =>
  import("../pages/cancellation/UnsubscribeWithEmailPage.tsx").then((page) => page.UnsubscribeWithEmailPage)
);
const AccessRecoveryPage = lazyPage(() =>
  import("../pages/sign_in/AccessRecoveryPage.tsx").then((page) => page.AccessRecoveryPage)
);
/** The members shell: renders its navigation around an Outlet. */
const WebappPage = lazyPage(async () => {
  const [{ WebappPage }] = await Promise.all([import("../pages/members/WebappPage.tsx"), loadMembersStyles()]);
  return WebappPage;
});
const WebappMainPage = lazyPage(() =>
  import("../pages/members/WebappMainPage.tsx").then((page) => page.WebappMainPage)
);
const SexOffendersReportPage = lazyPage(() =>
  import("../pages/members/SexOffendersReportPage.tsx").then((page) => page.SexOffendersReportPage)
);
const ProfilePage = lazyPage(() => import("../pages/members/ProfilePage.tsx").then((page) => page.ProfilePage));
const ManageSubscriptionsPage = lazyPage(() =>
  import("../pages/members/ManageSubscriptionsPage.tsx").then((page) => page.ManageSubscriptionsPage)
);

export function AppRoutes() {
  return (
    <Routes>
      <Route path={ROUTES.main} element={<MainPage />} />
      <Route path={ROUTES.scanning} element={<ScanningPage />} />
      <Route path={ROUTES.offers} element={<OffersPage />} />
      <Route path={ROUTES.subscription} element={<SubscriptionPage />} />
      <Route path={ROUTES.privacy} element={<PrivacyPage />} />
      <Route path={ROUTES.terms} element={<TermsPage />} />
      <Route path={ROUTES.cookiePolicy} element={<CookiePolicyPage />} />
      <Route path={ROUTES.accessProduct} element={<AccessProductPage />} />
      <Route path={ROUTES.signIn} element={<SignInPage activation={false} />} />
      <Route path={ROUTES.activate} element={<SignInPage activation />} />
      <Route path={ROUTES.unsubscription} element={<UnsubscriptionPage />} />
      <Route path={ROUTES.unsubscribeWithEmail} element={<UnsubscribeWithEmailPage />} />
      <Route path={ROUTES.accessRecovery} element={<AccessRecoveryPage />} />
      <Route path={ROUTES.webapp} element={<WebappPage />}>
        <Route index element={<WebappMainPage />} />
        <Route path={WEBAPP_ROUTES.sexOffendersReport} element={<SexOffendersReportPage />} />
        <Route path={WEBAPP_ROUTES.profile} element={<ProfilePage />} />
        <Route path={WEBAPP_ROUTES.manageSubscriptions} element={<ManageSubscriptionsPage />} />
      </Route>
      <Route path="*" element={<MainPage />} />
    </Routes>
  );
}
