/** /access-recovery: sends an activation email; the response does not reveal who is a member. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { AccessByEmail } from "./AccessByEmail.tsx";
import { SignInFrame } from "./SignInFrame.tsx";
import { paths } from "../../lib/browser/paths.ts";

export function AccessRecoveryPage() {
  return (
    <SignInFrame
      title={t("Recover your access")}
      otherWay={rich("Remember how you signed in? {link}", { link: <Link to={paths.signIn()}>{t("Sign in")}</Link> })}
    >
      <AccessByEmail
        lead={t("Enter the email your receipt was sent to. We'll email you a link to your plan and reports.")}
        button={t("Send link")}
      />
    </SignInFrame>
  );
}
