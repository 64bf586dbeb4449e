/** /webapp/manage-subscriptions: every plan with its next charge, changes, receipts, and a cancel button. */
import { t } from "../../i18n/t.ts";
import { Suspense, useEffect, useState } from "react";
import { askApproved } from "../../lib/ask_approved.ts";
import { getCharges, postChange, postWithdraw, previewChange } from "../../api/billing.ts";
import { postCancelSubscription } from "../../api/services.ts";
import { failureSentence } from "../../api/failure.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { CancelButton } from "../../features/billing/CancelButton.tsx";
import { ChargeCalendar } from "../../features/billing/ChargeCalendar.tsx";
import { CancelledPlan } from "../../features/billing/plan_changes/CancelledPlan.tsx";
import { PlanChanges } from "../../features/billing/plan_changes/PlanChanges.tsx";
import { UnpaidChange } from "../../features/billing/plan_changes/UnpaidChange.tsx";
import { Receipts } from "../../features/billing/Receipts.tsx";
import { cancelledStatus, upcomingName } from "../../features/billing/subscription_lines.ts";
import { SubscriptionCard } from "../../features/billing/SubscriptionCard.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { loadMySubscriptions } from "../../features/session/member.ts";
import { FILES } from "../../api/members.ts";
import { CardOfPlan } from "../extras/CardOfPlan.tsx";
import { approve } from "../plan_calls.ts";
import { download } from "./member_ports.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import type { AgreedChange, Change, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";

/** Loaded for a plan that has ended: most have not. */
const EndedPlan = lazyPage(() => import("../extras/EndedPlan.tsx").then((part) => part.EndedPlan));

const TEXTS = {
  unanswered: t("Our server didn't respond, so we can't show your plan. Nothing has changed. Try again."),
  fallback: t("We can't show your plan right now. Nothing has changed. Try again."),
};

const RECEIPT_TEXTS = {
  unanswered: t("Our server didn't respond, so we can't show your receipts. You also have them by email."),
  fallback: t("We can't show your receipts right now. You also have them by email."),
};

export function ManageSubscriptionsPage() {
  const { loaded, again, reload } = useLoaded(loadMySubscriptions);
  return (
    <Page title={t("Billing")} width="wide">
      {loaded.kind === "loading" && <Skeleton lines={5} label={t("Loading your plan")} />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{failureSentence(loaded.reason, TEXTS)}</p>
        </Notice>
      )}
      {loaded.kind === "loaded" && loaded.isStale && <Stale onAgain={reload} />}
      {loaded.kind === "loaded" && <Subscriptions rows={loaded.value} onChanged={reload} />}
    </Page>
  );
}

/** After a change: what was said about it stays. */
function Stale({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <Notice kind="caution" live action={<Button onClick={onAgain}>{t("Try again")}</Button>}>
      <p>{t("We couldn't refresh this page, so it may still show how things were before.")}</p>
    </Notice>
  );
}

interface SubscriptionsProps {
  readonly rows: readonly Subscription[];
  readonly onChanged: () => void;
}

function Subscriptions({ rows, onChanged }: SubscriptionsProps) {
  const [cancelled, setCancelled] = useState<readonly string[]>([]);
  const [resumed, setResumed] = useState<readonly string[]>([]);
  const [changes, setChanges] = useState(0);
  if (rows.length === 0) {
    return (
      <EmptyState
        drawing={<QuietDrawing />}
        title={t("No plan on this account")}
        action={<ButtonLink to={paths.accessRecovery()}>{t("Recover access")}</ButtonLink>}
      >
        <p>{t("If you paid with another email, open the link in your receipt or request a new one.")}</p>
      </EmptyState>
    );
  }
  const renewing = rows.filter(({ id, next_charge }) => next_charge !== null && !cancelled.includes(id));
  return (
    <div className="stack stack--24">
      {renewing.length > 1 && (
        <Notice kind="caution" title={t("You have {count} plans that renew", { count: renewing.length })}>
          <p>
            {t(
              "You're charged for each one. If one is enough, use the buttons below to cancel or withdraw from the others.",
            )}
          </p>
        </Notice>
      )}
      {rows.map((row) => (
        <SubscriptionCard
          key={row.id}
          subscription={row}
          isCancelled={cancelled.includes(row.id)}
          aside={<Upcoming row={row} isCancelled={cancelled.includes(row.id)} />}
          receipts={
            <ReceiptsOf
              id={row.id}
              status={cancelled.includes(row.id) ? cancelledStatus(row) : row.status}
              changes={changes}
              onWithdrawn={onChanged}
            />
          }
          cancel={
            <CancelButton
              // A plan that was resumed can be cancelled again.
              key={resumed.filter((id) => id === row.id).length}
              content={row.subscription_id}
              onCancelled={() => setCancelled([...cancelled, row.id])}
              until={row.current_period_end}
              send={async (id) => {
                tracker().cancelRequest();
                return await postCancelSubscription(id, { idToken: await idToken() });
              }}
            />
          }
        >
          <Details
            row={row}
            isCancelled={cancelled.includes(row.id)}
            isOwned={rows.some(({ plan_id, is_owned }) => plan_id === row.plan_id && is_owned === true)}
            onChanged={() => {
              if (cancelled.includes(row.id)) setResumed([...resumed, row.id]);
              setCancelled(cancelled.filter((id) => id !== row.id));
              setChanges(changes + 1);
              onChanged();
            }}
          />
        </SubscriptionCard>
      ))}
    </div>
  );
}

interface DetailsProps {
  readonly row: Subscription;
  readonly isCancelled: boolean;
  /** The member has this plan, here or in another row. */
  readonly isOwned: boolean;
  readonly onChanged: () => void;
}

function Details({ row, isCancelled, isOwned, onChanged }: DetailsProps) {
  const { id } = row;
  const [unpaid, setUnpaid] = useState({ text: "", times: 0 });
  const mayChange = comingOf(row, isCancelled).length > 0 && row.status !== "past_due";
  const plan = findPlan(row.plan_id);
  // The service says "ended" once the paid period is over.
  const mayReactivate = (isCancelled ? cancelledStatus(row) : row.status) === "cancelled";
  const isOver = isCancelled || row.status === "cancelled" || row.status === "ended";
  const changes = {
    subscription: row,
    preview: async (change: Change) => await previewChange(id, change, { idToken: await idToken() }),
    send: async (agreed: AgreedChange) => {
      const options = { idToken: await idToken() };
      return await askApproved(() => postChange(id, agreed, options), approve);
    },
    onChanged: () => {
      setUnpaid({ ...unpaid, text: "" });
      onChanged();
    },
    onUnpaid: (text: string) => {
      setUnpaid({ text, times: unpaid.times + 1 });
      onChanged();
    },
  };
  return (
    <>
      {mayReactivate && <CancelledPlan {...changes} />}
      {unpaid.text !== "" && !isOver && <UnpaidChange key={`why-${unpaid.times}`} text={unpaid.text} />}
      {/* Asked for again once the plan is resumed: the card of a cancelled plan can't be changed. */}
      {!isCancelled && !mayReactivate && (
        <CardOfPlan key={`card-${unpaid.times}`} plan={row} onPaid={changes.onChanged} />
      )}
      {row.status === "ended" && plan !== undefined && (
        <Suspense fallback={<Skeleton lines={2} label={t("Loading your plan")} />}>
          <EndedPlan row={row} plan={plan} onStarted={onChanged} isOwned={isOwned} />
        </Suspense>
      )}
      {mayChange && (
        <div className="stack stack--12">
          <h3>{t("Change plan")}</h3>
          <PlanChanges key="running" {...changes} />
        </div>
      )}
    </>
  );
}

function comingOf({ coming = [] }: Subscription, isCancelled: boolean) {
  return isCancelled ? [] : coming;
}

function Upcoming({ row, isCancelled }: Pick<DetailsProps, "row" | "isCancelled">) {
  const coming = comingOf(row, isCancelled);
  if (coming.length === 0) return null;
  return (
    <div className="stack stack--12">
      <h3>{t("Upcoming charges")}</h3>
      <ChargeCalendar name={upcomingName(row)} charges={coming} />
    </div>
  );
}

interface ReceiptsOfProps extends Pick<Subscription, "id" | "status"> {
  /** How often a plan was changed or paid here: each may have added a receipt. */
  readonly changes: number;
  readonly onWithdrawn: () => void;
}

function ReceiptsOf({ id, status, changes, onWithdrawn }: ReceiptsOfProps) {
  const { loaded, reload, again } = useLoaded(async () => await getCharges(id, { idToken: await idToken() }));
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes]);
  return (
    <div className="stack stack--12">
      <h3>{t("Receipts")}</h3>
      {loaded.kind === "loading" && <Skeleton lines={3} label={t("Loading your receipts")} />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{failureSentence(loaded.reason, RECEIPT_TEXTS)}</p>
        </Notice>
      )}
      {loaded.kind === "loaded" && loaded.isStale && <Stale onAgain={reload} />}
      {loaded.kind === "loaded" && (
        <Receipts
          charges={loaded.value}
          status={status}
          savePdf={(charge) => download(FILES.receiptPdf(id, charge.id), `TrustCheck ${charge.receipt ?? ""}.pdf`)}
          withdraw={async (charge) => await postWithdraw(id, [charge], { idToken: await idToken() })}
          onWithdrawn={() => {
            reload();
            onWithdrawn();
          }}
        />
      )}
    </div>
  );
}
