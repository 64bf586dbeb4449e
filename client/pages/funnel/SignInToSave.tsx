/** Below a paid report: signing in once saves the purchase to the person's account, for every device. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useNavigate } from "react-router-dom";
import { paths } from "../../lib/browser/paths.ts";
import { PurchaseFinalizer } from "../../features/session/PurchaseFinalizer.tsx";
import { SignInCard } from "../../features/session/sign_in/SignInCard.tsx";
import { useClaimant, useSignIn } from "../../features/session/sign_in/use_sign_in.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { trackSignIn } from "../../visit/tracker.ts";
import { changeAccount, finalizePorts } from "../sign_in/finalize_ports.ts";

export function SignInToSave({ subscriptionId }: { readonly subscriptionId: string }) {
  useSignals();
  const navigate = useNavigate();
  const signIn = useSignIn(trackSignIn);
  const user = useClaimant(signIn);
  return (
    <section className="keep-it stack stack--24" aria-labelledby="keep-it">
      <div className="stack stack--8">
        <h2 id="keep-it">{t("Save your report")}</h2>
        <p>{t("Sign in to open this report and manage your plan on any device.")}</p>
      </div>
      {user === undefined
        ? <SignInCard signIn={signIn} email={slots.purchaseEmail.read() || slots.quizEmail.read()} />
        : (
          <PurchaseFinalizer
            key={user.uid}
            user={user}
            vSubscriptionId={subscriptionId}
            ports={finalizePorts(navigate, paths.webapp())}
            onGiveUp={changeAccount}
          />
        )}
    </section>
  );
}
