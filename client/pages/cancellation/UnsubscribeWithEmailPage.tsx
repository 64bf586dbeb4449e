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
      <p className="lead">
        {t("Enter the address you paid with. We send a link, and one button there ends your plan.")}
      </p>
      <EmailRequest
        send={async (email) => {
          tracker().cancelRequest();
          await postCancelRequest(email, location.hostname);
        }}
        startWith={slots.purchaseEmail.read()}
        button={t("Send me the link to cancel")}
        busy={t("Sending the link")}
        help={t("If you confirm within 7 days, your plan ends as of now.")}
        sentTitle={t("If a plan belongs to this address, a mail is on its way")}
        sent={<p>{t("Open the link in it and press the button. Nothing is charged after that.")}</p>}
      />
      <p className="small muted">
        {rich("Signed in already? {link}", {
          link: <Link to={paths.manageSubscriptions()}>{t("Cancel with one button")}</Link>,
        })}
      </p>
    </Page>
  );
}
