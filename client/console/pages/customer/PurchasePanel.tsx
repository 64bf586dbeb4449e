/** One purchase of a customer: the plan, its charges, and what can be done about either. */
import { Link } from "react-router-dom";
import type { Purchase } from "../../../../server/wire/admin/customer.ts";
import { Table } from "../../../ui/layout/Table.tsx";
import { ActButtons } from "../../acts/ActButtons.tsx";
import { instrumentText } from "../../acts/words.ts";
import { money } from "../../format/money.ts";
import { words } from "../../format/words.ts";
import { Chip } from "../../ui/Chip.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Time } from "../../ui/Time.tsx";
import { PATHS } from "../paths.ts";
import { stateWords } from "../states.ts";
import { titleOf } from "../timeline/entries.ts";
import { planIntents, refundIntent } from "./intents.ts";

type Charge = Purchase["charges"][number];

export function PurchasePanel({ purchase }: { readonly purchase: Purchase }) {
  const { plan_name, status, charges, possible, id } = purchase;
  const { tone, word } = stateWords(status);
  return (
    <Panel
      title={plan_name}
      aside={
        <>
          <Chip tone={tone}>{word}</Chip>
          <Link to={PATHS.purchase(id)} className="panel__link" data-testid="open-timeline">Timeline</Link>
        </>
      }
      testId="purchase"
    >
      <div className="stack stack--16">
        <PlanFacts purchase={purchase} />
        <ActButtons possible={possible} intents={planIntents(purchase)} of={plan_name} />
        <Table
          caption={`Charges of ${plan_name}`}
          rows={charges}
          rowKey={(charge) => charge.id}
          columns={[
            { key: "at", head: "Charged", cell: ({ at }) => <Time at={at} short /> },
            { key: "what", head: "For", cell: (charge) => <What charge={charge} plan={plan_name} /> },
            { key: "amount", head: "Amount", cell: (charge) => <Amount charge={charge} />, numeric: true },
            { key: "state", head: "State", cell: (charge) => <State charge={charge} /> },
            {
              key: "acts",
              head: "Action",
              cell: (charge) => <RefundButton charge={charge} purchase={purchase} />,
            },
          ]}
        />
      </div>
    </Panel>
  );
}

export function PlanFacts({ purchase }: { readonly purchase: Purchase }) {
  const { id, status, started_at, paid_until, next_charge, paused_until, declines, instrument } = purchase;
  return (
    <Facts
      facts={[
        { name: "Bought", value: <Time at={started_at} /> },
        { name: "Paid until", value: <Time at={paid_until} short /> },
        {
          name: "Next charge",
          value: next_charge === null ? noCharge(status) : (
            <>
              {money(next_charge.amount.minor, next_charge.amount.currency)} on <Time at={next_charge.at} short />
            </>
          ),
        },
        { name: "Paused until", value: paused_until !== null && <Time at={paused_until} short /> },
        { name: "Declines of this charge", value: declines > 0 && String(declines) },
        { name: "Paid with", value: instrumentText(instrument) },
        { name: "Purchase", value: <code>{id}</code> },
      ]}
    />
  );
}

/** A declined renewal without a retry waits for another card or for the member's approval. */
function noCharge(status: Purchase["status"]): string {
  return status === "past_due" ? "None: the declined one waits for the customer" : "None: it doesn't renew";
}

/** The product is named where it is not the plan itself. */
function What({ charge: { kind, plan_name, id }, plan }: { readonly charge: Charge; readonly plan: string }) {
  return (
    <span className="stack stack--4">
      <span>{plan_name === plan ? titleOf({ kind: "charge", name: kind }) : plan_name}</span>
      <code className="muted">{id}</code>
    </span>
  );
}

function Amount({ charge: { amount, refunded } }: { readonly charge: Charge }) {
  return (
    <span className="stack stack--4">
      <span>{money(amount.minor, amount.currency)}</span>
      {refunded.minor > 0 && <span className="muted small">{money(refunded.minor, refunded.currency)} refunded</span>}
    </span>
  );
}

function State({ charge: { state, decline } }: { readonly charge: Charge }) {
  const { tone, word } = stateWords(state);
  return (
    <span className="stack stack--4">
      <Chip tone={tone}>{word}</Chip>
      {decline !== "" && <span className="small">{words(decline)}</span>}
    </span>
  );
}

function RefundButton({ charge, purchase }: { readonly charge: Charge; readonly purchase: Purchase }) {
  const possible = charge.refundable.minor > 0 ? ["refund" as const] : [];
  const { amount } = charge;
  return (
    <ActButtons
      possible={possible}
      intents={[refundIntent(charge, purchase)]}
      of={`${money(amount.minor, amount.currency)}, ${charge.id}`}
    />
  );
}
