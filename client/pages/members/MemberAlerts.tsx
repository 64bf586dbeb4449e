/** The numbers that the member watches. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../i18n/t.ts";
import { Alerts } from "../../features/account/Alerts.tsx";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { paths } from "../../lib/browser/paths.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { handing } from "../../features/lookup/handed_number.ts";
import { alertPorts } from "./member_ports.ts";

export function MemberAlerts() {
  useSignals();
  return (
    <Alerts
      {...alertPorts}
      country={visitorLocation.value.country}
      toCheck={({ e164, number, country }) => ({
        to: paths.webapp(),
        label: t("Check {number}", { number: phoneText(number) }),
        state: handing({ phoneNumber: e164, country }),
      })}
    />
  );
}
