/** What is stored about a visitor, why, for how long, and how to have it deleted. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { SummaryText } from "../../ui/layout/SummaryText.tsx";

const SECTIONS = [
  {
    id: "what",
    title: t("What we keep"),
    summary: t("The number you check, your answers on your own device, and what a purchase needs. Nothing is sold."),
    text: (
      <>
        <p>
          {t(
            "When you check a number, we read it, compute its facts and score, and count the check against your address for one hour so that the free checks last for everybody.",
          )}
        </p>
        <p>
          {t(
            "Your answers to the twenty questions stay in your browser. They choose the advice you see and are not sent to us.",
          )}
        </p>
        <p>
          {t(
            "When you buy, we keep your e-mail, name and country or postal code as far as you gave them, the sentence you agreed to with its time, what was charged, and a reference to your card at the payment service. The card number itself never reaches us: you type it into a frame of the payment service.",
          )}
        </p>
        <p>
          {t(
            "When you sign in with Google or Apple, we get your name, e-mail and an identifier from them, nothing else.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "why",
    title: t("Why we may"),
    summary: t("To do what you asked for, to obey tax law, and for statistics only if you said yes."),
    text: (
      <>
        <p>
          {t(
            "Checks, accounts and payments: to perform the contract with you. Receipts and consent records: legal duties. Protection against abuse: our legitimate interest, with addresses shortened before they are stored.",
          )}
        </p>
        <p>
          {t(
            'Visits statistics, advertising measurement and error reports: only with your consent, which you can take back at any time under "Cookie choices" at the foot of every page. A browser that sends Global Privacy Control counts as a no.',
          )}
        </p>
      </>
    ),
  },
  {
    id: "numbers",
    title: t("If the number is yours"),
    summary: t("You can see what is said about your number, dispute it and have wrong reports removed."),
    text: (
      <>
        <p>
          {t(
            "A score is about a number, not about a person. It is computed from public numbering plans and from reports of members, which lose weight over time. It says nothing about your character and must not be used to decide on credit, work, housing, insurance or anything similar.",
          )}
        </p>
        <p>
          {t(
            "Write to us from any address to see, dispute or delete reports about a number you hold. We ask you to prove that you hold it, by a code we send to it.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: t("How long"),
    summary: t("Days for logs, as long as your account for reports, years only where the law wants it."),
    text: (
      <ul>
        <li>{t("Server logs: 14 days, without numbers, e-mails or tokens.")}</li>
        <li>{t("Your history of checks: until you delete it or your account.")}</li>
        <li>
          {t(
            "Consent records: 3 years. Receipts: as long as tax law demands, usually 10 years, with your name removed once you delete your account.",
          )}
        </li>
        <li>{t("Backups: overwritten after 35 days.")}</li>
      </ul>
    ),
  },
  {
    id: "who",
    title: t("Who else sees it"),
    summary: t("The payment service, the mail service and the sign-in you choose. Nobody else."),
    text: (
      <p>
        {t(
          "We hand on only what each needs: the payment service gets the sum and your card, the mail service your address and the text, Google or Apple that you sign in here. They work under contract for us. We sell no data and we do not share it for advertising without your consent.",
        )}
      </p>
    ),
  },
  {
    id: "rights",
    title: t("Your rights"),
    summary: t("See it, take it with you, correct it, delete it. One click when signed in."),
    text: (
      <>
        <p>
          {t(
            'Under "Profile" in the members area you can export everything as one file and delete your account. Without an account, write to us from the e-mail you used. You can also complain to the data protection authority where you live.',
          )}
        </p>
        <p>
          {rich("Leaving is described under {link}.", {
            link: <Link to={paths.unsubscribeWithEmail()}>{t("Cancel")}</Link>,
          })}
        </p>
      </>
    ),
  },
] as const;

export function PrivacyPage() {
  return (
    <Page title={t("Privacy")} heading={false} width="wide">
      <SummaryText
        title={t("Privacy")}
        lead={t("You came to find out about a number, not to be found out about. This is what we keep, and why.")}
        lastChanged="2026-11-21"
        sections={SECTIONS}
      />
    </Page>
  );
}
