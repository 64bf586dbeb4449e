/** What the search found, and what can be searched. The box itself is at the top of every page. */
import { Link } from "react-router-dom";
import type { SearchResult } from "../../../server/wire/admin/search.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { Table } from "../../ui/layout/Table.tsx";
import type { Searched } from "../api/calls.ts";
import { failureText } from "../api/failure.ts";
import { useCalls } from "../session/session.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Nothing } from "../ui/Nothing.tsx";
import { Screen } from "../ui/Screen.tsx";
import { Time } from "../ui/Time.tsx";
import { Paid } from "./Paid.tsx";
import { PATHS } from "./paths.ts";
import { runSearch, useSearch } from "../session/search_store.ts";
import { stateWords } from "./states.ts";
import { Unseen } from "./Unseen.tsx";

const BY = [
  ["Email", "ada@example.com"],
  ["Phone number", "+1 650 253 0000, the customer's own or one they looked up"],
  ["Card", "the last four digits"],
  ["Reference", "a purchase, receipt, refund, payment, webhook or request id"],
] as const;

export function SearchPage() {
  const { query, answer, failure, isBusy } = useSearch();
  const calls = useCalls();
  return (
    <Screen title={query === "" ? "Find a customer" : "Search"}>
      <div aria-live="polite" className="stack stack--16">
        {query === "" && <Hints />}
        {isBusy && <Skeleton lines={4} label="Searching" />}
        {failure !== undefined && (
          <Notice
            kind="error"
            action={
              <Button onClick={() => void runSearch(query, (text) => calls.search(text))} testId="again">
                Try again
              </Button>
            }
            testId="failure"
          >
            <p>{failureText(failure)}</p>
          </Notice>
        )}
        {answer !== undefined && <Results answer={answer} />}
      </div>
    </Screen>
  );
}

function Hints() {
  return (
    <Nothing icon="search" title="Search for a customer, a purchase or a payment">
      <dl className="hints">
        {BY.map(([name, example]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
      <p className="small">Enter the whole value: part of a value finds nothing. Press / to search from any page.</p>
    </Nothing>
  );
}

const READ_AS: Readonly<Record<Searched["read_as"], string>> = {
  email: "an email address",
  phone: "a phone number",
  last_four: "the last four digits of a card",
  card_number: "a whole card number",
  reference: "a reference",
  request_id: "a request id",
};

function Results({ answer: { results, more, read_as, unseen } }: { readonly answer: Searched }) {
  return (
    <>
      <Unseen places={unseen} />
      {results.length === 0
        ? (
          <Nothing icon="unknown" title="Nothing found">
            <p>We read your search as {READ_AS[read_as]}. {adviceFor(read_as)}</p>
          </Nothing>
        )
        : (
          <>
            <p className="muted small">
              {results.length === 1 ? "1 result" : `${results.length} results`} for {READ_AS[read_as]}
              {more ? ". There are more: narrow your search." : ""}
            </p>
            <ResultTable results={results} />
          </>
        )}
    </>
  );
}

function adviceFor(readAs: Searched["read_as"]): string {
  switch (readAs) {
    case "request_id":
      return "It changed nothing that we store. Look for it in the server's log.";
    case "card_number":
      return "We don't look it up or store it. Enter the last four digits only, or a phone number with its +.";
    case "last_four":
      return "Ask for the email or the receipt number instead.";
    default:
      return "Check it for typing errors, or ask for the number of a receipt.";
  }
}

const FOUND_BY: Readonly<Record<SearchResult["matched"], string>> = {
  email: "Email",
  phone: "Own number",
  looked_up_number: "Looked up",
  last_four: "Card",
  reference: "Reference",
  request: "Request",
};

function ResultTable({ results }: { readonly results: readonly SearchResult[] }) {
  return (
    <Table
      caption="Results"
      rows={results}
      rowKey={({ kind, id, purchase_id }) => `${kind} ${id} ${purchase_id ?? ""}`}
      columns={[
        { key: "who", head: "Customer", cell: (row) => <Who row={row} /> },
        {
          key: "status",
          head: "Status",
          cell: ({ status }) => {
            const { tone, word } = stateWords(status);
            return word === "" ? "–" : <Chip tone={tone}>{word}</Chip>;
          },
        },
        { key: "by", head: "Found by", cell: ({ matched }) => FOUND_BY[matched] },
        { key: "count", head: "Purchases", cell: ({ purchases }) => purchases, numeric: true },
        { key: "paid", head: "Paid", cell: ({ paid }) => <Paid sums={paid} />, numeric: true },
        {
          key: "last",
          head: "Last purchase",
          cell: ({ last_at }) => last_at === null ? "–" : <Time at={last_at} short />,
        },
        {
          key: "open",
          head: "Open",
          cell: ({ kind, purchase_id }) =>
            kind === "customer" && purchase_id !== null
              ? <Link to={PATHS.purchase(purchase_id)} data-testid="open-timeline">Timeline</Link>
              : "–",
        },
      ]}
    />
  );
}

function Who({ row: { kind, id, email } }: { readonly row: SearchResult }) {
  if (kind === "execution") {
    return <Link to={PATHS.execution(id)} data-testid="open-execution">Payment {id}</Link>;
  }
  return <Link to={PATHS.customer(id)} data-testid="open-customer">{email.masked === "" ? id : email.masked}</Link>;
}
