/** Where a real person can be looked up, free of charge: what this site cannot replace, and says so. */
import { t } from "../../i18n/t.ts";
import { Flag } from "../../ui/controls/Flag.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";

interface OfficialSource {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly href: string;
  readonly name: string;
  readonly what: string;
}

const SOURCES: readonly OfficialSource[] = [
  {
    country: "US",
    href: "https://www.nsopw.gov",
    name: "nsopw.gov",
    what: t("All public state registries in one search, from the US Department of Justice."),
  },
  {
    country: "GB",
    href: "https://www.police.uk",
    name: "police.uk",
    what: t("No public list. Under Sarah's Law, ask the police about someone who has contact with a child."),
  },
];

export function OfficialSources() {
  return (
    <section className="stack stack--12" data-testid="official-sources">
      <h2 className="list-title">{t("Look up a real person")}</h2>
      <p className="small muted">{t("These official sources are free.")}</p>
      <ul className="rows rows--pairs">
        {SOURCES.map(({ country, href, name, what }) => (
          <li key={country} className="rows__whole">
            <span className="rows__main">
              <a className="rows__open" href={href} target="_blank" rel="noopener">
                {name}
              </a>
              <span className="rows__place small muted">
                <span>
                  <Flag code={country} /> {what}
                </span>
              </span>
            </span>
            <Icon name="outside" size={20} />
          </li>
        ))}
      </ul>
      <p className="small muted">
        {t("Most other countries keep no public list. If you're worried about someone, ask your local police.")}
      </p>
    </section>
  );
}
