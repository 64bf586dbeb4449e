/**
 * /sign-in and, with other texts, /activate: all sign-in methods, then finalizes the purchase and opens the members
 * area. Links of other emails open it too.
 */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router-dom";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { paths } from "../../lib/browser/paths.ts";
import { emailActionOf } from "../../features/session/email_action.ts";
import { PurchaseFinalizer } from "../../features/session/PurchaseFinalizer.tsx";
import { useReturnTarget } from "../../features/session/return_target.ts";
import { session } from "../../features/session/session_store.ts";
import { SignInCard } from "../../features/session/sign_in/SignInCard.tsx";
import { usePurchaseKey } from "../../features/session/use_purchase_key.ts";
import { useClaimant, useSignIn } from "../../features/session/sign_in/use_sign_in.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
// An emailed link may sign in another account than the one that is signed in.
import "../forget_visit.ts";
import { trackSignIn } from "../../visit/tracker.ts";
import { changeAccount, finalizePorts } from "./finalize_ports.ts";
import { SignInFrame } from "./SignInFrame.tsx";

const EmailActionPage = lazyPage(() => import("./EmailActionPage.tsx").then((page) => page.EmailActionPage));

interface SignInPageProps {
  readonly activation: boolean;
}

export function SignInPage({ activation }: SignInPageProps) {
  const action = emailActionOf(useLocation().search);
  return action === undefined ? <SignInMethods activation={activation} /> : <EmailActionPage {...action} />;
}

function SignInMethods({ activation }: SignInPageProps) {
  useSignals();
  const navigate = useNavigate();
  const key = usePurchaseKey();
  const signIn = useSignIn(trackSignIn);
  const target = useReturnTarget();
  const [email] = useState(() => slots.purchaseEmail.read() || slots.quizEmail.read());
  const claimant = useClaimant(signIn);
  const user = signIn.isOpeningLink ? undefined : session.value.user;
  if (user !== undefined && key === "" && signIn.state.kind !== "busy") return <Navigate to={target} replace />;
  return (
    <SignInFrame
      title={activation ? t("Open your reports") : t("Sign in")}
      otherWay={rich("Didn't get the email, or used a different address? {link}", {
        link: <Link to={paths.accessRecovery()}>{t("Recover your access")}</Link>,
      })}
    >
      <p className="lead">
        {activation
          ? t("Sign in with the email you paid with to see your plan and reports on any device.")
          : t("See your reports and manage your plan.")}
      </p>
      {claimant !== undefined && key !== ""
        ? (
          <PurchaseFinalizer
            key={claimant.uid}
            user={claimant}
            vSubscriptionId={key}
            ports={finalizePorts(navigate, target)}
            onGiveUp={changeAccount}
          />
        )
        : <SignInCard signIn={signIn} email={email} />}
    </SignInFrame>
  );
}
