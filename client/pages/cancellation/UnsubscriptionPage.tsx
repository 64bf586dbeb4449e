/** /unsubscription?c=: what ends and when, one button, the result. Without a link it shows the other ways to cancel. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { postCancelSubscription } from "../../api/services.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { CancelButton } from "../../features/billing/CancelButton.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { session } from "../../features/session/session_store.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";

const CAPABILITY_PATTERN = /^[\w-]{1,128}$/;

export function UnsubscriptionPage() {
  useSignals();
  const [content] = useState(readContent);
  const [isCancelled, setCancelled] = useState(false);
  const isWithdrawal = new URLSearchParams(location.search).has("withdraw");
  // Members have the button beside their receipts; the server shows unclaimed purchases of this browser.
  const isMembers = isWithdrawal && session.value.user !== undefined && slots.purchaseSubscriptionId.read() === "";
  useEffect(() => {
    // The server renders this one, so that it is the same with and without script.
    if (isWithdrawal && !isMembers) location.reload();
  }, [isWithdrawal, isMembers]);
  if (isMembers) return <Navigate replace to={paths.manageSubscriptions()} />;
  if (isWithdrawal) return <Page title={t("Withdraw from contract")} width="narrow">{null}</Page>;
  if (content === "") return <OtherWays />;
  return (
    <Page
      title={isCancelled ? t("Cancellation confirmed") : t("Cancel your plan")}
      width="narrow"
      {...isCancelled ? {} : { picture: "page-cancel" }}
    >
      {!isCancelled && (
        <p className="lead">
          {t(
            "Once you cancel, your plan won't renew and you won't be charged again. You keep access until the end of the period you paid for, and one-time purchases stay yours.",
          )}
        </p>
      )}
      <CancelButton
        content={content}
        until=""
        isDecided
        onCancelled={() => setCancelled(true)}
        send={async (id) => {
          tracker().cancelRequest();
          const isMember = session.value.user !== undefined;
          return await postCancelSubscription(id, isMember ? { idToken: await idToken() } : {});
        }}
      />
      {isCancelled && <ButtonLink to={paths.webapp()}>{t("Open my reports")}</ButtonLink>}
    </Page>
  );
}

/** The secret of an emailed link, removed from the address at once. Without one, this browser's purchase. */
function readContent(): string {
  const query = new URLSearchParams(location.search);
  if (query.has("withdraw")) return "";
  const capability = query.get("c") ?? "";
  if (!CAPABILITY_PATTERN.test(capability)) return slots.purchaseSubscriptionId.read();
  query.delete("c");
  const rest = query.toString();
  history.replaceState(history.state, "", location.pathname + (rest === "" ? "" : `?${rest}`));
  return capability;
}

function OtherWays() {
  return (
    <Page title={t("Cancel your plan")} width="narrow" picture="page-cancel">
      <p className="lead">{t("Cancelling is as easy as signing up. Choose how:")}</p>
      <div className="stack stack--12">
        <ButtonLink kind="primary" wide to={paths.unsubscribeWithEmail()}>{t("By email")}</ButtonLink>
        <ButtonLink wide to={paths.manageSubscriptions()}>{t("Cancel in your account")}</ButtonLink>
        <ButtonLink wide to={paths.withdrawal()}>{t("Withdraw from contract here")}</ButtonLink>
      </div>
      <p className="muted">{t("Every email about your plan also has a cancel link that works without signing in.")}</p>
    </Page>
  );
}
