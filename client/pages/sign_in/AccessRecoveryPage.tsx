/** /access-recovery: sends an activation email; the response does not reveal who is a member. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { AccessByEmail } from "./AccessByEmail.tsx";
import { paths } from "../../lib/browser/paths.ts";

export function AccessRecoveryPage() {
  return (
    <Page title={t("Recover your access")} width="narrow" picture="page-recovery">
      <AccessByEmail
        lead={t("Enter the email your receipt was sent to. We'll email you a link to your plan and reports.")}
        button={t("Send link")}
      />
      <p className="small muted">
        {rich("Remember how you signed in? {link}", { link: <Link to={paths.signIn()}>{t("Sign in")}</Link> })}
      </p>
    </Page>
  );
}
