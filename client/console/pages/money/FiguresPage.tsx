/** Revenue, renewals, churn, approval and the funnel, by day, each with its table. */
import { useState } from "react";
import type { Figures } from "../../../../server/wire/admin/money.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { Table } from "../../../ui/layout/Table.tsx";
import { count, money, share, shortMoney } from "../../format/money.ts";
import { day } from "../../format/time.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chart } from "../../ui/Chart.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { useNow } from "../../ui/now.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Steps } from "../../ui/Steps.tsx";
import { Unseen } from "../Unseen.tsx";
import { churnOf, currenciesOf, declinesOf, funnelOf, netOf, percent, pointsOf, rangeOf, sumOf } from "./figures.ts";

const RANGES = [7, 30, 90] as const;

export default function FiguresPage() {
  const [length, setLength] = useState<number>(30);
  const calls = useCalls();
  const { from, to } = rangeOf(length, useNow());
  const figures = useLoad(`${from} ${to}`, () => calls.figures(from, to));
  return (
    <Screen
      title="Figures"
      lead={`${day(from)} to ${day(to)}, days in UTC`}
      actions={
        <div className="filter" role="group" aria-label="Range">
          {RANGES.map((each) => (
            <button
              key={each}
              type="button"
              className="filter__choice"
              aria-pressed={each === length}
              onClick={() => setLength(each)}
              data-testid={`range-${each}`}
            >
              {each} days
            </button>
          ))}
        </div>
      }
    >
      <Loaded of={figures} lines={12}>{(value) => <Charts figures={value} />}</Loaded>
    </Screen>
  );
}

const FEW = 10;
const whole = (value: number) => count(Math.round(value));
const inPercent = (value: number) => `${value.toFixed(1)}%`;

function Charts({ figures }: { readonly figures: Figures }) {
  const { days, unseen } = figures;
  const currencies = currenciesOf(days);
  const renewals = sumOf(days, ({ renewals: { paid } }) => paid);
  const declined = sumOf(days, ({ renewals: each }) => each.declined);
  const recovered = sumOf(days, ({ renewals: each }) => each.recovered);
  const approved = sumOf(days, ({ approval }) => approval.approved);
  const tried = approved + sumOf(days, ({ approval }) => approval.declined);
  const churn = churnOf(days);
  return (
    <div className="stack stack--16">
      <Unseen places={unseen} />
      <div className="charts">
        {currencies.length === 0 && (
          <Panel title="Revenue">
            <Nothing icon="card" title="No revenue in this range">
              <p>Choose a longer range.</p>
            </Nothing>
          </Panel>
        )}
        {currencies.map((currency) => (
          <Panel key={currency} title={currencies.length === 1 ? "Revenue" : `Revenue in ${currency}`}>
            <Chart
              title="Captured minus refunded"
              kind="bars"
              unit="Day"
              values="Amount"
              points={pointsOf(days, (each) =>
                netOf(each, currency))}
              say={(value) =>
                money(value, currency)}
              sayShort={(value) => shortMoney(value, currency)}
              summary={`${money(sumOf(days, (each) => netOf(each, currency)), currency)} in ${days.length} days`}
            />
          </Panel>
        ))}
        <Panel title="Renewals">
          <Chart
            title="Paid renewals"
            kind="bars"
            unit="Day"
            values="Renewals"
            points={pointsOf(days, ({ renewals: { paid } }) => paid)}
            say={whole}
            sayShort={whole}
            summary={`${count(renewals)} paid, ${count(declined)} declined, ${count(recovered)} recovered`}
          />
        </Panel>
        <Panel title="Approval">
          <Chart
            title="Approved authorizations"
            kind="line"
            unit="Day"
            values="Share"
            points={pointsOf(days, ({ approval: each }) => percent(each.approved, each.approved + each.declined))}
            say={inPercent}
            sayShort={(value) => `${Math.round(value)}%`}
            summary={`${share(approved, tried)} of ${count(tried)}`}
          />
        </Panel>
        <Panel title="Churn">
          <Chart
            title="Plans that renew"
            kind="line"
            unit="Day"
            values="Plans"
            points={pointsOf(days, ({ churn: { running } }) => running)}
            say={whole}
            sayShort={whole}
            summary={churn.running === 0
              ? `${count(churn.ended)} ended`
              : `${count(churn.ended)} ended, ${share(churn.ended, churn.running)} of ${count(churn.running)}`}
          />
        </Panel>
        <Panel title="Funnel">
          {figures.funnel_collected
            ? (
              <Steps
                title="How often each step happened"
                steps={funnelOf(figures)}
              />
            )
            : (
              <Notice kind="info">
                <p>To count steps, set FUNNEL_EVENT_DAYS above 0.</p>
              </Notice>
            )}
        </Panel>
        {figures.funnel_details.length > 0 && (
          <Panel title="Steps in detail" flush>
            <Table
              caption="Steps in detail, most frequent first"
              rows={figures.funnel_details}
              rowKey={({ reason }) => reason}
              columns={[
                { key: "reason", head: "Step", cell: ({ reason }) => reason },
                { key: "count", head: "Events", cell: (row) => count(row.count), numeric: true },
              ]}
            />
          </Panel>
        )}
        <Declines rows={declinesOf(days).slice(0, FEW)} tried={tried} />
      </div>
    </div>
  );
}

interface DeclinesProps {
  readonly rows: ReturnType<typeof declinesOf>;
  /** Authorizations of the range. */
  readonly tried: number;
}

function Declines({ rows, tried }: DeclinesProps) {
  const all = rows.reduce((sum, each) => sum + each.count, 0);
  return (
    <Panel title="Declines by reason" flush={rows.length > 0}>
      {rows.length === 0
        ? (
          <Nothing icon="done" title="No declines in this range">
            <p>{tried === 0 ? "No payments were attempted." : "Banks approved every payment."}</p>
          </Nothing>
        )
        : (
          <Table
            caption="Declines by reason, most frequent first"
            rows={rows}
            rowKey={({ reason }) => reason}
            columns={[
              { key: "reason", head: "Reason", cell: ({ reason }) => reason === "" ? "No reason" : words(reason) },
              { key: "count", head: "Count", cell: (row) => count(row.count), numeric: true },
              { key: "share", head: "Share", cell: (row) => share(row.count, all), numeric: true },
            ]}
          />
        )}
    </Panel>
  );
}
