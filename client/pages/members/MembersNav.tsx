/** Navigation of the members area: four tabs at the bottom of a phone, a column with all pages on a wide screen. */
import { t } from "../../i18n/t.ts";
import { Link, useLocation } from "react-router-dom";
import { paths, routeOf } from "../../lib/browser/paths.ts";
import { cx } from "../../lib/format/class_names.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";

interface Place {
  readonly to: string;
  readonly text: string;
  readonly icon: IconName;
}

const TABS: readonly Place[] = [
  { to: paths.webapp(), text: t("Check"), icon: "search" },
  { to: paths.view("history"), text: t("History"), icon: "clock" },
  { to: paths.view("alerts"), text: t("Alerts"), icon: "bell" },
  { to: paths.profile(), text: t("Account"), icon: "person" },
];
/** On a phone they are in the account page. */
const MORE: readonly Place[] = [
  { to: paths.manageSubscriptions(), text: t("Billing"), icon: "receipt" },
  { to: paths.view("guide"), text: t("Scam guide"), icon: "guide" },
  { to: paths.sexOffendersReport(), text: t("Registry check"), icon: "shield" },
];

export function MembersNav() {
  const { pathname, search } = useLocation();
  const view = new URLSearchParams(search).get("view") ?? "";
  // The bulk check is the other half of the first tab.
  const isPlain = view === "" || view === "number" || view === "list";
  const route = routeOf(pathname);
  const here = route === paths.webapp() && !isPlain ? `${route}?view=${view}` : route;
  return (
    <nav className="members__nav" aria-label={t("Members area")}>
      <ul>
        {[...TABS, ...MORE].map(({ to, text, icon }) => (
          <li
            key={to}
            className={cx(MORE.some((place) => place.to === to) && "members__more")}
          >
            <Link to={to} aria-current={to === here ? "page" : undefined}>
              <Icon name={icon} /> <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What a phone's tabs leave out, as rows. */
export function MorePlaces() {
  return (
    <section className="more-places stack stack--12">
      <h2>{t("More")}</h2>
      <ul className="list">
        {MORE.map(({ to, text, icon }) => (
          <LineRow
            key={to}
            opens
            lead={<Icon name={icon} />}
            title={<Link to={to} className="opens__link">{text}</Link>}
            end={<Icon name="chevron" size={20} className="opens__mark" />}
          />
        ))}
      </ul>
    </section>
  );
}
