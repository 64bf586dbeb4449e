/** The terms: what is sold, what it costs, how it ends. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { SummaryText } from "../../ui/layout/SummaryText.tsx";

const SECTIONS = [
  {
    id: "service",
    title: t("What you get"),
    summary: t("Facts, a score with all its reasons, and honest gaps. No promise about the person behind a number."),
    text: (
      <>
        <p>
          {t(
            "TrustCheck tells you what is publicly known about a phone number: whether it can exist, what kind of line it is, where its range belongs, and which known signals speak against it. Validity, type, place, band, all reasons and urgent advice are free.",
          )}
        </p>
        <p>
          {t(
            "A plan adds 20 checks a day, how sure the score is and what we could not check, members' reports in detail, your history and alerts. Callers can fake the number you see, so a low score is never proof of honesty, and a high one is never proof of guilt.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "price",
    title: t("What it costs"),
    summary: t("The sum today, the next sum and its date stand beside the pay button. Nothing else is charged."),
    text: (
      <>
        <p>
          {t(
            "Before you pay, one screen shows what is charged today, what is charged next, when, and how often. That is the price. Plans renew until you cancel. Add-ons are charged once, each with its own button.",
          )}
        </p>
        <p>
          {t(
            "You get a receipt after every charge, and a reminder before a trial ends. If a payment fails, we tell you and try again a few times; you owe nothing for the time without access.",
          )}
        </p>
      </>
    ),
  },
  {
    id: "leave",
    title: t("How to leave"),
    summary: t("Two clicks, from every mail, from the foot of every page, or signed in. No call, no questions."),
    text: (
      <>
        <p>
          {rich(
            'Use {link}, the link in any mail from us, or "Plan and charges" in the members area. You keep access until the end of what you have paid for, and get a confirmation by mail.',
            { link: <Link to={paths.unsubscribeWithEmail()}>{t("Cancel")}</Link> },
          )}
        </p>
        <p>
          {rich(
            "Within 14 days of buying you may withdraw and get your money back: {link}, then confirm. All of it goes back, also when you have used the service; only look-ups already used from a pack are paid for. Later renewals can be sent back within 24 hours.",
            { link: <Link to={paths.withdrawal()}>{t("withdraw from contract here")}</Link> },
          )}
        </p>
      </>
    ),
  },
  {
    id: "use",
    title: t("What you may not do"),
    summary: t("No harassment, no decisions about people's credit, jobs or homes, no bulk copying."),
    text: (
      <ul>
        <li>
          {t(
            "TrustCheck is not a consumer reporting agency and its results are not consumer reports under the Fair Credit Reporting Act. Do not use them to decide on credit, insurance, employment, housing, or any other purpose that act covers.",
          )}
        </li>
        <li>
          {t(
            "Do not use results to stalk, threaten or shame anyone. Registry results may be used only to protect a person at risk; misuse is a crime in many places.",
          )}
        </li>
        <li>{t("Do not copy results in bulk or by machine.")}</li>
      </ul>
    ),
  },
  {
    id: "registry",
    title: t("The registry check"),
    summary: t("A matching name is not a matching person. Each register has terms of its own."),
    text: (
      <p>
        {t(
          "The sex-offender registry check searches by name. Many people share a name: a result is a reason to look closer, never an identification. You accept the terms of each register before every search. Unless a register is connected, the data is made up and labelled as sample data.",
        )}
      </p>
    ),
  },
  {
    id: "liability",
    title: t("If something goes wrong"),
    summary: t("We answer for what we break. Your rights as a consumer stay as they are."),
    text: (
      <p>
        {t(
          "We are liable without limit for intent and gross negligence and for harm to life and health, and otherwise for the damage that was to be expected when a main duty was broken. Nothing here takes away rights the law of your country gives you as a consumer.",
        )}
      </p>
    ),
  },
] as const;

export function TermsPage() {
  return (
    <Page title={t("Terms")} heading={false} width="wide">
      <SummaryText
        title={t("Terms")}
        lead={t(
          "The contract between you and TrustCheck, with each part in short beside it. The long text is what counts, and it says the same.",
        )}
        lastChanged="2026-11-21"
        sections={SECTIONS}
      />
    </Page>
  );
}
