/** Every entry that the app stores in the browser, its purpose and its lifetime. */
import { CHECKOUT_COOKIE_DAYS } from "../../../server/wire/billing/purchase.ts";
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
  { name: keys.validatorData, purpose: t("The number you're checking"), stays: t("Until you delete it") },
  {
    name: keys.tabNumber,
    purpose: t("The number you're checking in this tab"),
    stays: t("Until the tab is closed"),
  },
  {
    name: keys.quizAnswers,
    purpose: t("Your answers, so you don't lose them when the page reloads"),
    stays: t("Until you delete it"),
  },
  {
    name: keys.quizEmail,
    purpose: t("Your email, so you don't have to enter it again"),
    stays: t("Until you delete it"),
  },
  {
    name: `${keys.validationsCount}, ${keys.validationsCredits}, ${keys.validationsCheckTimestamp}`,
    purpose: t("How many checks you have left, as last shown"),
    stays: t("Until you sign out"),
  },
  {
    name: `${keys.sexOffenders}, ${keys.offenderSearchName}`,
    purpose: t("Name and number of entries from your last registry search"),
    stays: t("Until the tab is closed"),
  },
  {
    name: `${keys.purchaseEmail}, ${keys.purchaseSubscriptionId}, ${keys.purchaseUrl}`,
    purpose: t("The purchase in progress"),
    stays: t("Until it's complete or the tab is closed"),
  },
  { name: keys.link, purpose: t("The plan from the link you followed"), stays: t("Until the tab is closed") },
  {
    name: keys.checkout,
    purpose: t("The name, country, and plan you entered for the purchase"),
    stays: t("Until the tab is closed"),
  },
  {
    name: `${keys.paymentAttempt}, ${keys.pendingPurchase}, ${keys.addOnOrders}`,
    purpose: t("A payment in progress, so a reload never charges you twice"),
    stays: t("Until it's complete"),
  },
  {
    name: `${keys.vSubscriptionId}, ${keys.activation}, ${keys.returnTarget}`,
    purpose: t("The purchase or page that waits for you to sign in"),
    stays: t("Until you sign in"),
  },
  {
    name: `${keys.user}, ${keys.signInPending}, ${keys.linkEmail}, firebase:authUser`,
    purpose: t("Who is signed in, or signing in"),
    stays: t("Until you sign out"),
  },
  { name: "sdk_version", purpose: t("The last version of our checkout used here"), stays: t("Until you delete it") },
  { name: keys.consent, purpose: t("Your cookie choice"), stays: t("Until you change it") },
  { name: `${LANGUAGE_COOKIE} (cookie)`, purpose: t("Your language"), stays: t("One year") },
  {
    name: "__Host-chk, chk (cookie)",
    purpose: t("Ties a payment to this browser; scripts can't read it"),
    stays: t("{count} days", { count: CHECKOUT_COOKIE_DAYS }),
  },
];
const PIXEL_COOKIES: Entry = {
  name: "_fbp, _fbc (cookies)",
  purpose: t("Ad measurement"),
  stays: t("{count} days, or until you decline", { count: 90 }),
};
const WITH_CONSENT: readonly Entry[] = [
  { name: keys.referrer, purpose: t("The site you came from"), stays: t("Until you decline") },
  { name: keys.campaign, purpose: t("The ad you came from"), stays: t("Until you decline") },
  { name: keys.idfm, purpose: t("That ad's identifier"), stays: t("Until you decline") },
];

function EntryTable({ caption, rows }: { readonly caption: string; readonly rows: readonly Entry[] }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.name}
      columns={[
        { key: "name", head: t("Name"), cell: (row) => row.name },
        { key: "purpose", head: t("Purpose"), cell: (row) => row.purpose },
        { key: "stays", head: t("Kept"), cell: (row) => row.stays },
      ]}
    />
  );
}

const NECESSARY_SECTION = {
  id: "necessary",
  title: t("Necessary"),
  summary: t("Without these, you'd lose what you entered whenever the page reloads. They don't require your consent."),
  text: <EntryTable caption={t("Necessary cookies and stored data")} rows={NECESSARY} />,
} as const;

/** The trackers of this site only. */
function consentSection() {
  const { sentryDsn, funnelEvents, pixelId, adTagId } = site();
  return {
    id: "consent",
    title: t("With your consent"),
    summary: t("Only set if you allow them. If you decline, we delete them, and everything still works."),
    text: (
      <>
        <EntryTable
          caption={t("Cookies and stored data that need your consent")}
          rows={pixelId === "" ? WITH_CONSENT : [...WITH_CONSENT, PIXEL_COOKIES]}
        />
        <ul>
          {sentryDsn !== "" && (
            <li>
              {t("Error reports about this page, without card data, emails, phone numbers, or IDs.")}
            </li>
          )}
          {funnelEvents && (
            <li>{t("We count which steps of the app are used, without anything that identifies you.")}</li>
          )}
          {pixelId !== "" && (
            <li>
              {t(
                "We send Meta six events through an image request. They range from the first screen to a purchase and its amount.",
              )}
            </li>
          )}
          {adTagId !== "" && (
            <li>
              {t("If one of its ads brought you here, Google Ads is told that you bought something and for how much.")}
            </li>
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
        lead={t("Every cookie and piece of data this app saves in your browser, by name.")}
        lastChanged="2026-11-30"
        sections={asksConsent(site()) ? [NECESSARY_SECTION, consentSection()] : [NECESSARY_SECTION]}
      />
    </Page>
  );
}
