/** Bulk check: paste numbers or choose a file, see each row as it is checked, save the result as a file. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { type FormEvent, type ReactNode, useEffect, useReducer, useRef, useState } from "react";
import { BATCH_MAX_ROWS, type BatchRow } from "../../../server/wire/members/batch.ts";
import { BANDS } from "../../../server/wire/members/report.ts";
import { countriesByName, countryName, placeLine } from "../../lib/format/countries.ts";
import { digitsOf } from "../../lib/phone/find_numbers.ts";
import { BAND_WORDS } from "../../ui/report/bands.ts";
import { BandShape } from "../../ui/pictures/BandShape.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { FieldFrame, SelectField } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { NumberRow, reportTarget } from "../../ui/rows/NumberRow.tsx";
import { type BulkCheckInput, type BulkCheckPorts, readListFile, runBulkCheck } from "./bulk_check.ts";
import { BULK_CHECK_START, bulkCheckReducer, type BulkCheckState } from "./bulk_check_state.ts";
import { plural } from "../../i18n/plural.ts";

const EXAMPLES = "+1 650 253 0000\n+44 20 7946 0000";
/** Fewest digits of a number with its area code. */
const MIN_DIGITS = 7;

export interface BulkCheckFormProps {
  readonly ports: Omit<BulkCheckPorts, "dispatch">;
  /** Selected until another is chosen, if known: ISO 3166 alpha-2 or empty. */
  readonly country: string;
  readonly saveCsv: (batchId: string) => Promise<void>;
  /** Where packs can be bought, shown when numbers were left out for lack of credits. */
  readonly buy?: ReactNode;
}

export function BulkCheckForm({ ports, country, saveCsv, buy }: BulkCheckFormProps) {
  const [state, dispatch] = useReducer(bulkCheckReducer, BULK_CHECK_START);
  /** The result that the visitor has gone on from to another list. */
  const [left, setLeft] = useState<BulkCheckState["finished"]>();
  // The result takes the place of the form; a list that was cut off for want of checks stays, to be sent again.
  const isEntry = state.finished === undefined || state.needsCredits || state.finished === left;
  return (
    <div className="stack stack--32">
      <Results state={state} buy={buy} saveCsv={saveCsv} />
      {isEntry
        ? (
          <Entry
            state={state}
            known={country}
            takesFocus={state.finished !== undefined && state.finished === left}
            onSend={(input) => void runBulkCheck({ ...ports, dispatch }, input)}
            onFile={(error) => dispatch({ type: "file_chosen", error })}
          />
        )
        : (
          <div>
            <Button
              icon="plus"
              onClick={() => {
                // A file was refused while the check was running; the new field is empty.
                dispatch({ type: "file_chosen", error: "" });
                setLeft(state.finished);
              }}
              testId="batch-again"
            >
              {t("Check another list")}
            </Button>
          </div>
        )}
    </div>
  );
}

interface EntryProps {
  readonly state: BulkCheckState;
  /** Country until another is chosen. */
  readonly known: string;
  /** In place of the button that has opened it again. */
  readonly takesFocus: boolean;
  readonly onSend: (input: BulkCheckInput) => void;
  /** A file was chosen; the error says why it can't be used, and is empty for one that can. */
  readonly onFile: (error: string) => void;
}

function Entry({ state, known, takesFocus, onSend, onFile }: EntryProps) {
  const [chosen, setChosen] = useState<string>();
  const country = chosen ?? known;
  const [csv, setCsv] = useState("");
  const [file, setFile] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.isBusy) onSend({ csv, name: file === "" ? t("List") : file.replace(/\.[a-z]+$/i, ""), country });
  };
  const choose = async (picked: File | undefined) => {
    if (picked === undefined) return;
    const text = await readListFile(picked, onFile);
    if (text === undefined) return;
    onFile("");
    setFile(picked.name);
    setCsv(text);
  };
  return (
    <form className="bulk" onSubmit={submit} noValidate data-testid="batch">
      <FieldFrame
        label={t("Phone numbers")}
        help={t("One per line, up to {max}. Each new number uses one check from your packs.", { max: BATCH_MAX_ROWS })}
        error={state.error}
      >
        {({ id, describedBy, invalid }) => (
          <textarea
            id={id}
            className="input numbers"
            rows={7}
            autoFocus={takesFocus}
            placeholder={EXAMPLES}
            value={csv}
            onChange={(event) => setCsv(event.currentTarget.value)}
            aria-describedby={describedBy}
            aria-invalid={invalid ? true : undefined}
            data-testid="batch-text"
          />
        )}
      </FieldFrame>
      <div className="stack stack--16">
        <SelectField
          label={t("Country for numbers without a +")}
          value={country}
          onChange={setChosen}
          options={countryOptions()}
          testId="batch-country"
        />
        <label className="button button--quiet file-pick">
          <input
            type="file"
            className="visually-hidden"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              void choose(currentTarget.files?.[0]);
              // The same file can be chosen again.
              currentTarget.value = "";
            }}
          />
          <Icon name="report" size={20} /> <span>{file === "" ? t("Or upload a CSV file") : file}</span>
        </label>
        <Button kind="primary" type="submit" busy={state.isBusy ? progress(state) : undefined} testId="batch-ask">
          {askText(countNumbers(csv))}
        </Button>
      </div>
    </form>
  );
}

/** Lines with enough digits for a number: a heading of a column has none. */
function countNumbers(csv: string): number {
  return csv.split("\n").filter((line) => digitsOf(line).length >= MIN_DIGITS).length;
}

function askText(count: number): string {
  if (count === 0 || count > BATCH_MAX_ROWS) return t("Check numbers");
  return plural(count, { one: t("Check 1 number"), other: t("Check {count} numbers", { count }) });
}

/** Above the form, so that what was found stands first. The button of the form says how many rows there are so far. */
function Results(
  { state, saveCsv, buy }: { readonly state: BulkCheckState } & Pick<BulkCheckFormProps, "saveCsv" | "buy">,
) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form is gone, and with it the focus.
    if (state.finished !== undefined && document.activeElement === document.body) end.current?.focus();
  }, [state.finished]);
  const isEnd = state.needsCredits || state.finished !== undefined;
  return (
    <div className={isEnd || state.rows.length > 0 ? "stack stack--16" : "visually-hidden"}>
      <div ref={end} tabIndex={-1} className={isEnd ? "stack stack--16" : "visually-hidden"} aria-live="polite">
        {state.needsCredits && buy}
        {state.finished !== undefined && <Finished state={state} saveCsv={saveCsv} />}
      </div>
      {state.rows.length > 0 && (
        <ul className="list" aria-label={t("Numbers checked")}>
          {state.rows.map((row) => <Row key={row.line} row={row} />)}
        </ul>
      )}
    </div>
  );
}

function Row({ row }: { readonly row: BatchRow }) {
  const { e164, text, number = e164, country_code: code = "", country, place, report_id, score, band } = row;
  // What was read instead of a number stands beside it.
  const words = row.state === "unreadable" ? STATES.unreadable : serviceText(row, row.error) || STATES[row.state];
  const name = e164 === "" ? text : number;
  return (
    <NumberRow
      row={{ number: name, country: code, score, band }}
      place={country === "" ? "" : placeLine({ countryCode: code, countryName: country, location: place })}
      note={words === "" ? undefined : words}
      opens={reportTarget({ report_id, number: name })}
    />
  );
}

function countryOptions() {
  const countries = countriesByName().map(({ code, dial }) => ({
    value: code,
    label: `${countryName(code)} +${dial}`,
  }));
  return [{ value: "", label: t("No country selected") }, ...countries];
}

function Finished({ state, saveCsv }: { readonly state: BulkCheckState } & Pick<BulkCheckFormProps, "saveCsv">) {
  const [error, setError] = useState("");
  if (state.finished === undefined) return null;
  const { batchId, spent, credits } = state.finished;
  const save = () => {
    saveCsv(batchId).then(() => setError(""), () => setError(t("We couldn't download the file. Try again.")));
  };
  const cost = spent === 0
    ? t("No checks used")
    : plural(spent, { one: t("1 check used"), other: t("{count} checks used", { count: spent }) });
  const left = plural(credits, {
    one: t("{cost}. 1 left in your packs.", { cost }),
    other: t("{cost}. {credits} left in your packs.", { cost, credits }),
  });
  return (
    <Notice
      kind="done"
      title={whatWasChecked(state.rows)}
      action={<Button icon="download" onClick={save}>{t("Download CSV")}</Button>}
    >
      <div className="stack stack--8">
        <BandCounts rows={state.rows} />
        <p>{error === "" ? left : error}</p>
      </div>
    </Notice>
  );
}

/** How many numbers are in each band, the worst first: what the list was checked for. */
function BandCounts({ rows }: { readonly rows: readonly BatchRow[] }) {
  const scored = rows.filter((row) => isChecked(row) && row.score !== null);
  const counts = [...BANDS].reverse().map((band) => [band, scored.filter((row) => row.band === band).length] as const);
  return (
    <ul className="row" data-testid="batch-bands">
      {counts.filter(([, count]) => count > 0).map(([band, count]) => (
        <li key={band} className="band-word" data-band={band}>
          <BandShape band={band} /> {BAND_WORDS[band].name}: {count}
        </li>
      ))}
    </ul>
  );
}

function isChecked({ state }: BatchRow): boolean {
  return state === "checked" || state === "repeated";
}

/** Rows that were left out for want of credits say so themselves. */
function whatWasChecked(rows: readonly BatchRow[]): string {
  const count = rows.filter(isChecked).length;
  const others = rows.filter(({ state }) => state === "unreadable").length;
  if (others === 0) {
    return plural(count, { one: t("1 number checked"), other: t("{count} numbers checked", { count }) });
  }
  return plural(others, {
    one: t("{count} checked, 1 isn't a phone number", { count }),
    other: t("{count} checked, {others} aren't phone numbers", { count, others }),
  });
}

function progress({ rows, of }: BulkCheckState): string {
  return of === 0 ? t("Checking") : t("Checking {count} of {all}", { count: rows.length, all: of });
}

/** A row that was simply checked needs no words beside its score. */
const STATES: Readonly<Record<BatchRow["state"], string>> = {
  checked: "",
  repeated: t("Free (checked before)"),
  unreadable: t("Not a phone number"),
  no_credit: t("Not checked"),
};
