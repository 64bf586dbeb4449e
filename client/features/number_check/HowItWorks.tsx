/** How the score is computed, in three rows with their sources. */
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";

interface Row {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly source: string;
}

const ROWS: readonly Row[] = [
  {
    icon: "read",
    title: t("We decode the number"),
    text: t(
      "Public numbering plans show whether it exists, what type of line it is, and where it's registered.",
    ),
    source: t("Source: national numbering plans"),
  },
  {
    icon: "score",
    title: t("Warning signs add points"),
    text: t(
      "Premium-rate range, fictional number, one-ring country code: each sign adds points, and you see every one.",
    ),
    source: t("Source: FCC, Ofcom and other regulators"),
  },
  {
    icon: "people",
    title: t("Members report calls"),
    text: t("Recent reports count most. A number's owner can dispute them."),
    source: t("Counts after three members report it"),
  },
];

export function HowItWorks() {
  return (
    <section className="how" aria-labelledby="how-title">
      <h2 id="how-title">{t("How the score works")}</h2>
      <ol className="how__rows">
        {ROWS.map((row) => (
          <li key={row.title} className="how__row">
            <span className="how__icon">
              <Icon name={row.icon} size={26} />
            </span>
            <div className="stack stack--8">
              <h3>{row.title}</h3>
              <p>{row.text}</p>
              <p className="small muted">{row.source}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
