/** What has changed about the watched numbers, the latest first; the alerts page has all of them. */
import { t } from "../../../i18n/t.ts";
import { Link } from "react-router-dom";
import { WatchedNumber } from "../../../features/account/WatchedNumber.tsx";
import { latestFirst } from "../../../features/account/alert_note.ts";
import { phoneText } from "../../../lib/phone/phone_text.ts";
import { paths } from "../../../lib/browser/paths.ts";
import { useLoaded } from "../../../lib/browser/use_loaded.ts";
import { Icon } from "../../../ui/pictures/Icon.tsx";
import { LineRow } from "../../../ui/rows/LineRow.tsx";
import { alertPorts } from "../member_ports.ts";

const SHOWN = 3;

export function WatchedNumbers() {
  const { loaded } = useLoaded(alertPorts.list);
  if (loaded.kind !== "loaded") return null;
  const watches = latestFirst(loaded.value);
  return (
    <section className="stack stack--12" data-testid="watched">
      <div className="row row--between">
        <h2>{t("Alerts")}</h2>
        {watches.length > 0 && (
          <Link to={paths.view("alerts")} className="button button--plain" aria-label={t("See all alerts")}>
            {t("See all")}
          </Link>
        )}
      </div>
      {watches.length === 0
        ? (
          <ul className="list">
            <LineRow
              opens
              lead={<Icon name="bell" />}
              title={<Link to={paths.view("alerts")} className="opens__link">{t("Add a number")}</Link>}
              note={t("We'll email you when something about it changes.")}
              end={<Icon name="chevron" size={20} className="opens__mark" />}
            />
          </ul>
        )
        : (
          <ul className="list">
            {watches.slice(0, SHOWN).map((watch) => (
              <WatchedNumber
                key={watch.id}
                watch={watch}
                testId="alert-change"
                toCheck={({ number }) => ({
                  to: paths.view("alerts"),
                  label: t("Alerts for {number}", { number: phoneText(number) }),
                })}
              />
            ))}
          </ul>
        )}
    </section>
  );
}
