/** The members shell: navigation around the four children; visitors are sent to sign-in and come back (W-AUTH-11). */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Navigate, NavLink, Outlet, useLocation } from "react-router-dom";
import { paths } from "../../lib/browser/paths.ts";
import { isSigningOut, session } from "../../features/session/session_store.ts";

const LINKS = [
  { to: paths.webapp(), text: t("Check a number"), end: true },
  { to: paths.sexOffendersReport(), text: t("Registry check"), end: false },
  { to: paths.manageSubscriptions(), text: t("Billing"), end: false },
  { to: paths.profile(), text: t("Profile"), end: false },
] as const;

export function WebappPage() {
  useSignals();
  const { pathname } = useLocation();
  // Not earlier: while the next page loads, this one is still drawn and would send the visitor to sign-in.
  useEffect(() => () => void (isSigningOut.value = false), []);
  if (session.value.user === undefined) {
    return isSigningOut.value
      ? <Navigate to={paths.main()} replace />
      : <Navigate to={paths.signIn()} state={{ next: pathname }} replace />;
  }
  return (
    <div className="members">
      <nav className="members__nav shell-width" aria-label={t("Members area")}>
        <ul>
          {LINKS.map(({ to, text, end }) => (
            <li key={to}>
              <NavLink to={to} end={end}>{text}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
