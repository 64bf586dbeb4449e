/** The members shell: navigation around the four children; visitors are sent to sign-in and come back (W-AUTH-11). */
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { paths } from "../../lib/browser/paths.ts";
import { MembersNav } from "./MembersNav.tsx";
import { isSigningOut, session } from "../../features/session/session_store.ts";

export function WebappPage() {
  useSignals();
  const { pathname, search } = useLocation();
  // Not earlier: while the next page loads, this one is still rendered and would send the visitor to sign-in.
  useEffect(() => () => void (isSigningOut.value = false), []);
  if (session.value.user === undefined) {
    return isSigningOut.value
      ? <Navigate to={paths.main()} replace />
      : <Navigate to={paths.signIn()} state={{ next: `${pathname}${search}` }} replace />;
  }
  return (
    // Another account, by another tab, begins with its own data.
    <div key={session.value.user.uid} className="members">
      <MembersNav />
      <Outlet />
    </div>
  );
}
