/** The entries that match a name: few at first, and narrowed by the year of birth, since many people share a name. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { useState } from "react";
import type { RegistryHit, RegistryResult } from "../../../server/wire/members/registry.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { plural } from "../../i18n/plural.ts";

export interface RegistryResultsProps {
  readonly result: RegistryResult;
  /** The name that was searched. */
  readonly askedFor: string;
}

/** Entries at first, and from how many on they can be narrowed. */
const FIRST = 10;
/** A made-up name; the entry is labelled as a sample in every language. */
const SAMPLE: RegistryHit = {
  id: "SAMPLE-0000",
  name: "Alex Fairweatherby",
  aliases: [],
  birth_year: 1971,
  place: "Dummy Springs, Example State",
  matched: "alias",
  matched_text: "Lex Strandvik",
};
/** A year of birth is often known only about. */
const YEARS_AROUND = 2;

export function RegistryResults({ result, askedFor }: RegistryResultsProps) {
  const [year, setYear] = useState("");
  const [isAll, setAll] = useState(false);
  const { hits, total, notice, notice_code: code } = result;
  if (hits.length === 0) {
    return (
      <Notice title={t('No entry for "{name}"', { name: askedFor })} testId="registry-none">
        <p>{t("That doesn't prove anything. Names can be spelled many ways, and no registry is complete.")}</p>
      </Notice>
    );
  }
  const found = hits.filter((hit) => isBornAbout(hit, year));
  const shown = isAll ? found : found.slice(0, FIRST);
  return (
    <>
      <h2>
        {plural(total, {
          one: t('1 entry matches "{name}"', { name: askedFor }),
          other: t('{total} entries match "{name}"', { total, name: askedFor }),
        })}
        {total > hits.length && t(", showing the first {shown}", { shown: hits.length })}
      </h2>
      <Notice kind="caution" testId="registry-notice">
        <p>{serviceText({ code }, notice)}</p>
      </Notice>
      {hits.length > FIRST && (
        <div className="lookup">
          <Field
            label={t("Year of birth, if you know it")}
            help={found.length === hits.length
              ? t("Shows only entries born within two years of it.")
              : t("{count} of {all} entries", { count: found.length, all: hits.length })}
            inputMode="numeric"
            maxLength={4}
            value={year}
            onChange={setYear}
            testId="registry-year"
          />
        </div>
      )}
      <ul className="rows rows--pairs" aria-label={t("Matching entries")}>
        {shown.map((hit) => <Entry key={hit.id} hit={hit} />)}
      </ul>
      {shown.length < found.length && (
        <div>
          <Button onClick={() => setAll(true)} testId="registry-all">
            {t("Show all {count}", { count: found.length })}
          </Button>
        </div>
      )}
    </>
  );
}

/** Everything is shown until the year has its four digits. */
function isBornAbout({ birth_year }: RegistryHit, year: string): boolean {
  return !/^\d{4}$/.test(year) || Math.abs(birth_year - Number(year)) <= YEARS_AROUND;
}

/** What is bought, before it is bought. */
export function SampleEntry() {
  return (
    <div>
      <p className="small muted">{t("What an entry shows")}</p>
      <ul className="rows rows--pairs">
        <Entry hit={SAMPLE} />
      </ul>
    </div>
  );
}

function Entry({ hit: { id, name, birth_year: year, place, matched, matched_text } }: { readonly hit: RegistryHit }) {
  return (
    <li data-testid="registry-entry">
      <span className="rows__main">
        <span>{name}</span>
        {matched !== "name" && (
          <span className="rows__place small">{t("Also known as {name}", { name: matched_text })}</span>
        )}
        <span className="rows__place small muted">
          <span>{t("Born {year}", { year })}</span>
          <span>{place}</span>
        </span>
      </span>
      <span className="tiny muted numbers">{id}</span>
    </li>
  );
}
