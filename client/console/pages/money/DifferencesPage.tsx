/** Where the books disagree, and which captures, voids and refunds are stuck. */
import { Link } from "react-router-dom";
import { Table } from "../../../ui/layout/Table.tsx";
import type { Differences } from "../../../../server/wire/admin/money.ts";
import { count, money } from "../../format/money.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Time } from "../../ui/Time.tsx";
import { More } from "../More.tsx";
import { PATHS } from "../paths.ts";
import { stateWords } from "../states.ts";
import { Unseen } from "../Unseen.tsx";

export function DifferencesPage() {
  const calls = useCalls();
  const differences = useLoad("differences", () => calls.differences());
  return (
    <Screen
      title="Differences"
      lead="What the hourly comparison of the books found, and captures, voids and refunds that haven't completed."
    >
      <Loaded of={differences}>{(value) => <Both of={value} />}</Loaded>
    </Screen>
  );
}

function Both({ of }: { readonly of: Differences }) {
  return (
    <div className="stack stack--16">
      <Unseen places={of.unseen} />
      <Panel title="Differences between the books" flush={of.differences.length > 0}>
        {of.differences.length === 0
          ? (
            <Nothing icon="done" title="The books agree">
              <p>Plans, payments and the acquirer agree on every amount.</p>
            </Nothing>
          )
          : <DifferenceTable rows={of.differences} />}
      </Panel>
      {of.more_differences && (
        <More
          text={`Only the oldest ${
            count(of.differences.length)
          } differences are shown. Others follow as these are settled.`}
        />
      )}
      <Panel title="Stuck captures, voids and refunds" flush={of.moves.length > 0}>
        {of.moves.length === 0
          ? (
            <Nothing icon="done" title="Nothing is stuck">
              <p>Every capture, void and refund has completed.</p>
            </Nothing>
          )
          : <MoveTable rows={of.moves} />}
      </Panel>
      {of.more_moves && (
        <More
          text={`Only the oldest ${count(of.moves.length)} are shown. Others follow as these complete.`}
        />
      )}
    </div>
  );
}

const BETWEEN = { books: "Plans and payments", ledger: "Payments and acquirer" } as const;
type Difference = Differences["differences"][number];
type Sums = Difference["expected"];

const SUMS = [
  ["captured_minor", "Captured"],
  ["refunded_minor", "Refunded"],
  ["held_minor", "Held"],
  ["disputed_minor", "Taken in a dispute"],
  ["dispute_fees_minor", "Dispute fees"],
] as const satisfies readonly (readonly [keyof Sums, string])[];

/** An amount in the difference's own currency; "999 minor units" where the currency is not known here. */
function amount(minor: number, currency: string): string {
  return currency === "" ? `${count(minor)} minor units` : money(minor, currency);
}

/** The sums that differ, one line each. */
function Unlike({ of: { expected, found, currency } }: { readonly of: Difference }) {
  return (
    <ul className="unlike">
      {SUMS.filter(([sum]) => expected[sum] !== found[sum]).map(([sum, name]) => (
        <li key={sum} className="numbers">
          {`${name}: ${amount(expected[sum], currency)} expected, ${amount(found[sum], currency)} found`}
        </li>
      ))}
    </ul>
  );
}

function SubjectOf({ of: { subject, about } }: { readonly of: Difference }) {
  switch (about) {
    case "execution":
      return <Link to={PATHS.execution(subject)}>Payment {subject}</Link>;
    case "dispute":
      return <Link to={PATHS.dispute(subject)}>Dispute {subject}</Link>;
    case "acquirer":
      return <code>{subject}</code>;
  }
}

function DifferenceTable({ rows }: { readonly rows: readonly Difference[] }) {
  return (
    <Table
      caption="Amounts on which two books disagree, as expected and as found"
      rows={rows}
      rowKey={({ between, subject }) => `${between} ${subject}`}
      columns={[
        { key: "between", head: "Between", cell: ({ between }) => BETWEEN[between] },
        { key: "subject", head: "About", cell: (row) => <SubjectOf of={row} /> },
        { key: "sums", head: "Difference", cell: (row) => <Unlike of={row} /> },
        { key: "at", head: "Created", cell: ({ at }) => <Time at={at} /> },
        { key: "since", head: "First seen", cell: ({ first_seen_at }) => <Time at={first_seen_at} /> },
      ]}
    />
  );
}

function MoveTable({ rows }: { readonly rows: Differences["moves"] }) {
  return (
    <Table
      caption="Captures, voids and refunds that are refused or undecided"
      rows={rows}
      rowKey={({ execution_id, kind, since }) => `${execution_id} ${kind} ${since}`}
      columns={[
        {
          key: "kind",
          head: "Operation",
          cell: ({ kind, purchase_id, execution_id }) => (
            <Link to={purchase_id === null ? PATHS.execution(execution_id) : PATHS.purchase(purchase_id)}>
              {words(kind)}
            </Link>
          ),
        },
        { key: "amount", head: "Amount", cell: ({ amount }) => money(amount.minor, amount.currency), numeric: true },
        {
          key: "state",
          head: "State",
          cell: ({ state }) => <Chip tone={stateWords(state).tone}>{stateWords(state).word}</Chip>,
        },
        { key: "reason", head: "Reason", cell: ({ reason }) => reason === "" ? "–" : words(reason) },
        { key: "tries", head: "Tries", cell: ({ tries }) => count(tries), numeric: true },
        { key: "since", head: "Since", cell: ({ since }) => <Time at={since} /> },
        { key: "next", head: "Next try", cell: ({ next_try_at }) => <Time at={next_try_at} /> },
      ]}
    />
  );
}
