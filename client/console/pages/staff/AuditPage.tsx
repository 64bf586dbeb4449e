/** The audit log, newest first: who did what to whom, and why. A command of the server verifies its chain. */
import { useState } from "react";
import { Link } from "react-router-dom";
import { type Audit, AUDITED } from "../../../../server/wire/admin/audit.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { SelectField } from "../../../ui/controls/Field.tsx";
import { useAction } from "../../../ui/controls/use_action.ts";
import { ErrorNotice } from "../../../ui/layout/Notice.tsx";
import { Table } from "../../../ui/layout/Table.tsx";
import { failureText } from "../../api/failure.ts";
import { money } from "../../format/money.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Time } from "../../ui/Time.tsx";
import { pathOf } from "../paths.ts";

type Row = Audit["rows"][number];

export function AuditPage() {
  const [act, setAct] = useState("");
  const calls = useCalls();
  const audit = useLoad(act, () => calls.audit({ act }));
  return (
    <Screen title="Audit log" lead="Append-only: each row holds the hash of the previous row.">
      <div className="stack stack--16">
        <div className="fields-row">
          <SelectField
            label="Action"
            value={act}
            onChange={setAct}
            options={[
              { value: "", label: "Everything" },
              ...AUDITED.map((name) => ({ value: name, label: words(name) })),
            ]}
            testId="audit-what"
          />
        </div>
        <Loaded of={audit} lines={10}>{(value) => <Log key={act} first={value} act={act} />}</Loaded>
      </div>
    </Screen>
  );
}

function Log({ first, act }: { readonly first: Audit; readonly act: string }) {
  const calls = useCalls();
  const [later, setLater] = useState<readonly Audit[]>([]);
  const rows = [first, ...later].flatMap((page) => page.rows);
  const { next } = later.at(-1) ?? first;
  const more = useAction(async () => {
    if (next !== null) setLater([...later, await calls.audit({ act, before: next })]);
  }, { sentenceOf: failureText });
  return (
    <>
      {rows.length === 0
        ? (
          <Nothing icon="report" title="No rows">
            <p>
              {act === "" ? "Nothing has been done in this console yet." : "Choose Everything to see the other rows."}
            </p>
          </Nothing>
        )
        : <Rows rows={rows} />}
      <ErrorNotice error={more.error} />
      {next !== null && (
        <div>
          <Button onClick={() => void more.run()} busy={more.isBusy ? "Loading" : undefined} testId="audit-more">
            Show older rows
          </Button>
        </div>
      )}
      {first.head !== null && (
        <Panel title="Newest row">
          <div className="stack stack--12">
            <p className="small muted">
              Keep this hash somewhere else: it can later prove that no row was cut off. Verify with{" "}
              <code>deno task audit verify</code>.
            </p>
            <Facts
              facts={[{ name: "Row", value: first.head.n }, { name: "Hash", value: <code>{first.head.hash}</code> }]}
            />
          </div>
        </Panel>
      )}
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Table
      caption="Rows of the audit log, newest first"
      rows={rows}
      rowKey={({ n }) => String(n)}
      columns={[
        { key: "n", head: "Row", cell: ({ n }) => n, numeric: true },
        { key: "at", head: "Time", cell: ({ at }) => <Time at={at} /> },
        {
          key: "who",
          head: "Operator",
          cell: ({ operator }) => operator === null ? "–" : <Email address={operator.email} />,
        },
        { key: "what", head: "Action", cell: ({ what }) => <span className="table__word">{words(what)}</span> },
        { key: "subject", head: "About", cell: (row) => <About row={row} /> },
        { key: "reason", head: "Reason", cell: ({ reason }) => reason === "" ? "–" : reason },
        {
          key: "facts",
          head: "Facts",
          cell: ({ facts }) => facts.length === 0 ? "–" : factsText(facts),
        },
      ]}
    />
  );
}

/** Breaks only before its host. */
function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span className="table__word">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** Codes as words and minor units as money; an id stays an id. */
function factsText(facts: Row["facts"]): string {
  const value = (wanted: string) => facts.find(({ name }) => name === wanted)?.value;
  const [minor, currency] = [value("minor"), value("currency")];
  const hasAmount = minor !== undefined && currency !== undefined;
  return [
    ...(hasAmount ? [`Amount: ${money(Number(minor), currency)}`] : []),
    ...facts.filter(({ name }) => !hasAmount || !["minor", "currency"].includes(name))
      .map((each) =>
        `${words(each.name)}: ${/^[a-z]+(_[a-z]+)*$/.test(each.value) ? words(each.value).toLowerCase() : each.value}`
      ),
  ].join(", ");
}

function About({ row: { subject } }: { readonly row: Row }) {
  if (subject === null) return "–";
  const path = pathOf(subject);
  const text = `${words(subject.kind)} ${subject.id}`;
  return path === undefined ? text : <Link to={path}>{text}</Link>;
}
