/** Every entry we write into the browser, what it is for, and how long it stays. */
import { Page } from "../app/Page.tsx";
import { dispatchConsent } from "../features/consent/consent_store.ts";
import { STORAGE_KEYS } from "../lib/storage_keys.ts";
import { Button } from "../ui/Button.tsx";
import { SummaryText } from "../ui/SummaryText.tsx";
import { Table } from "../ui/Table.tsx";

interface Entry {
  readonly name: string;
  readonly purpose: string;
  readonly stays: string;
}

const keys = STORAGE_KEYS;
const NECESSARY: readonly Entry[] = [
  { name: keys.validatorData, purpose: "The number you are checking", stays: "Until you delete it" },
  { name: keys.quizAnswers, purpose: "Your answers, so that a reload loses nothing", stays: "Until you delete it" },
  { name: keys.quizEmail, purpose: "Your e-mail, filled in for you", stays: "Until you delete it" },
  {
    name: `${keys.validationsCount}, ${keys.validationsCheckTimestamp}`,
    purpose: "How many checks are left, as last shown",
    stays: "Until you sign out",
  },
  {
    name: `${keys.sexOffenders}, ${keys.offenderSearchName}`,
    purpose: "Your last registry search",
    stays: "Until you sign out",
  },
  {
    name: `${keys.purchaseEmail}, ${keys.purchaseSubscriptionId}, ${keys.purchaseUrl}`,
    purpose: "The purchase that is under way",
    stays: "Until it is finished or the tab closes",
  },
  { name: keys.link, purpose: "The plan your link named", stays: "Until the tab closes" },
  { name: keys.checkout, purpose: "Name, country and plan you gave for the purchase", stays: "Until the tab closes" },
  {
    name: `${keys.paymentAttempt}, ${keys.pendingPurchase}`,
    purpose: "A payment under way, so that a reload never pays twice",
    stays: "Until it is done",
  },
  {
    name: `${keys.vSubscriptionId}, ${keys.activation}`,
    purpose: "The purchase that waits for you to sign in",
    stays: "Until you have signed in",
  },
  {
    name: `${keys.user}, ${keys.signInPending}, ${keys.linkEmail}`,
    purpose: "Who is signed in, or about to",
    stays: "Until you sign out",
  },
  { name: keys.consent, purpose: "Your choice about cookies", stays: "Until you change it" },
  { name: "chk (cookie)", purpose: "Ties a payment to this browser; scripts cannot read it", stays: "Hours" },
];
const WITH_CONSENT: readonly Entry[] = [
  { name: keys.referrer, purpose: "The site that brought you here", stays: "Until you say no" },
  { name: keys.campaign, purpose: "The advertisement that brought you here", stays: "Until you say no" },
  { name: keys.idfm, purpose: "The identifier of that advertisement", stays: "Until you say no" },
  { name: "_fbp, _fbc (cookies)", purpose: "Measuring advertisements, if a pixel is set up", stays: "90 days" },
];

function EntryTable({ caption, rows }: { readonly caption: string; readonly rows: readonly Entry[] }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.name}
      columns={[
        { key: "name", head: "Name", cell: (row) => row.name },
        { key: "purpose", head: "What for", cell: (row) => row.purpose },
        { key: "stays", head: "Stays", cell: (row) => row.stays },
      ]}
    />
  );
}

const SECTIONS = [
  {
    id: "necessary",
    title: "What the app needs",
    summary: "Without these a reload would lose what you typed. They are set without asking.",
    text: <EntryTable caption="Necessary entries" rows={NECESSARY} />,
  },
  {
    id: "consent",
    title: "What we ask for",
    summary: "Only after a yes. A no deletes them, and everything works the same.",
    text: (
      <>
        <EntryTable caption="Entries with consent" rows={WITH_CONSENT} />
        <p>
          After a yes we also send reports of errors, without card data, e-mail addresses or tokens, and count which
          pages are seen.
        </p>
        <div>
          <Button onClick={() => dispatchConsent({ type: "choices_opened" })}>Change my choice</Button>
        </div>
      </>
    ),
  },
] as const;

export function CookiePolicyPage() {
  return (
    <Page title="Cookie policy" heading={false} width="wide">
      <SummaryText
        title="Cookie policy"
        lead="Every entry this app writes into your browser, by name."
        lastChanged="21 Nov 2026"
        sections={SECTIONS}
      />
    </Page>
  );
}
