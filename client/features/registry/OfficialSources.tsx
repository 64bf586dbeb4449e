/** Where a real person can be looked up, free of charge: what this site cannot replace, and says so. */
import { t } from "../../i18n/t.ts";
import { Flag } from "../../ui/controls/Flag.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";

interface OfficialSource {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly href: string;
  readonly name: string;
  readonly address: string;
  readonly what: string;
}

const SOURCES: readonly OfficialSource[] = [
  {
    country: "US",
    href: "https://www.nsopw.gov",
    name: t("National Sex Offender Public Website"),
    address: "nsopw.gov",
    what: t("All public state registries in one search, from the US Department of Justice."),
  },
  {
    country: "GB",
    href: "https://www.police.uk",
    name: t("Ask the police under Sarah's Law"),
    address: "police.uk",
    what: t("There's no public list, but you can ask about someone who has contact with a child."),
  },
];

export function OfficialSources() {
  return (
    <section className="stack stack--12" data-testid="official-sources">
      <div>
        <h2>{t("Look up a real person")}</h2>
        <p className="muted">{t("These official sources are free.")}</p>
      </div>
      <ul className="list">
        {SOURCES.map(({ country, href, name, address, what }) => (
          <LineRow
            key={country}
            opens
            lead={<Flag code={country} />}
            title={
              <a className="opens__link" href={href} target="_blank" rel="noopener">
                {name}
              </a>
            }
            note={`${address} · ${what}`}
            end={<Icon name="outside" size={20} className="opens__mark" />}
          />
        ))}
      </ul>
      <p className="small muted">
        {t("Most other countries keep no public list. If you're worried about someone, ask your local police.")}
      </p>
    </section>
  );
}
