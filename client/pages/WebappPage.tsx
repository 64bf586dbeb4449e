/** The members shell around its four children. Placeholder until its builder fills it. */
import { Outlet } from "react-router-dom";

export function WebappPage() {
  return <Outlet />;
}
