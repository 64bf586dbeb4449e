/** One dispute: the money, the deadline, the timeline, and the answer. */
import { Link, useParams } from "react-router-dom";
import type { Disputes } from "../../../../server/wire/admin/money.ts";
import type { Timeline as TimelineAnswer } from "../../../../server/wire/admin/timeline.ts";
import { ActButtons, Acts } from "../../acts/ActButtons.tsx";
import { money } from "../../format/money.ts";
import { moment } from "../../format/time.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Time } from "../../ui/Time.tsx";
import { Timeline } from "../../ui/Timeline.tsx";
import { MoreEmails } from "../More.tsx";
import { PATHS } from "../paths.ts";
import { stateWords } from "../states.ts";
import { emailsIn, KIND_NAMES, rowOf } from "../timeline/rows.tsx";
import { disputeIntent } from "../timeline/intents.ts";
import { Due } from "./Due.tsx";

type Dispute = Disputes["disputes"][number];

interface Found {
  readonly dispute: Dispute | undefined;
  readonly timeline: TimelineAnswer | undefined;
}

export function DisputePage() {
  const { id = "" } = useParams();
  const calls = useCalls();
  const found = useLoad(`dispute ${id}`, async (): Promise<Found> => {
    const { disputes } = await calls.disputes();
    const dispute = disputes.find((each) => each.id === id);
    if (dispute === undefined) return { dispute, timeline: undefined };
    const { purchase_id, execution_id } = dispute;
    const timeline = purchase_id === null
      ? await calls.timeline("executions", execution_id)
      : await calls.timeline("purchases", purchase_id);
    return { dispute, timeline };
  });
  const dispute = found.value?.dispute;
  const state = dispute === undefined ? undefined : stateWords(dispute.state);
  return (
    <Acts onDone={found.reload}>
      <Screen
        title={dispute === undefined ? "Dispute" : `${money(dispute.amount.minor, dispute.amount.currency)} disputed`}
        crumbs={[{ to: PATHS.disputes, name: "Disputes" }]}
        state={state === undefined ? undefined : <Chip tone={state.tone}>{state.word}</Chip>}
        actions={dispute === undefined ? undefined : (
          <ActButtons
            possible={dispute.possible}
            intents={[disputeIntent(dispute, aboutOf(dispute), found.value?.timeline?.entries ?? [])]}
          />
        )}
      >
        <Loaded of={found} lines={8}>
          {({ dispute: known, timeline }) =>
            known === undefined
              ? (
                <Nothing icon="unknown" title="No such dispute">
                  <p>It isn't among the newest 200. Search for its payment instead.</p>
                </Nothing>
              )
              : <Whole dispute={known} timeline={timeline} />}
        </Loaded>
      </Screen>
    </Acts>
  );
}

function aboutOf({ amount, refunded, reason, opened_at }: Dispute): string {
  const before = refunded.minor === 0 ? "" : ` (${money(refunded.minor, refunded.currency)} of it already refunded)`;
  const sum = `${money(amount.minor, amount.currency)}${before}`;
  return `${sum}, ${words(reason).toLowerCase()}, opened ${moment(opened_at)}`;
}

interface WholeProps {
  readonly dispute: Dispute;
  readonly timeline: TimelineAnswer | undefined;
}

function Whole({ dispute, timeline }: WholeProps) {
  const { id, kind, reason, refunded, due_at, opened_at, purchase_id, customer_id, execution_id } = dispute;
  return (
    <div className="columns">
      <div className="columns__main stack stack--16">
        <Panel title="Evidence" testId="timeline">
          {timeline === undefined || timeline.entries.length === 0
            ? (
              <Nothing icon="history" title="Nothing recorded">
                <p>The console has no record of this payment.</p>
              </Nothing>
            )
            : <Timeline kinds={KIND_NAMES} rows={timeline.entries.map((entry) => rowOf(entry, timeline))} />}
        </Panel>
        {timeline?.more_emails === true && <MoreEmails shown={emailsIn(timeline)} />}
      </div>
      <div className="columns__aside">
        <Panel title="Dispute">
          <Facts
            facts={[
              { name: "Answer by", value: <Due at={due_at} /> },
              { name: "Kind", value: words(kind) },
              { name: "Reason", value: words(reason) },
              { name: "Refunded", value: refunded.minor > 0 && money(refunded.minor, refunded.currency) },
              { name: "Opened", value: <Time at={opened_at} /> },
              {
                name: "Purchase",
                value: purchase_id !== null && <Link to={PATHS.purchase(purchase_id)}>Timeline</Link>,
              },
              {
                name: "Customer",
                value: customer_id !== null && <Link to={PATHS.customer(customer_id)}>Open customer</Link>,
              },
              { name: "Payment", value: <code>{execution_id}</code> },
              { name: "Dispute", value: <code>{id}</code> },
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}
