/** The terms: what is sold, what it costs, how it ends. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { SummaryText } from "../../ui/layout/SummaryText.tsx";
import { ContactLink } from "./ContactLink.tsx";

const SECTIONS = [
  {
    id: "service",
    title: t("What you get"),
    summary: t(
      "Facts, a score with all its reasons, and what we couldn't check. We make no promise about the person behind a number.",
    ),
    text: (
      <>
        <p>
          {t(
            "TrustCheck tells you what's publicly known about a phone number: whether it can exist, its line type, where its range is assigned, and any known warning signs. Validity, line type, location, risk level, all reasons, and urgent advice are free.",
          )}
        </p>
        <p>
          {t(
            "A plan adds 20 checks a day, the confidence rating and what we couldn't check, member reports in detail, your history, and alerts. Caller ID can be spoofed, so a low score never proves honesty and a high score never proves guilt.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "price",
    title: t("What it costs"),
    summary: t(
      "What you pay today, and the next amount and date, are shown beside the pay button. You won't be charged anything else.",
    ),
    text: (
      <>
        <p>
          {t(
            "Before you pay, one screen shows what you're charged today, what's next, when, and how often. That's the full price. Plans renew until you cancel. Extras are one-time charges, each with its own button.",
          )}
        </p>
        <p>
          {t(
            "You get a receipt after every charge and a reminder before a trial ends. If a payment fails, we tell you and retry a few times. You don't pay for time without access.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "leave",
    title: t("How to cancel"),
    summary: t(
      'Two clicks in your account or from any email about your plan. Or choose "Cancel plan" at the bottom of any page and confirm from the email we send you. No calls, no questions.',
    ),
    text: (
      <>
        <p>
          {rich(
            "Use {link}, the link in any email about your plan, or the button under Billing in the members area. You keep access until the end of the period you paid for, and we email you a confirmation.",
            { link: <Link to={paths.unsubscribeWithEmail()}>{t("Cancel plan")}</Link> },
          )}
        </p>
        <p>
          {rich(
            "Within 14 days of buying, you can withdraw and get your money back: {link}, then confirm. You get a full refund even if you've used the service. We only keep the price of checks you've already used from a pack. After a trial, the same goes for the first full charge. Later renewals can be refunded within 24 hours.",
            { link: <Link to={paths.withdrawal()}>{t("Withdraw from contract here")}</Link> },
          )}
        </p>
      </>
    ),
  },
  {
    id: "use",
    title: t("What's not allowed"),
    summary: t("No harassment, no decisions about people's credit, jobs, or homes, no bulk copying."),
    text: (
      <ul>
        <li>
          {t(
            "TrustCheck isn't a consumer reporting agency, and its results aren't consumer reports under the Fair Credit Reporting Act. Don't use them for decisions about credit, insurance, employment, housing, or any other purpose covered by that act.",
          )}
        </li>
        <li>
          {t(
            "Don't use results to stalk, threaten, or shame anyone. You may only use registry results to protect a person at risk. Misuse is a crime in many places.",
          )}
        </li>
        <li>{t("Don't copy results in bulk or with automated tools.")}</li>
      </ul>
    ),
  },
  {
    id: "registry",
    title: t("Registry check"),
    summary: t("A matching name isn't a matching person. Each registry has its own terms."),
    text: (
      <p>
        {t(
          "The sex-offender registry check searches by name. Many people share a name: a result is a reason to look closer, never proof of identity. You accept the registry's terms before every search. Unless a registry is connected, the data is fictional and labeled as sample data.",
        )}
      </p>
    ),
  },
  {
    id: "liability",
    title: t("Liability"),
    summary: t(
      "We're fully liable for intent, gross negligence, and injury; otherwise only for foreseeable damage. Your rights as a consumer are unaffected.",
    ),
    text: (
      <p>
        {t(
          "Our liability is unlimited for intentional misconduct, gross negligence, and injury to life or health. Otherwise it's limited to the foreseeable damage caused by a breach of an essential obligation. Nothing here takes away the rights your country's law gives you as a consumer.",
        )}
      </p>
    ),
  },
  {
    id: "contact",
    title: t("Contact"),
    summary: t("Write to us about your plan, a charge, or these terms."),
    text: <p>{rich("You can reach us at {email}.", { email: <ContactLink /> })}</p>,
  },
] as const;

export function TermsPage() {
  return (
    <Page title={t("Terms")} heading={false} width="wide">
      <SummaryText
        title={t("Terms")}
        lead={t(
          "Your contract with TrustCheck, with a short summary beside each part. The full text is what counts, and it says the same thing.",
        )}
        lastChanged="2026-11-30"
        sections={SECTIONS}
      />
    </Page>
  );
}
