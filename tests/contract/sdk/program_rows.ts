/** The programs written for 5.45.0: what the shopper does in each, and where our package differs with its reason. */
import type { Note } from "../../support/programs/program_shop.ts";
import type { Step } from "../../support/programs/shop.ts";

export interface ProgramRow {
  readonly file: "cards" | "stored" | "session" | "others" | "more";
  readonly name: string;
  readonly steps: readonly Step[];
  /** The shopper has a stored card. */
  readonly hasCard?: true;
  /** What each package notes where the two are not equal, and why ours does so. */
  readonly differs?: {
    readonly why: string;
    readonly published: readonly Note[];
    readonly ours: readonly Note[];
  };
}

const GOOD = "4242424242424242";
const DECLINED = "4000000000009995";
const CHALLENGED = "4000002500003155";
const DECLINED_LATER = "4000008400001629";
const PENDING = "4000000000000077";
const BRAZILIAN = "4000000760000002";
const PAY: Step = ["press", "#payrails-card-payment-button:not([disabled])"];
const type: Step = ["type", GOOD];
const pays: readonly Step[] = [type, PAY, ["hear", "onSuccess"]];
const fails: readonly Step[] = [type, PAY, ["hear", "onFailed"]];
const CARD = "[data-testid='dropin-item-label-card'], [data-testid='dropin-item-label-payrails-credit-card-wrapper']";
const LISTED = "[id^='payrails-card-list-item-'] label, [id^='payrails-card-list-item-']:not(:has(label))";
const declined = { code: "AUTHORIZATION_ERROR", message: "InsufficientBalance" };

const gates = (first: string): readonly Note[] => [
  [first],
  ["onButtonClicked", "AUTHORIZE"],
  ["onRequestStart", "AUTHORIZE"],
];

const BOTH_NAMES = "A program sets a callback's new or its older name; with both, ours tells the new one first.";

export const ROWS: readonly ProgramRow[] = [
  { file: "cards", name: "formAndButton", steps: pays },
  { file: "cards", name: "formTellsChanges", steps: [type, ["hear", "valid"], ["call", "look"]] },
  { file: "cards", name: "ownLayout", steps: pays },
  { file: "cards", name: "wrongLayout", steps: [["hear", "refused"]] },
  {
    file: "cards",
    name: "declined",
    steps: [["type", DECLINED], PAY, ["hear", "onFailed"]],
    differs: {
      why: BOTH_NAMES,
      published: [["onAuthorizeFailed", declined], ["reason", true], ["onFailed", "AUTHORIZE", declined]],
      ours: [["reason", true], ["onFailed", "AUTHORIZE", declined], ["onAuthorizeFailed", declined]],
    },
  },
  { file: "cards", name: "gateRefuses", steps: fails },
  { file: "cards", name: "gateThrows", steps: fails },
  {
    file: "cards",
    name: "olderNames",
    steps: pays,
    differs: {
      why: BOTH_NAMES,
      published: [["onPaymentButtonClicked"], ["onAuthorizeSuccess"], ["onSuccess", "AUTHORIZE"]],
      ours: [["onPaymentButtonClicked"], ["onSuccess", "AUTHORIZE"], ["onAuthorizeSuccess"]],
    },
  },
  {
    file: "cards",
    name: "requestStart",
    steps: pays,
    differs: {
      why: "The published client asks onRequestStart for wallets only; the specification asks it for every payment.",
      published: [["onSuccess", "AUTHORIZE"]],
      ours: [["onRequestStart", "AUTHORIZE"], ["onSuccess", "AUTHORIZE"]],
    },
  },
  {
    file: "cards",
    name: "challenged",
    steps: [["type", CHALLENGED], PAY, ["hear", "onThreeDSecureChallenge"], ["approve"], ["hear", "onSuccess"]],
  },
  {
    file: "cards",
    name: "changedLater",
    steps: [["call", "change"], type, ["call", "validate"], ["hear", "validate"]],
  },
  {
    file: "cards",
    name: "installments",
    steps: [["type", BRAZILIAN], ["choose", "select option[value='2']"], ["call", "look"], ["hear", "collected"]],
  },
  { file: "cards", name: "tokenized", steps: [type, ["call", "store"], ["hear", "stored"]] },
  { file: "cards", name: "twoButtons", steps: [["hear", "one of each"]] },
  {
    file: "cards",
    name: "stateOfButton",
    steps: pays,
    differs: {
      why: "A button that starts disabled has not changed: ours tells changes only.",
      published: [
        ["onStateChanged", "disabled"],
        ["onStateChanged", "enabled"],
        ["onStateChanged", "disabled"],
        ["onSuccess", "AUTHORIZE"],
      ],
      ours: [["onStateChanged", "enabled"], ["onStateChanged", "disabled"], ["onSuccess", "AUTHORIZE"]],
    },
  },
  { file: "cards", name: "mountedAgain", steps: [["hear", "onReady"], ["call", "again"], ...pays] },
  { file: "cards", name: "unknownOptions", steps: pays },
  { file: "stored", name: "chosenForTheButton", hasCard: true, steps: [PAY, ["hear", "onSuccess"]] },
  {
    file: "stored",
    name: "chosenInTheList",
    hasCard: true,
    steps: [["press", LISTED], ["hear", "onCardChange"], PAY, ["hear", "onSuccess"]],
  },
  {
    file: "stored",
    name: "chosenByThePage",
    hasCard: true,
    steps: [["hear", "chosen"]],
    differs: {
      why: "The published client takes setState for payouts only; with ours the button pays with that card.",
      published: [["onStateChanged", "disabled"], ["chosen"]],
      ours: [["onStateChanged", "enabled"], ["chosen"]],
    },
  },
  { file: "stored", name: "getters", hasCard: true, steps: [["hear", "methods"]] },
  { file: "stored", name: "deleted", hasCard: true, steps: [["hear", "deleted"]] },
  { file: "stored", name: "changed", hasCard: true, steps: [["hear", "changed"]] },
  { file: "session", name: "initialized", steps: [["hear", "done"]] },
  { file: "session", name: "malformed", steps: [["hear", "refused"]] },
  { file: "session", name: "queries", steps: [["hear", "instruments"]] },
  { file: "session", name: "querySingle", steps: [["hear", "links"]] },
  { file: "session", name: "updates", steps: [["hear", "updated"]] },
  {
    file: "session",
    name: "expires",
    hasCard: true,
    steps: [["press", "[data-testid^='dropin-item-label-']"], PAY, ["hear", "onFailed|onSuccess"]],
    differs: {
      why: "The published client fails twice for one expired token and asks for no new session; ours asks and pays.",
      published: [
        ["onPaymentSessionExpired"],
        ["onFailed", "AUTHORIZE", { code: "AUTHENTICATION_ERROR" }],
        ["onFailed", "AUTHORIZE", { code: "AUTHENTICATION_ERROR" }],
      ],
      ours: [["onPaymentSessionExpired"], ["onSessionExpired"], ["onSuccess", "AUTHORIZE"]],
    },
  },
  {
    file: "session",
    name: "twoClients",
    steps: [["hear", "first client keeps its session"]],
    differs: {
      why: "Clients of the published package share one session: the second takes the first one's amount and execution.",
      published: [["first client keeps its session", false]],
      ours: [["first client keeps its session", true]],
    },
  },
  { file: "session", name: "looksUpCard", steps: [type, ["call", "look"], ["hear", "binLookup"]] },
  { file: "others", name: "dropinPays", steps: pays },
  { file: "others", name: "dropinDeclined", steps: [["type", DECLINED], PAY, ["hear", "onFailed"]] },
  { file: "others", name: "dropinTellsOption", steps: [["press", CARD], ["hear", "onPaymentOptionSelected"]] },
  {
    file: "others",
    name: "dropinStoredCard",
    hasCard: true,
    steps: [["press", "[data-testid^='dropin-item-label-']"], PAY, ["hear", "onSuccess"]],
  },
  {
    file: "others",
    name: "singleFields",
    steps: [type, ["call", "collect"], ["hear", "collected"], ["call", "tokenize"], ["hear", "stored"]],
  },
  { file: "others", name: "fieldsInOneFrame", steps: [type, ["call", "collect"], ["hear", "collected"]] },
  { file: "others", name: "availability", steps: [["hear", "applePay"]] },
  {
    file: "others",
    name: "googlePay",
    steps: [["hear", "onGooglePayAvailable"], ["press", "#checkout button"], ["hear", "onSuccess"]],
  },
  {
    file: "others",
    name: "applePay",
    steps: [["hear", "onApplePayAvailable"], ["press", "apple-pay-button"], ["hear", "onSuccess"]],
    differs: {
      why: "The published client tells the execution as `response` for Apple Pay alone, ours as `execution` for all.",
      published: [...gates("onApplePayAvailable"), ["onSuccess", "AUTHORIZE", { response: { links: {} } }]],
      ours: [...gates("onApplePayAvailable"), ["onSuccess", "AUTHORIZE", { execution: { links: {} } }]],
    },
  },
  {
    file: "others",
    name: "payPal",
    steps: [["hear", "onPaypalAvailable"], ["press", "#checkout button"], ["hear", "onSuccess"]],
    differs: {
      why: "The published client does not ask onButtonClicked for PayPal; the specification asks it for every payment.",
      published: [["onPaypalAvailable"], ["onRequestStart", "AUTHORIZE"], ["onSuccess", "AUTHORIZE"]],
      ours: [...gates("onPaypalAvailable"), ["onSuccess", "AUTHORIZE"]],
    },
  },
  {
    file: "more",
    name: "savesCard",
    steps: [["press", "#checkout input[type=checkbox]"], ["hear", "onSaveInstrumentCheckboxChanged"]],
  },
  { file: "more", name: "preloaded", steps: [["hear", "onReady"]] },
  { file: "more", name: "emptyForm", steps: [["hear", "onReady"], ["fields"], PAY, ["hear", "onValidate"]] },
  {
    file: "more",
    name: "fieldEvents",
    steps: [["hear", "READY"], type, ["hear", "BLUR"], ["call", "change"], ["hear", "updated"]],
  },
  {
    file: "more",
    name: "challengeDeclined",
    steps: [["type", DECLINED_LATER], PAY, ["hear", "onThreeDSecureChallenge"], ["approve"], ["hear", "onFailed"]],
    differs: {
      why: "The published client fails twice after a challenge; ours once, with the specification's sentence.",
      published: [
        ["onThreeDSecureChallenge"],
        ["onFailed", "AUTHORIZE", { code: "AUTHORIZATION_ERROR" }],
        ["onFailed", "AUTHORIZE", { code: "AUTHORIZATION_ERROR" }],
      ],
      ours: [
        ["onThreeDSecureChallenge"],
        ["onFailed", "AUTHORIZE", {
          code: "AUTHORIZATION_ERROR",
          message: "Authorization failed after 3DS challenge.",
        }],
      ],
    },
  },
  { file: "more", name: "pending", steps: [["type", PENDING], PAY, ["hear", "onPending"]] },
  {
    file: "more",
    name: "googleCancelled",
    steps: [["hear", "onGooglePayAvailable"], ["press", "#checkout button"], ["hear", "onFailed"]],
    differs: {
      why: "The published client hands on Google's own error; ours tells the code of the published constant.",
      published: [["onGooglePayAvailable"], ["onFailed", "AUTHORIZE", { statusCode: "CANCELED" }]],
      ours: [["onGooglePayAvailable"], ["onFailed", "AUTHORIZE", { code: "USER_CANCELLED" }]],
    },
  },
  {
    file: "more",
    name: "appleCancelled",
    steps: [["hear", "onApplePayAvailable"], ["press", "apple-pay-button"], ["hear", "onFailed"]],
  },
  {
    file: "more",
    name: "payPalCancelled",
    steps: [["hear", "onPaypalAvailable"], ["press", "#checkout button"], ["hear", "onFailed"]],
  },
  {
    file: "more",
    name: "walletGateRefuses",
    steps: [["hear", "onGooglePayAvailable"], ["press", "#checkout button"], ["hear", "onFailed"]],
  },
  { file: "others", name: "hostedPageGate", steps: [["press", "#checkout button"], ["hear", "onFailed"]] },
];
