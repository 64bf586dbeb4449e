/** Bulk check: paste numbers or choose a file, see each row as it is checked, save the result as a file. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import { type FormEvent, type ReactNode, useReducer, useState } from "react";
import { BATCH_MAX_ROWS, type BatchRow } from "../../../server/wire/members/batch.ts";
import { countriesByName, countryName, placeLine } from "../../lib/format/countries.ts";
import { BAND_WORDS } from "../../ui/report/bands.ts";
import { MiniGauge } from "../../ui/report/MiniGauge.tsx";
import { Flag } from "../../ui/controls/Flag.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { FieldFrame, SelectField } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { type Column, Table } from "../../ui/layout/Table.tsx";
import { type BulkCheckPorts, runBulkCheck } from "./bulk_check.ts";
import { BULK_CHECK_START, bulkCheckReducer, type BulkCheckState } from "./bulk_check_state.ts";
import { plural } from "../../i18n/plural.ts";

export interface BulkCheckFormProps {
  readonly ports: Omit<BulkCheckPorts, "dispatch">;
  /** Preselected country, if known: ISO 3166 alpha-2 or empty. */
  readonly country: string;
  readonly saveCsv: (batchId: string) => Promise<void>;
  /** Where packs can be bought, shown when numbers were left out for want of credits. */
  readonly buy?: ReactNode;
}

export function BulkCheckForm({ ports, country: atFirst, saveCsv, buy }: BulkCheckFormProps) {
  const [state, dispatch] = useReducer(bulkCheckReducer, BULK_CHECK_START);
  const [country, setCountry] = useState(atFirst);
  const [csv, setCsv] = useState("");
  const [name, setName] = useState(t("List"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.isBusy) void runBulkCheck({ ...ports, dispatch }, { csv, name, country });
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setName(file.name.replace(/\.[a-z]+$/i, ""));
    setCsv(await file.text());
  };
  return (
    <div className="stack stack--32">
      <Results state={state} buy={buy} saveCsv={saveCsv} />
      <form className="stack stack--16 lookup" onSubmit={submit} noValidate data-testid="batch">
        <FieldFrame
          label={t("Phone numbers")}
          help={t(
            "One per line, up to {max}. Each new number uses one check from your packs.",
            { max: BATCH_MAX_ROWS },
          )}
          error={state.error}
        >
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              className="input numbers"
              rows={6}
              value={csv}
              onChange={(event) => setCsv(event.currentTarget.value)}
              aria-describedby={describedBy}
              aria-invalid={invalid ? true : undefined}
              data-testid="batch-text"
            />
          )}
        </FieldFrame>
        <FieldFrame label={t("Or upload a CSV file")} optional>
          {({ id }) => (
            <input
              id={id}
              className="input"
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
          )}
        </FieldFrame>
        <SelectField
          label={t("Default country")}
          optional
          value={country}
          onChange={setCountry}
          options={countryOptions()}
          testId="batch-country"
        />
        <Button kind="primary" type="submit" busy={state.isBusy ? progress(state) : undefined} testId="batch-ask">
          {t("Check numbers")}
        </Button>
      </form>
    </div>
  );
}

/** Above the form, so that what was found stands first. */
function Results(
  { state, saveCsv, buy }: { readonly state: BulkCheckState } & Pick<BulkCheckFormProps, "saveCsv" | "buy">,
) {
  return (
    <div
      className={state.rows.length > 0 || state.needsCredits ? "stack stack--16" : "visually-hidden"}
      aria-live="polite"
    >
      {state.needsCredits && buy}
      {state.finished !== undefined && <Finished state={state} saveCsv={saveCsv} />}
      {state.rows.length > 0 && (
        <Table
          caption={t("Numbers checked")}
          columns={COLUMNS}
          rows={state.rows}
          rowKey={(row) => String(row.line)}
        />
      )}
    </div>
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
  return (
    <Notice
      kind="done"
      title={whatWasChecked(state.rows)}
      action={<Button onClick={save}>{t("Download CSV")}</Button>}
    >
      <p>{error === "" ? t("{cost}. {credits} left in your packs.", { cost, credits }) : error}</p>
    </Notice>
  );
}

/** Rows that were left out for want of credits say so themselves. */
function whatWasChecked(rows: readonly BatchRow[]): string {
  const count = rows.filter(({ state }) => state === "checked" || state === "repeated").length;
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

function Place({ row: { country_code: countryCode = "", country, place } }: { readonly row: BatchRow }) {
  if (country === "") return null;
  return (
    <span className="rows__place">
      {countryCode !== "" && <Flag code={countryCode} />}{" "}
      {placeLine({ countryCode, countryName: country, location: place })}
    </span>
  );
}

const STATES: Readonly<Record<BatchRow["state"], string>> = {
  checked: t("Checked"),
  repeated: t("Free (checked before)"),
  unreadable: t("Not a phone number"),
  no_credit: t("Not checked"),
};
const COLUMNS: readonly Column<BatchRow>[] = [
  {
    key: "number",
    head: t("Number"),
    cell: (row) => (
      <b className={row.e164 === "" ? undefined : "numbers"}>{row.e164 === "" ? row.text : row.number ?? row.e164}</b>
    ),
  },
  {
    key: "score",
    head: t("Score"),
    cell: (row) =>
      row.score === null ? t("No score") : (
        <span className="band-word" data-band={row.band}>
          <MiniGauge value={row.score} /> {row.score}, {BAND_WORDS[row.band].within}
        </span>
      ),
  },
  {
    key: "what",
    head: t("Location"),
    cell: (row) => <Place row={row} />,
  },
  { key: "state", head: t("Status"), cell: (row) => serviceText(row, row.error) || STATES[row.state] },
];
