/** One customer: what they bought, what was charged, which emails they got, and what can be done for them. */
import { Link, useParams } from "react-router-dom";
import type { Customer } from "../../../../server/wire/admin/customer.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { Table } from "../../../ui/layout/Table.tsx";
import { ActButtons, Acts } from "../../acts/ActButtons.tsx";
import { Masked } from "../../acts/Masked.tsx";
import { count } from "../../format/money.ts";
import { languageName, words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Time } from "../../ui/Time.tsx";
import { More, MoreEmails } from "../More.tsx";
import { Paid } from "../Paid.tsx";
import { PATHS } from "../paths.ts";
import { stateWords } from "../states.ts";
import { Unseen } from "../Unseen.tsx";
import { PurchasePanel } from "./PurchasePanel.tsx";

const CRUMBS = [{ to: PATHS.search, name: "Search" }];

export function CustomerPage() {
  const { id = "" } = useParams();
  const calls = useCalls();
  const customer = useLoad(id, () => calls.customer(id));
  const known = customer.value;
  return (
    <Acts onDone={customer.reload}>
      <Screen
        title={known === undefined ? "Customer" : known.email.masked === "" ? known.id : known.email.masked}
        crumbs={CRUMBS}
        {...(known === undefined ? {} : {
          state: known.erased ? <Chip tone="quiet">Erased</Chip> : undefined,
          actions: (
            <ActButtons
              possible={known.possible}
              intents={[
                { request: { act: "export", customer_id: known.id }, about: `Customer ${known.email.masked}` },
                { request: { act: "erase", customer_id: known.id }, about: `Customer ${known.email.masked}` },
              ]}
            />
          ),
        })}
      >
        <Loaded of={customer} lines={10}>{(value) => <Whole customer={value} />}</Loaded>
      </Screen>
    </Acts>
  );
}

function Whole({ customer }: { readonly customer: Customer }) {
  const { purchases, more_purchases, unseen, erased } = customer;
  return (
    <div className="stack stack--16">
      <Unseen places={unseen} />
      {erased && (
        <Notice testId="erased">
          <p>This person was erased. Their purchases stay in the books without a name.</p>
        </Notice>
      )}
      <div className="columns">
        <div className="columns__main stack stack--16">
          {purchases.length === 0 && (
            <Panel title="Purchases">
              <Nothing icon="card" title="No purchases">
                <p>This person has an account but hasn't bought anything.</p>
              </Nothing>
            </Panel>
          )}
          {purchases.map((purchase) => <PurchasePanel key={purchase.id} purchase={purchase} />)}
          {more_purchases && (
            <More text={`Only the newest ${count(purchases.length)} purchases are shown. An export has all of them.`} />
          )}
        </div>
        <div className="columns__aside stack stack--16">
          <Person customer={customer} />
          <Emails customer={customer} />
          {customer.more_emails && <MoreEmails shown={customer.emails.length} />}
        </div>
      </div>
    </div>
  );
}

function Person({ customer }: { readonly customer: Customer }) {
  const { id, email, name, phone, account, language, lookups, paid } = customer;
  return (
    <Panel title="Person" testId="person">
      <Facts
        facts={[
          { name: "Email", value: <Masked of={email} name="email" /> },
          { name: "Name", value: <Masked of={name} name="name" /> },
          { name: "Own number", value: <Masked of={phone} name="own number" /> },
          { name: "Cards", value: cardsOf(customer) },
          { name: "Paid", value: <Paid sums={paid} /> },
          {
            name: "Look-ups",
            value: lookups.last_at === null ? count(lookups.total) : (
              <>
                {count(lookups.total)}, last <Time at={lookups.last_at} short />
              </>
            ),
          },
          { name: "Language", value: languageName(language) },
          { name: "Account", value: <Account id={id} account={account} /> },
        ]}
      />
    </Panel>
  );
}

/** Each card once, newest purchase first. */
function cardsOf({ purchases }: Customer): string {
  const cards = purchases.map(({ instrument: { network, method, last_four } }) =>
    last_four === "" ? words(method) : `${words(network === "" ? method : network)} •••• ${last_four}`
  );
  return [...new Set(cards)].filter((card) => card !== "").join(", ");
}

function Account({ id, account }: Pick<Customer, "id" | "account">) {
  if (account === null) return "Never signed in";
  return (
    <span className="stack stack--4">
      <span>
        Since <Time at={account.created_at} short />
      </span>
      {account.last_sign_in_at !== null && (
        <span>
          Last sign-in <Time at={account.last_sign_in_at} short />
        </span>
      )}
      <Link to={PATHS.account(id)} data-testid="open-account">Sign-ins, emails and operator actions</Link>
      {!account.email_verified && <span>Email not verified</span>}
      {account.disabled && <Chip tone="bad">Disabled</Chip>}
    </span>
  );
}

function Emails({ customer: { emails } }: { readonly customer: Customer }) {
  return (
    <Panel title="Emails" flush={emails.length > 0} testId="emails">
      {emails.length === 0
        ? (
          <Nothing icon="mail" title="No emails">
            <p>What we send to this person appears here.</p>
          </Nothing>
        )
        : (
          <Table
            caption="Emails to this person, newest first"
            rows={emails}
            rowKey={({ id }) => id}
            columns={[
              { key: "kind", head: "Email", cell: ({ kind }) => words(kind) },
              { key: "at", head: "Written", cell: ({ at }) => <Time at={at} short /> },
              {
                key: "state",
                head: "State",
                cell: ({ state }) => <Chip tone={stateWords(state).tone}>{stateWords(state).word}</Chip>,
              },
            ]}
          />
        )}
    </Panel>
  );
}
