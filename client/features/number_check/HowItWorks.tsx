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
    title: t("We read the number"),
    text: t(
      "Does it exist, what kind of line is it, where does it belong? Numbering plans answer that, and they are public.",
    ),
    source: t("National numbering plans, as libphonenumber collects them"),
  },
  {
    icon: "score",
    title: t("Rules give points"),
    text: t(
      "A premium range, a range kept for films, a one-ring country: each rule adds its points, and you see every one of them.",
    ),
    source: t("Warnings of the FCC, Ofcom and other regulators"),
  },
  {
    icon: "people",
    title: t("People report"),
    text: t("Reports of members count, less with every week, and owners of a number can dispute them."),
    source: t("Members of TrustCheck, at least three of them"),
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
