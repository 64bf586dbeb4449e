/** The numbers that the member watches. */
import { Alerts } from "../../features/account/Alerts.tsx";
import { alertPorts } from "./member_ports.ts";

export function MemberAlerts() {
  return <Alerts {...alertPorts} />;
}
