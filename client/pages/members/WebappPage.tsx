/**
 * The members shell: navigation around the four children; visitors are sent to sign-in and come back (W-AUTH-11), and so
 * is a member whose link names a purchase.
 */
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { paths } from "../../lib/browser/paths.ts";
import { forgetVisit } from "../forget_visit.ts";
import { MembersNav } from "./MembersNav.tsx";
import { takePurchaseKey } from "../../features/session/purchase_key.ts";
import { isSigningOut, session } from "../../features/session/session_store.ts";
import { useLinkedPurchaseKey } from "../../features/session/use_purchase_key.ts";

export function WebappPage() {
  useSignals();
  const { pathname, search } = useLocation();
  const linked = useLinkedPurchaseKey();
  // Not earlier: while the next page loads, this one is still rendered and would send the visitor to sign-in.
  useEffect(() => () => void (isSigningOut.value = false), []);
  const isMember = session.value.user !== undefined;
  // However the session ended: here, in another tab, or since it expired.
  useEffect(() => isMember ? () => void (session.value.user === undefined && forgetVisit()) : undefined, [isMember]);
  const { user } = session.value;
  if (user === undefined && isSigningOut.value) return <Navigate to={paths.main()} replace />;
  // A purchase that the link names is finalized there, also for a member.
  if (user === undefined || linked !== "") {
    const next = `${pathname}${takePurchaseKey(search, location.origin).search}`;
    return <Navigate to={paths.signIn()} state={{ next }} replace />;
  }
  return (
    // Another account begins with its own data.
    <div key={user.uid} className="members">
      <MembersNav />
      <Outlet />
    </div>
  );
}
