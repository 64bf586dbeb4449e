/** /access-recovery: sends an activation email; the response does not reveal who is a member. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { postSendActivation } from "../../api/services.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { EmailRequest } from "../../features/billing/EmailRequest.tsx";
import { site } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";

export function AccessRecoveryPage() {
  return (
    <Page title={t("Recover your access")} width="narrow" picture="page-recovery">
      <EmailRequest
        lead={t("Enter the email your receipt was sent to. We'll email you a link to your plan and reports.")}
        send={(email) => postSendActivation(site().base.slice(1), email)}
        startWith={slots.purchaseEmail.read() || slots.quizEmail.read()}
        button={t("Send link")}
        busy={t("Sending link")}
        help={t("It works once and expires in 60 minutes.")}
        sentTitle={t("If this email has a plan, a link is on its way")}
        sent={
          <p>
            {t(
              "Check your spam folder too. Still nothing? Your receipt shows the email you paid with, so try that one.",
            )}
          </p>
        }
      />
      <p className="small muted">
        {rich("Remember how you signed in? {link}", { link: <Link to={paths.signIn()}>{t("Sign in")}</Link> })}
      </p>
    </Page>
  );
}
