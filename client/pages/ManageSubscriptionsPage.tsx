/** /webapp/manage-subscriptions: every plan, its next charge, and one button with one confirmation to end it. */
import { useState } from "react";
import { postCancelSubscription } from "../api/services.ts";
import { failureSentence } from "../api/failure.ts";
import { Page } from "../app/Page.tsx";
import { paths } from "../app/paths.ts";
import { tracker } from "../app/tracker.ts";
import { CancelButton } from "../features/billing/CancelButton.tsx";
import { SubscriptionCard } from "../features/billing/SubscriptionCard.tsx";
import { idToken } from "../features/session/identity.ts";
import { loadMySubscriptions } from "../features/session/member.ts";
import type { Subscription } from "../../server/wire/subscriptions.ts";
import { longDate } from "../lib/dates.ts";
import { useLoaded } from "../lib/use_loaded.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { QuietDrawing } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

const TEXTS = {
  unanswered: "Our server did not answer, so your plan cannot be shown. Nothing has changed. Please try again.",
  fallback: "Your plan cannot be shown just now. Nothing has changed. Please try again.",
};

export function ManageSubscriptionsPage() {
  const { loaded, again } = useLoaded(loadMySubscriptions);
  return (
    <Page title="Plan and charges">
      {loaded.kind === "loading" && <Skeleton lines={5} label="Loading your plan" />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>Try again</Button>}>
          <p>{failureSentence(loaded.reason, TEXTS)}</p>
        </Notice>
      )}
      {loaded.kind === "loaded" && <Subscriptions rows={loaded.value} />}
    </Page>
  );
}

function Subscriptions({ rows }: { readonly rows: readonly Subscription[] }) {
  const [cancelled, setCancelled] = useState<readonly string[]>([]);
  if (rows.length === 0) {
    return (
      <EmptyState
        drawing={<QuietDrawing />}
        title="No plan belongs to this account"
        action={<ButtonLink to={paths.accessRecovery()}>Recover my access</ButtonLink>}
      >
        <p>If you paid with another address, open the link in your receipt, or have a new one sent.</p>
      </EmptyState>
    );
  }
  return (
    <div className="stack stack--24">
      {rows.map((row) => (
        <SubscriptionCard
          key={row.id}
          subscription={row}
          isCancelled={cancelled.includes(row.id)}
          cancel={
            <CancelButton
              content={row.subscription_id}
              onCancelled={() => setCancelled([...cancelled, row.id])}
              until={`What you have paid for stays open until ${longDate(row.current_period_end)}.`}
              send={async (id) => {
                tracker().cancelRequest();
                return await postCancelSubscription(id, { idToken: await idToken() });
              }}
            />
          }
        />
      ))}
    </div>
  );
}
