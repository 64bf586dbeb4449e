/** /access-product: the paid report at once, by the checkout cookie; below it the sign-in that saves it. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect, useReducer, useState } from "react";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { LOOKUP_START, lookupReducer } from "../../features/lookup/lookup_state.ts";
import { lookUp } from "../../features/lookup/lookup.ts";
import { ReportView } from "../../features/reports/view/ReportView.tsx";
import { AccessByEmail } from "../sign_in/AccessByEmail.tsx";
import { session } from "../../features/session/session_store.ts";
import { usePurchaseKey } from "../../features/session/use_purchase_key.ts";
import { lazyPage, loadMembersStyles } from "../../lib/browser/lazy_page.ts";
import { keepLeft, slots } from "../../lib/storage/storage_keys.ts";
import { validator } from "../../lib/storage/validator_store.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { ReportSkeleton, Skeleton } from "../../ui/layout/Skeleton.tsx";
import { reportOf } from "../plan_calls.ts";
import { ReportAdvice, ReportUrgent } from "../members/ReportAdvice.tsx";

/** Loaded separately: sign-in is large, and the report must not wait for it. */
const SignInToSave = lazyPage(() => import("./SignInToSave.tsx").then((part) => part.SignInToSave));

/** Its rows of numbers are those of the members' area. */
const Bought = lazyPage(async () => {
  const [{ Bought }] = await Promise.all([import("./Bought.tsx"), loadMembersStyles()]);
  return Bought;
});

export function AccessProductPage() {
  useSignals();
  const key = usePurchaseKey();
  if (key === "" && session.value.user !== undefined) {
    return (
      <Suspense fallback={<main className="page" id="content" tabIndex={-1} />}>
        <Bought key={session.value.user.uid} />
      </Suspense>
    );
  }
  return key === "" ? <HowToGetIn /> : <PaidReport subscriptionId={key} />;
}

function PaidReport({ subscriptionId }: { readonly subscriptionId: string }) {
  useSignals();
  const { phoneNumber } = validator.value;
  const { state, round, again } = usePaidReport(subscriptionId);
  const isWaiting = phoneNumber !== "" && state.report === undefined && state.error === "";
  return (
    <Page title={t("Your report")} width="wide" heading={false}>
      <div className="stack stack--48">
        <h1>{t("Your report")}</h1>
        {phoneNumber === "" && (
          <Notice kind="info">
            <p>
              {t("You haven't checked a number in this browser yet. Sign in below to check numbers with your plan.")}
            </p>
          </Notice>
        )}
        {isWaiting && <ReportSkeleton label={t("Opening your report…")} />}
        {state.error !== "" && (
          <Notice
            kind="error"
            live
            testId="report-error"
            action={<Button onClick={again} testId="report-again">{t("Try again")}</Button>}
          >
            <p>{state.error}</p>
          </Notice>
        )}
        {state.report !== undefined && (
          <ReportView
            report={state.report}
            urgent={<ReportUrgent />}
            advice={<ReportAdvice report={state.report} />}
          />
        )}
        {/* After the report; a second try does not touch what was typed here. */}
        {(!isWaiting || round > 1) && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <SignInToSave subscriptionId={subscriptionId} />
          </Suspense>
        )}
      </div>
    </Page>
  );
}

/** Runs once; the same number is free for 24 hours, so a reload costs nothing. */
function usePaidReport(subscriptionId: string) {
  const [state, dispatch] = useReducer(lookupReducer, LOOKUP_START);
  const [round, setRound] = useState(1);
  useEffect(() => {
    if (validator.value.phoneNumber === "") return;
    void lookUp({
      dispatch,
      report: reportOf,
      subscriptionId: () => Promise.resolve(subscriptionId),
      user: () => ({ uid: "", name: "", email: slots.purchaseEmail.read() }),
      keepLeft,
    }, validator.value);
  }, [subscriptionId, round]);
  return { state, round, again: () => setRound(round + 1) };
}

function HowToGetIn() {
  return (
    <Page title={t("Get back to your report")} width="narrow">
      <AccessByEmail
        lead={t("You've already paid, so you won't be charged again. Use the email you paid with.")}
        button={t("Email me a link")}
      />
      <ButtonLink wide to={paths.signIn()}>{t("Sign in")}</ButtonLink>
      <p className="small muted">{t("Have your receipt handy? The link in it opens your report directly.")}</p>
    </Page>
  );
}
