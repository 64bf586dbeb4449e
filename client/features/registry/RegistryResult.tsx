/** The entries that match a name: few at first, and narrowed by the year of birth, since many people share a name. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { useEffect, useRef, useState } from "react";
import type { RegistryHit, RegistryResult } from "../../../server/wire/members/registry.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { focusRow } from "../../ui/rows/focus_row.ts";
import { LineRow } from "../../ui/rows/LineRow.tsx";
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
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isAll) focusRow(list.current?.querySelectorAll("li")[FIRST]);
  }, [isAll]);
  const { hits, total, notice, notice_code: code, is_sample } = result;
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
      <div className="stack stack--8">
        <h2>
          {plural(total, {
            one: t('1 entry matches "{name}"', { name: askedFor }),
            other: t('{total} entries match "{name}"', { total, name: askedFor }),
          })}
        </h2>
        <p className="muted" data-testid="registry-notice">{serviceText({ code }, notice)}</p>
      </div>
      {hits.length > FIRST && (
        <div className="lookup">
          <Field
            label={t("Year of birth, if you know it")}
            help={t("Shows only people born within two years of it.")}
            inputMode="numeric"
            value={year}
            onChange={(typed) => setYear(typed.trim())}
            testId="registry-year"
          />
        </div>
      )}
      {shown.length < total && (
        <p className="small muted" role="status">
          {t("Showing {shown} of {total}.", { shown: shown.length, total })}{" "}
          {isAll && year === "" && total > hits.length && t("Enter the full name to see fewer.")}
        </p>
      )}
      {shown.length > 0 && (
        <ul ref={list} className="list" aria-label={t("Matching entries")}>
          {shown.map((hit) => <Entry key={hit.id} hit={hit} isSample={is_sample} />)}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button onClick={() => setAll(true)} testId="registry-all">
            {t("Show {count} more", { count: found.length - shown.length })}
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
    <div className="stack stack--8">
      <p className="small muted">{t("What an entry shows")}</p>
      <ul className="list">
        <Entry hit={SAMPLE} isSample />
      </ul>
    </div>
  );
}

function Entry({ hit, isSample }: { readonly hit: RegistryHit; readonly isSample: boolean }) {
  const { id, name, birth_year: year, place, matched, matched_text } = hit;
  return (
    <LineRow
      testId="registry-entry"
      title={name}
      note={
        <>
          {matched !== "name" && <p>{t("Also known as {name}", { name: matched_text })}</p>}
          <p>{t("Born {year}", { year })} · {place}</p>
        </>
      }
      end={isSample ? <span className="tag">{t("Made up")}</span> : <span className="small muted numbers">{id}</span>}
    />
  );
}
