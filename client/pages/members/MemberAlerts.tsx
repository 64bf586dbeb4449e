/** The numbers that the member watches. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../i18n/t.ts";
import { Alerts } from "../../features/account/Alerts.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { setNumber } from "../../lib/storage/validator_store.ts";
import { alertPorts } from "./member_ports.ts";

export function MemberAlerts() {
  useSignals();
  return (
    <Alerts
      {...alertPorts}
      country={visitorLocation.value.country}
      toCheck={({ e164, number, country }) => ({
        to: paths.webapp(),
        label: t("Check {number}", { number }),
        onOpen: () => setNumber({ phoneNumber: e164, country }),
      })}
    />
  );
}
