/** The timeline of one purchase, of an account, or of another merchant's payment, from the first event to the last. */
import { Link, useParams } from "react-router-dom";
import type { Timeline as TimelineAnswer } from "../../../../server/wire/admin/timeline.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { ActButtons, Acts } from "../../acts/ActButtons.tsx";
import { Masked } from "../../acts/Masked.tsx";
import { moment } from "../../format/time.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Timeline } from "../../ui/Timeline.tsx";
import { planIntents } from "../customer/intents.ts";
import { PlanFacts } from "../customer/PurchasePanel.tsx";
import { MoreEmails } from "../More.tsx";
import { PATHS } from "../paths.ts";
import { stateWords } from "../states.ts";
import { Unseen } from "../Unseen.tsx";
import { emailsIn, KIND_NAMES, rowOf } from "./rows.tsx";

const TITLES = { customers: "Account", purchases: "Purchase", executions: "Payment" } as const;

export function TimelinePage({ of }: { readonly of: keyof typeof TITLES }) {
  const { id = "" } = useParams();
  const calls = useCalls();
  const timeline = useLoad(`${of} ${id}`, () => calls.timeline(of, id));
  const purchase = timeline.value?.purchase ?? null;
  const customerId = timeline.value?.customer_id ?? null;
  const state = purchase === null ? undefined : stateWords(purchase.status);
  return (
    <Acts onDone={timeline.reload}>
      <Screen
        title={purchase?.plan_name ?? TITLES[of]}
        crumbs={[
          { to: PATHS.search, name: "Search" },
          ...(customerId === null ? [] : [{ to: PATHS.customer(customerId), name: "Customer" }]),
        ]}
        state={state === undefined ? undefined : <Chip tone={state.tone}>{state.word}</Chip>}
        actions={purchase === null
          ? undefined
          : <ActButtons possible={purchase.possible} intents={planIntents(purchase)} />}
      >
        <Loaded of={timeline} lines={10}>{(value) => <Whole timeline={value} />}</Loaded>
      </Screen>
    </Acts>
  );
}

function Whole({ timeline }: { readonly timeline: TimelineAnswer }) {
  const { purchase, customer_id, entries, more_emails, failed_renewal, unseen } = timeline;
  return (
    <div className="stack stack--16">
      <Unseen places={unseen} />
      {failed_renewal !== null && <FailedRenewal of={failed_renewal} />}
      <div className="columns">
        <div className="columns__main stack stack--16">
          <Panel title="Timeline" testId="timeline">
            {entries.length === 0
              ? (
                <Nothing icon="history" title="Nothing recorded">
                  <p>Events appear here as they happen.</p>
                </Nothing>
              )
              : <Timeline kinds={KIND_NAMES} rows={entries.map((entry) => rowOf(entry, timeline))} />}
          </Panel>
          {more_emails && <MoreEmails shown={emailsIn(timeline)} />}
        </div>
        {purchase !== null && (
          <div className="columns__aside stack stack--16">
            <Panel title="Purchase">
              <div className="stack stack--12">
                <p>
                  {customer_id === null
                    ? <Masked of={purchase.email} name="email" />
                    : (
                      <Link to={PATHS.customer(customer_id)} data-testid="open-customer">
                        {purchase.email.masked === "" ? "Customer" : purchase.email.masked}
                      </Link>
                    )}
                </p>
                <PlanFacts purchase={purchase} />
              </div>
            </Panel>
          </div>
        )}
      </div>
    </div>
  );
}

function FailedRenewal({ of }: { readonly of: NonNullable<TimelineAnswer["failed_renewal"]> }) {
  const { at, decline, declines, retry_at } = of;
  return (
    <Notice kind="caution" title="The last renewal failed" testId="failed-renewal">
      <p>
        {`The bank declined it on ${moment(at)}, `}
        {decline === "" ? "without a reason" : `with the reason "${words(decline).toLowerCase()}"`}.{" "}
        {declines === 1 ? "That was the first decline" : `That was decline ${declines}`} of this charge.{" "}
        {retry_at === null ? "It won't be retried." : `The next try is on ${moment(retry_at)}.`}
      </p>
    </Notice>
  );
}
