/** The registry check: where the entries come from, terms ticked anew for each search, the entries whose names match. */
import { type FormEvent, useState } from "react";
import { type RegistryAbout, type RegistryHit, SEARCH_NAME_MAX_CHARS } from "../../../server/wire/registry.ts";
import { Button } from "../../ui/Button.tsx";
import { ConsentRow } from "../../ui/ConsentRow.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { REGISTRY_START, type RegistryPorts, type RegistryState, searchRegistry } from "./registry.ts";

export interface RegistrySearchProps {
  readonly about: RegistryAbout;
  readonly ports: Omit<RegistryPorts, "show">;
  /** The name that was searched last in this browser. */
  readonly startName: string;
}

export function RegistrySearch({ about, ports, startName }: RegistrySearchProps) {
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
        <Notice kind="caution" title="Sample data">
          <p>Every entry here is made up. No licensed registry is connected, and no entry stands for a real person.</p>
        </Notice>
      )}
      <form className="stack stack--16 lookup" onSubmit={submit} noValidate data-testid="registry">
        <Field
          label="Name of the person"
          value={name}
          onChange={setName}
          error={state.error}
          help="First and last name. Accents and the order make no difference."
          maxLength={SEARCH_NAME_MAX_CHARS}
          autoComplete="off"
          testId="registry-name"
        />
        <Terms about={about} isAccepted={isAccepted} onChange={setAccepted} />
        <Button kind="primary" type="submit" busy={state.isBusy ? "Searching" : undefined} testId="registry-search">
          Search
        </Button>
      </form>
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
      <h2 className="list-title">Terms of this search</h2>
      <ul className="plain-list small">
        {about.terms.map((term) => <li key={term}>{term}</li>)}
      </ul>
      <ConsentRow checked={isAccepted} onChange={onChange} testId="registry-terms">
        I accept these terms for this search
      </ConsentRow>
    </div>
  );
}

function Result({ state }: { readonly state: RegistryState }) {
  const { result, askedFor } = state;
  if (result === undefined) return null;
  const { hits, total, notice } = result;
  if (hits.length === 0) {
    return (
      <Notice title={`No entry under "${askedFor}"`} testId="registry-none">
        <p>That is no proof of anything: names are spelled in many ways, and no registry holds everybody.</p>
      </Notice>
    );
  }
  const shown = total > hits.length ? `, the first ${hits.length} are shown` : "";
  return (
    <>
      <h2>
        {total} {total === 1 ? "entry matches" : "entries match"} "{askedFor}"{shown}
      </h2>
      <Notice kind="caution" testId="registry-notice">
        <p>{notice}</p>
      </Notice>
      <Table caption="Entries whose names match" columns={COLUMNS} rows={hits} rowKey={(row) => row.id} />
    </>
  );
}

const COLUMNS: readonly Column<RegistryHit>[] = [
  { key: "name", head: "Name", cell: (row) => row.name },
  {
    key: "matched",
    head: "What matched",
    cell: (row) => row.matched === "name" ? "The name" : `Also known as ${row.matched_text}`,
  },
  { key: "born", head: "Born", cell: (row) => row.birth_year, numeric: true },
  { key: "place", head: "Place", cell: (row) => row.place },
  { key: "id", head: "Entry", cell: (row) => <span className="numbers">{row.id}</span> },
];
