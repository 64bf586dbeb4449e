/** The registry check: the source of the entries, terms to accept for each search, and the matching entries. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { type FormEvent, useState } from "react";
import { type RegistryAbout, type RegistryHit, SEARCH_NAME_MAX_CHARS } from "../../../server/wire/members/registry.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ConsentRow } from "../../ui/controls/ConsentRow.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { type Column, Table } from "../../ui/layout/Table.tsx";
import { REGISTRY_START, type RegistryPorts, type RegistryState, searchRegistry } from "./registry.ts";
import { plural } from "../../i18n/plural.ts";

export interface RegistrySearchProps {
  readonly about: RegistryAbout;
  readonly ports: Omit<RegistryPorts, "show">;
  /** Name of the last search in this browser. */
  readonly startName: string;
  /** Number of entries that search found. */
  readonly lastFound: number;
}

export function RegistrySearch({ about, ports, startName, lastFound }: RegistrySearchProps) {
  const [state, show] = useState(REGISTRY_START);
  const [name, setName] = useState(startName);
  const [isAccepted, setAccepted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.isBusy) return;
    setAccepted(false);
    void searchRegistry({ ...ports, show }, { name, isAccepted, termsVersion: about.terms_version });
  };
  return (
    <div className="stack stack--32">
      {about.is_sample && (
        <Notice kind="caution" title={t("Sample data")}>
          <p>
            {t(
              "Every entry here is fictional. No licensed registry is connected, and no entry refers to a real person.",
            )}
          </p>
        </Notice>
      )}
      <form className="stack stack--16 lookup" onSubmit={submit} noValidate data-testid="registry">
        <Field
          label={t("Person's name")}
          value={name}
          onChange={setName}
          error={state.error}
          help={t("First and last name, in any order. Accents don't matter.")}
          maxLength={SEARCH_NAME_MAX_CHARS}
          autoComplete="off"
          testId="registry-name"
        />
        <Terms about={about} isAccepted={isAccepted} onChange={setAccepted} />
        <Button kind="primary" type="submit" busy={state.isBusy ? t("Searching") : undefined} testId="registry-search">
          {t("Search")}
        </Button>
      </form>
      {startName !== "" && state === REGISTRY_START && (
        <p className="small muted">
          {t("Last search in this tab: {name}. Entries found: {count}.", { name: startName, count: lastFound })}
        </p>
      )}
      <div className="stack stack--16" aria-live="polite">
        <Result state={state} />
      </div>
    </div>
  );
}

interface TermsProps {
  readonly about: RegistryAbout;
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
}

function Terms({ about, isAccepted, onChange }: TermsProps) {
  return (
    <div className="stack stack--12">
      <h2 className="list-title">{t("Terms for this search")}</h2>
      <ul className="terms small">
        {about.terms.map((term, at) => <li key={term}>{serviceText({ code: about.term_codes?.[at] }, term)}</li>)}
      </ul>
      <ConsentRow checked={isAccepted} onChange={onChange} testId="registry-terms">
        {t("I accept these terms for this search")}
      </ConsentRow>
    </div>
  );
}

function Result({ state }: { readonly state: RegistryState }) {
  const { result, askedFor } = state;
  if (result === undefined) return null;
  const { hits, total, notice, notice_code: code } = result;
  if (hits.length === 0) {
    return (
      <Notice title={t('No entry for "{name}"', { name: askedFor })} testId="registry-none">
        <p>{t("That doesn't prove anything. Names can be spelled many ways, and no registry is complete.")}</p>
      </Notice>
    );
  }
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
      <Table caption={t("Matching entries")} columns={COLUMNS} rows={hits} rowKey={(row) => row.id} />
    </>
  );
}

const COLUMNS: readonly Column<RegistryHit>[] = [
  {
    key: "name",
    head: t("Name"),
    cell: (row) => (
      <span className="table__name">
        {row.name}
        {row.matched !== "name" && (
          <span className="table__alias">{t("Also known as {name}", { name: row.matched_text })}</span>
        )}
      </span>
    ),
  },
  { key: "born", head: t("Born"), cell: (row) => row.birth_year, numeric: true },
  { key: "place", head: t("Location"), cell: (row) => row.place },
  { key: "id", head: t("Entry"), cell: (row) => <span className="numbers">{row.id}</span> },
];
