/** A list of numbers: paste or choose a file, see each row as it is checked, save the result as a file. */
import { type FormEvent, useReducer, useState } from "react";
import { BATCH_MAX_ROWS, type BatchRow } from "../../../server/wire/batch.ts";
import { BAND_WORDS } from "../../ui/bands.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldFrame } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { type BatchPorts, checkBatch } from "./batch.ts";
import { BATCH_START, batchReducer, type BatchState } from "./batch_state.ts";

export interface BatchFormProps {
  readonly ports: Omit<BatchPorts, "dispatch">;
  readonly country: string;
  readonly saveCsv: (batchId: string) => Promise<void>;
}

export function BatchForm({ ports, country, saveCsv }: BatchFormProps) {
  const [state, dispatch] = useReducer(batchReducer, BATCH_START);
  const [csv, setCsv] = useState("");
  const [name, setName] = useState("List");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.isBusy) void checkBatch({ ...ports, dispatch }, { csv, name, country });
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setName(file.name.replace(/\.[a-z]+$/i, ""));
    setCsv(await file.text());
  };
  return (
    <div className="stack stack--32">
      <form className="stack stack--16 lookup" onSubmit={submit} noValidate data-testid="batch">
        <FieldFrame
          label="Phone numbers"
          help={`One a line, or the text of a CSV file: up to ${BATCH_MAX_ROWS}. Each new number costs one extra look-up from your packs.`}
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
        <FieldFrame label="Or a CSV file" optional>
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
        <Button kind="primary" type="submit" busy={state.isBusy ? progress(state) : undefined} testId="batch-ask">
          Check the list
        </Button>
      </form>
      <div className="stack stack--16" aria-live="polite">
        {state.finished !== undefined && <Finished state={state} saveCsv={saveCsv} />}
        {state.rows.length > 0 && (
          <Table
            caption="Numbers checked"
            columns={COLUMNS}
            rows={state.rows}
            rowKey={(row) => String(row.line)}
          />
        )}
      </div>
    </div>
  );
}

function Finished({ state, saveCsv }: { readonly state: BatchState } & Pick<BatchFormProps, "saveCsv">) {
  const [error, setError] = useState("");
  if (state.finished === undefined) return null;
  const { batchId, spent, credits } = state.finished;
  const save = () => {
    saveCsv(batchId).then(() => setError(""), () => setError("The file could not be fetched. Please try again."));
  };
  const cost = spent === 0 ? "It cost nothing" : `It cost ${spent} ${spent === 1 ? "look-up" : "look-ups"}`;
  return (
    <Notice kind="done" title={`${state.rows.length} rows done`} action={<Button onClick={save}>Save as CSV</Button>}>
      <p>{error === "" ? `${cost}; ${credits} are left in your packs.` : error}</p>
    </Notice>
  );
}

function progress({ rows, of }: BatchState): string {
  return of === 0 ? "Checking" : `Checking, ${rows.length} of ${of}`;
}

const STATES: Readonly<Record<BatchRow["state"], string>> = {
  checked: "Checked",
  repeated: "Free, checked before",
  unreadable: "Not readable",
  no_credit: "Not checked",
};
const COLUMNS: readonly Column<BatchRow>[] = [
  {
    key: "number",
    head: "Number",
    cell: (row) => row.e164 === "" ? row.text : <span className="numbers">{row.e164}</span>,
  },
  {
    key: "score",
    head: "Score",
    cell: (row) =>
      row.score === null
        ? "none"
        : <span className="band-word" data-band={row.band}>{row.score}, {BAND_WORDS[row.band].name.toLowerCase()}
        </span>,
  },
  { key: "what", head: "What it is", cell: (row) => row.error || [row.country, row.place].filter(Boolean).join(", ") },
  { key: "state", head: "Cost", cell: (row) => STATES[row.state] },
];
