/** What is stored about a visitor, why, for how long, and how to have it deleted. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { SummaryText } from "../../ui/layout/SummaryText.tsx";
import { ContactLink } from "./ContactLink.tsx";

const SECTIONS = [
  {
    id: "what",
    title: t("What we collect"),
    summary: t(
      "The number you check, your answers (on your own device), and the details needed for a purchase. We don't sell any of it.",
    ),
    text: (
      <>
        <p>
          {t(
            "When you check a number, we look up its details and compute a score. If you add where the caller said they were calling from, it counts toward the score and stays with the report. We count checks per IP address for one hour, so there are enough free checks for everyone.",
          )}
        </p>
        <p>
          {t(
            "Your answers to the twenty questions stay in your browser and shape the advice you see. Two things leave it: your country, which each report needs, and, if you allow analytics, that urgent advice was shown and why.",
          )}
        </p>
        <p>
          {t(
            "When you buy, we store your email, the name and country or postal code you gave, the terms you agreed to and when, what you were charged, and a reference to your card at the payment service. We never receive your card number: you enter it in a frame served by the payment service.",
          )}
        </p>
        <p>
          {t(
            "When you sign in with Google or Apple, they send us your name, email address, and an identifier, nothing else.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "why",
    title: t("Our legal basis"),
    summary: t(
      "We use data to provide what you asked for, to comply with tax law, and, only with your consent, for analytics.",
    ),
    text: (
      <>
        <p>
          {t(
            "Checks, accounts and payments: to perform our contract with you. Receipts and consent records: legal obligations. Abuse prevention: our legitimate interest, with IP addresses shortened before they're stored.",
          )}
        </p>
        <p>
          {t(
            'Analytics, ad measurement, and error reports: only with your consent, which you can withdraw anytime under "Cookie settings" at the bottom of every page. We treat a Global Privacy Control signal as a refusal.',
          )}
        </p>
      </>
    ),
  },
  {
    id: "numbers",
    title: t("If it's your number"),
    summary: t("You can see what's been said about your number, and dispute it."),
    text: (
      <>
        <p>
          {t(
            "A score describes a number, not a person. We compute it from public numbering plans and from member reports, which count less over time. It says nothing about your character and may not be used to make decisions about credit, employment, housing, insurance, or anything similar.",
          )}
        </p>
        <p>
          {rich(
            "In a report, members can dispute what others have reported. For 30 days, reports made before the dispute count for half. To ask about reports on a number you hold, or to object to them, write to {email}.",
            { email: <ContactLink /> },
          )}
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: t("How long we keep it"),
    summary: t(
      "Logs for two weeks, reports for as long as you have an account, and anything longer only where the law requires it.",
    ),
    text: (
      <ul>
        <li>{t("Server logs: 14 days, without phone numbers, emails, or tokens.")}</li>
        <li>{t("Your check history: until you delete your account.")}</li>
        <li>
          {t(
            "Consent records: 3 years. Receipts: as long as tax law requires, usually 10 years. Once you delete your account, they no longer carry your name.",
          )}
        </li>
        <li>{t("Backups: overwritten after 35 days.")}</li>
      </ul>
    ),
  },
  {
    id: "who",
    title: t("Who we share it with"),
    summary: t("The payment service, the email service, and the sign-in provider you choose. That's all."),
    text: (
      <p>
        {t(
          "Each gets only what it needs: the payment service gets the amount and your card, the email service gets your address and the message, and Google or Apple learns that you sign in here. They work for us under contract. We don't sell data, and we don't share it for advertising without your consent.",
        )}
      </p>
    ),
  },
  {
    id: "rights",
    title: t("Your rights"),
    summary: t("See, download, correct, or delete your data. It takes one click when you're signed in."),
    text: (
      <>
        <p>
          {rich(
            'Under "Account" in the members area, you can download all your data and delete your account. If you don\'t have an account, write to {email} from the email address you used. You can also complain to your local data protection authority.',
            { email: <ContactLink /> },
          )}
        </p>
        <p>
          {rich("To cancel, go to {link}.", {
            link: <Link to={paths.unsubscribeWithEmail()}>{t("Cancel plan")}</Link>,
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
        lead={t("You came to learn about a number, not to be tracked. Here's what we keep and why.")}
        lastChanged="2026-11-30"
        sections={SECTIONS}
      />
    </Page>
  );
}
