/** Every entry that the app stores in the browser, its purpose and its lifetime. */
import { LANGUAGE_COOKIE } from "../../../server/wire/site/languages.ts";
import { t } from "../../i18n/t.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { dispatchConsent } from "../../features/consent/consent_store.ts";
import { asksConsent } from "../../../server/wire/site/asks_consent.ts";
import { site } from "../../lib/browser/site.ts";
import { STORAGE_KEYS } from "../../lib/storage/storage_keys.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { SummaryText } from "../../ui/layout/SummaryText.tsx";
import { Table } from "../../ui/layout/Table.tsx";

interface Entry {
  readonly name: string;
  readonly purpose: string;
  readonly stays: string;
}

const keys = STORAGE_KEYS;
const NECESSARY: readonly Entry[] = [
  { name: keys.validatorData, purpose: t("The number you are checking"), stays: t("Until you delete it") },
  {
    name: keys.quizAnswers,
    purpose: t("Your answers, so that a reload loses nothing"),
    stays: t("Until you delete it"),
  },
  { name: keys.quizEmail, purpose: t("Your e-mail, filled in for you"), stays: t("Until you delete it") },
  {
    name: `${keys.validationsCount}, ${keys.validationsCheckTimestamp}`,
    purpose: t("How many checks are left, as last shown"),
    stays: t("Until you sign out"),
  },
  {
    name: `${keys.sexOffenders}, ${keys.offenderSearchName}`,
    purpose: t("Name and number of entries of your last registry search"),
    stays: t("Until the tab closes"),
  },
  {
    name: `${keys.purchaseEmail}, ${keys.purchaseSubscriptionId}, ${keys.purchaseUrl}`,
    purpose: t("The purchase that is under way"),
    stays: t("Until it is finished or the tab closes"),
  },
  { name: keys.link, purpose: t("The plan your link named"), stays: t("Until the tab closes") },
  {
    name: keys.checkout,
    purpose: t("Name, country and plan you gave for the purchase"),
    stays: t("Until the tab closes"),
  },
  {
    name: `${keys.paymentAttempt}, ${keys.pendingPurchase}`,
    purpose: t("A payment under way, so that a reload never pays twice"),
    stays: t("Until it is done"),
  },
  {
    name: `${keys.vSubscriptionId}, ${keys.activation}`,
    purpose: t("The purchase that waits for you to sign in"),
    stays: t("Until you have signed in"),
  },
  {
    name: `${keys.user}, ${keys.signInPending}, ${keys.linkEmail}`,
    purpose: t("Who is signed in, or about to"),
    stays: t("Until you sign out"),
  },
  { name: "sdk_version", purpose: t("Which version of our checkout was here last"), stays: t("Until you delete it") },
  { name: keys.consent, purpose: t("Your choice about cookies"), stays: t("Until you change it") },
  { name: `${LANGUAGE_COOKIE} (cookie)`, purpose: t("The language you chose"), stays: t("A year") },
  { name: "chk (cookie)", purpose: t("Ties a payment to this browser; scripts cannot read it"), stays: t("Hours") },
];
const PIXEL_COOKIES: Entry = {
  name: "_fbp, _fbc (cookies)",
  purpose: t("Measuring advertisements"),
  stays: t("{count} days, or until you say no", { count: 90 }),
};
const WITH_CONSENT: readonly Entry[] = [
  { name: keys.referrer, purpose: t("The site that brought you here"), stays: t("Until you say no") },
  { name: keys.campaign, purpose: t("The advertisement that brought you here"), stays: t("Until you say no") },
  { name: keys.idfm, purpose: t("The identifier of that advertisement"), stays: t("Until you say no") },
];

function EntryTable({ caption, rows }: { readonly caption: string; readonly rows: readonly Entry[] }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.name}
      columns={[
        { key: "name", head: t("Name"), cell: (row) => row.name },
        { key: "purpose", head: t("What for"), cell: (row) => row.purpose },
        { key: "stays", head: t("Stays"), cell: (row) => row.stays },
      ]}
    />
  );
}

const NECESSARY_SECTION = {
  id: "necessary",
  title: t("What the app needs"),
  summary: t("Without these a reload would lose what you typed. They are set without asking."),
  text: <EntryTable caption={t("Necessary entries")} rows={NECESSARY} />,
} as const;

/** The trackers of this site only. */
function consentSection() {
  const { sentryDsn, funnelEvents, pixelId, adTagId } = site();
  return {
    id: "consent",
    title: t("What we ask for"),
    summary: t("Only after a yes. A no deletes them, and everything works the same."),
    text: (
      <>
        <EntryTable
          caption={t("Entries with consent")}
          rows={pixelId === "" ? WITH_CONSENT : [...WITH_CONSENT, PIXEL_COOKIES]}
        />
        <ul>
          {sentryDsn !== "" && (
            <li>
              {t("Errors of this page are reported to us, without card data, e-mail addresses, phone numbers or ids.")}
            </li>
          )}
          {funnelEvents && (
            <li>{t("We count which steps of the app are taken, without anything that says who took them.")}</li>
          )}
          {pixelId !== "" && (
            <li>
              {t("Meta hears of six steps, from the first screen to a purchase and its sum, by a picture request.")}
            </li>
          )}
          {adTagId !== "" && (
            <li>{t("Google Ads hears of a purchase and its sum, if one of its advertisements brought you here.")}</li>
          )}
        </ul>
        <div>
          <Button onClick={() => dispatchConsent({ type: "choices_opened" })}>{t("Change my choice")}</Button>
        </div>
      </>
    ),
  };
}

export function CookiePolicyPage() {
  return (
    <Page title={t("Cookie policy")} heading={false} width="wide">
      <SummaryText
        title={t("Cookie policy")}
        lead={t("Every entry this app writes into your browser, by name.")}
        lastChanged="2026-11-21"
        sections={asksConsent(site()) ? [NECESSARY_SECTION, consentSection()] : [NECESSARY_SECTION]}
      />
    </Page>
  );
}
