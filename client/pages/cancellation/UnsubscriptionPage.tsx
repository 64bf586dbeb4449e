/** /unsubscription?c=: what ends and when, one button, the result. Without a link it shows the other ways to cancel. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import * as z from "zod/mini";
import {
  PLAN_TO_CANCEL_ID,
  type PlanToCancel,
  planToCancelSchema,
} from "../../../server/wire/billing/plan_to_cancel.ts";
import { getSubscription, postCancelSubscription } from "../../api/services.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { paths, ROUTES } from "../../lib/browser/paths.ts";
import { site } from "../../lib/browser/site.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { tracker } from "../../visit/tracker.ts";
import { CancelLead, CancelledReceipt, CancelNow, PlanSummary } from "../../features/billing/PlanToCancel.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { session } from "../../features/session/session_store.ts";
import { useLinkSecret } from "../../lib/link/link_secret.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { DrawnCheck } from "../../ui/pictures/DrawnCheck.tsx";

const CAPABILITY_PATTERN = /^[\w-]{1,128}$/;

export function UnsubscriptionPage() {
  useSignals();
  const capability = useLinkSecret("c", CAPABILITY_PATTERN);
  const [own] = useState(() => slots.purchaseSubscriptionId.read());
  // Of the router: a link from this page to its withdrawal changes only the query.
  const isWithdrawal = new URLSearchParams(useLocation().search).has("withdraw");
  // Members have the button beside their receipts; the server shows unclaimed purchases of this browser.
  const isMembers = isWithdrawal && session.value.user !== undefined && slots.purchaseSubscriptionId.read() === "";
  useEffect(() => {
    // The server renders this one, so that it is the same with and without script; it knows no other spelling.
    if (isWithdrawal && !isMembers) location.replace(`${site().base}${ROUTES.unsubscription}${location.search}`);
  }, [isWithdrawal, isMembers]);
  if (isMembers) return <Navigate replace to={paths.manageSubscriptions()} />;
  if (isWithdrawal) return <Page title={t("Withdraw from contract")} width="narrow">{null}</Page>;
  const secretOrId = capability || own;
  return secretOrId === "" ? <OtherWays /> : <Cancellation secretOrId={secretOrId} isLink={capability !== ""} />;
}

interface Content {
  /** The secret of an emailed link, or the id of this browser's purchase. */
  readonly secretOrId: string;
  readonly isLink: boolean;
}

function Cancellation({ secretOrId, isLink }: Content) {
  const { loaded } = useLoaded(() => isLink ? Promise.resolve(planOfDocument()) : loadPlan(secretOrId));
  const [done, setDone] = useState<{ readonly until: string; readonly cancelledMs: number }>();
  // Whether or not the plan is known, it can be cancelled.
  const plan = loaded.kind === "loaded" ? loaded.value : undefined;
  if (done !== undefined || plan?.status === "cancelled" || plan?.status === "ended") {
    return <Cancelled plan={plan} {...done ?? { until: plan?.current_period_end ?? "", cancelledMs: undefined }} />;
  }
  return (
    <Page title={t("Cancel your plan")} width="narrow" picture="page-cancel">
      {loaded.kind === "loading" ? <Skeleton lines={6} label={t("Loading your plan")} /> : <CancelLead plan={plan} />}
      {plan !== undefined && <PlanSummary plan={plan} />}
      <CancelNow
        content={secretOrId}
        onCancelled={(until) => setDone({ until, cancelledMs: Date.now() })}
        send={async (id) => {
          tracker().cancelRequest();
          return await postCancelSubscription(id, await ownToken());
        }}
        keep={<ButtonLink wide to={paths.webapp()}>{t("Keep plan")}</ButtonLink>}
      />
    </Page>
  );
}

interface CancelledProps {
  readonly plan: PlanToCancel | undefined;
  readonly until: string;
  readonly cancelledMs: number | undefined;
}

function Cancelled(receipt: CancelledProps) {
  const title = t("Your plan is canceled");
  return (
    <Page title={title} width="narrow" heading={false}>
      <div className="stack stack--24">
        <div className="stack stack--8">
          <DrawnCheck />
          {/* The answer to the press; a plan that was canceled before is the page as it was opened. */}
          <h1 ref={receipt.cancelledMs === undefined ? undefined : takeFocus} tabIndex={-1}>{title}</h1>
        </div>
        <CancelledReceipt {...receipt} />
        <div className="stack stack--12">
          <ButtonLink kind="primary" wide to={paths.webapp()}>{t("Open my reports")}</ButtonLink>
          <ButtonLink wide to={paths.plan()}>{t("Start a new plan")}</ButtonLink>
        </div>
      </div>
    </Page>
  );
}

async function ownToken(): Promise<{ readonly idToken?: string | undefined }> {
  return session.value.user === undefined ? {} : { idToken: await idToken() };
}

async function loadPlan(id: string): Promise<PlanToCancel> {
  return await getSubscription(id, await ownToken());
}

/** The server names the plan of an emailed link in the page that the link opens. */
function planOfDocument(): PlanToCancel | undefined {
  const text = document.getElementById(PLAN_TO_CANCEL_ID)?.textContent ?? "";
  return text === "" ? undefined : z.parse(planToCancelSchema, JSON.parse(text));
}

function OtherWays() {
  return (
    <Page title={t("Cancel your plan")} width="narrow" picture="page-cancel">
      <p className="lead">{t("Canceling is as easy as signing up. Choose how:")}</p>
      <div className="stack stack--12">
        <ButtonLink kind="primary" wide to={paths.unsubscribeWithEmail()}>{t("Cancel by email")}</ButtonLink>
        <ButtonLink wide to={paths.manageSubscriptions()}>{t("Cancel in your account")}</ButtonLink>
        <ButtonLink wide to={paths.withdrawal()}>{t("Withdraw from contract here")}</ButtonLink>
      </div>
      <p className="muted">{t("Every email about your plan also has a cancel link that works without signing in.")}</p>
    </Page>
  );
}
