/** The registry check: what it holds, terms to accept for each search, the matching entries, and official sources. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type RegistryAbout, SEARCH_NAME_MAX_CHARS } from "../../../server/wire/members/registry.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ConsentRow } from "../../ui/controls/ConsentRow.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { OfficialSources } from "./OfficialSources.tsx";
import { REGISTRY_START, type RegistryPorts, searchRegistry } from "./registry.ts";
import { RegistryResults } from "./RegistryResult.tsx";

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
  const found = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.result === undefined) return;
    // The next search needs its own acceptance; one that was refused keeps it.
    setAccepted(false);
    found.current?.focus({ preventScroll: false });
  }, [state.result]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.isBusy) return;
    void searchRegistry({ ...ports, show }, { name, isAccepted, termsVersion: about.terms_version });
  };
  return (
    <div className="stack stack--32">
      {about.is_sample && <SampleNotice />}
      <div className="aside-pair aside-pair--first">
        <OfficialSources />
        <div className="stack stack--32">
          {/* Above the form, so that what was found stands first. */}
          <div
            ref={found}
            tabIndex={-1}
            className={state.result === undefined ? "visually-hidden" : "stack stack--16 registry-found"}
            aria-live="polite"
          >
            {state.result !== undefined && (
              <RegistryResults key={state.askedFor} result={state.result} askedFor={state.askedFor} />
            )}
          </div>
          <form className="card stack stack--16" onSubmit={submit} noValidate data-testid="registry">
            <h2>{state.result === undefined ? t("Search by name") : t("Search again")}</h2>
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
            <Terms
              about={about}
              isAccepted={isAccepted}
              onChange={setAccepted}
              error={state.needsTerms && !isAccepted ? t("Accept the terms for this search first.") : ""}
            />
            <Button
              kind="primary"
              type="submit"
              busy={state.isBusy ? t("Searching") : undefined}
              testId="registry-search"
            >
              {t("Search")}
            </Button>
          </form>
          {startName !== "" && state === REGISTRY_START && (
            <p className="small muted">
              {t("Last search in this tab: {name}. Entries found: {count}.", { name: startName, count: lastFound })}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** What this registry is, before anything is searched or bought. */
export function SampleNotice() {
  return (
    <Notice kind="caution" title={t("Demo: every entry is made up")} testId="registry-sample">
      <p>{t("No licensed registry is connected, so a search here tells you nothing about a real person.")}</p>
    </Notice>
  );
}

interface TermsProps {
  readonly about: RegistryAbout;
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
  readonly error: string;
}

function Terms({ about, isAccepted, onChange, error }: TermsProps) {
  return (
    <div className="stack stack--12">
      <h3 className="list-title">{t("Terms for this search")}</h3>
      <ul className="terms small">
        {about.terms.map((term, at) => <li key={term}>{serviceText({ code: about.term_codes?.[at] }, term)}</li>)}
      </ul>
      <ConsentRow checked={isAccepted} onChange={onChange} error={error} testId="registry-terms">
        {t("I accept these terms for this search")}
      </ConsentRow>
    </div>
  );
}
