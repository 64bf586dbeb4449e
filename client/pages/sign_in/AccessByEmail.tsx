/** Asks for the email that was paid with and sends it a link; the response does not reveal who is a member. */
import { t } from "../../i18n/t.ts";
import { postSendActivation } from "../../api/services.ts";
import { site } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { EmailRequest, type EmailRequestProps } from "../../features/billing/EmailRequest.tsx";

export function AccessByEmail(words: Pick<EmailRequestProps, "lead" | "button">) {
  return (
    <EmailRequest
      {...words}
      send={(email) => postSendActivation(site().base.slice(1), email)}
      startWith={slots.purchaseEmail.read() || slots.quizEmail.read()}
      busy={t("Sending link")}
      help={t("The link works once and expires in 60 minutes.")}
      sentTitle={t("If there's a plan under this email, a link is on its way")}
      sent={
        <p>
          {t("Check your spam folder too. Still nothing? Your receipt shows the email you paid with, so try that one.")}
        </p>
      }
    />
  );
}
