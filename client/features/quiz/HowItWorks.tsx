/** How the score comes about, in three rows with their sources. */
import { Icon } from "../../ui/Icon.tsx";
import type { IconName } from "../../ui/icon_paths.ts";

interface Row {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly source: string;
}

const ROWS: readonly Row[] = [
  {
    icon: "read",
    title: "We read the number",
    text:
      "Does it exist, what kind of line is it, where does it belong? Numbering plans answer that, and they are public.",
    source: "National numbering plans, as libphonenumber collects them",
  },
  {
    icon: "score",
    title: "Rules give points",
    text:
      "A premium range, a range kept for films, a one-ring country: each rule adds its points, and you see every one of them.",
    source: "Warnings of the FCC, Ofcom and other regulators",
  },
  {
    icon: "people",
    title: "People report",
    text: "Reports of members count, less with every week, and owners of a number can dispute them.",
    source: "Members of TrustCheck, at least three of them",
  },
];

export function HowItWorks() {
  return (
    <section className="how" aria-labelledby="how-title">
      <h2 id="how-title">How the score works</h2>
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
