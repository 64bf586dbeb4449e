/** /unsubscribe-with-email: cancel without signing in; the response is the same for every address. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { postCancelRequest } from "../../api/services.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { EmailRequest } from "../../features/billing/EmailRequest.tsx";
import { slots } from "../../lib/storage/storage_keys.ts";

export function UnsubscribeWithEmailPage() {
  return (
    <Page title={t("Cancel your plan")} width="narrow" picture="page-cancel_mail">
      <EmailRequest
        lead={t("Enter the email you paid with. We'll send you a link to cancel your plan.")}
        send={async (email) => {
          tracker().cancelRequest();
          await postCancelRequest(email, location.hostname);
        }}
        startWith={slots.purchaseEmail.read()}
        button={t("Send cancellation link")}
        busy={t("Sending link")}
        help={t("Confirm within 7 days, and your cancellation counts from today.")}
        sentTitle={t("If there's a plan under this email, a link is on its way")}
        sent={<p>{t("Open the link and confirm. You won't be charged for that plan again.")}</p>}
      />
      <p className="small muted">
        {rich("Already signed in? {link}", {
          link: <Link to={paths.manageSubscriptions()}>{t("Cancel in your account")}</Link>,
        })}
      </p>
    </Page>
  );
}
