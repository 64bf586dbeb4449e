/** What each event and each outcome of a card payment does in the app. */
import { beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { DEFAULT_PLAN } from "../../../../server/wire/billing/plans.ts";
import { type CreateNoUser, type Instrument, NO_ADDRESS } from "../../../../server/wire/billing/purchase.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import type { Outcome, PaymentEvents } from "../../../lib/checkout_sdk.ts";
import type { PurchasePorts } from "../purchase/purchase.ts";
import { failureText, NOT_ASKED } from "../purchase/purchase_texts.ts";
import { dispatchOutcome, eventsOf, type PaidInput } from "./card_outcomes.ts";
import { attemptSlot } from "./pending_payment.ts";

const SHOWN = shownFigures(DEFAULT_PLAN, Date.parse("2026-11-21T10:00:00Z"));
const CONSENT = { plan_id: DEFAULT_PLAN.id, text: "I agree", text_version: "1", locale: "en", shown: SHOWN };
const SESSION = { version: "2.0", data: "e30=", cardType: "visa" };
const ATTEMPT = { planId: DEFAULT_PLAN.id, ...SESSION };
const DECLINED = { type: "failed", code: "UNKNOWN_ERROR", message: "No" } as const;
const CARD_ERROR = failureText({ code: "UNKNOWN_ERROR" });

function open({ isConsented = true, agrees = true } = {}) {
  const log: string[] = [];
  const note = (name: string) => (detail?: unknown) => void log.push(detail === undefined ? name : `${name} ${detail}`);
  const ports: PurchasePorts = {
    dispatch: (event) =>
      log.push(event.type === "consent_missing" ? `consent first: ${event.isConsentFirst}` : event.type),
    track: {
      cardSubmit: note("card-submit"),
      modalPaymentSubmit: note("modal-payment-submit"),
      purchase: ({ cardType }) => log.push(`purchase by ${cardType}`),
      purchaseError: note("purchase-error"),
    },
    agree: () => agrees ? Promise.resolve() : Promise.reject(new Error("no answer")),
    create: ({ instrument }) => {
      log.push(`create ${instrument?.executionId} ${instrument?.paymentInstrumentId}`);
      return Promise.resolve({ id: "s1", subscription_id: "s1", error: "" });
    },
    wait: () => Promise.resolve(),
    isAdTrackerOn: () => false,
    storePending: (pending) => log.push(pending === undefined ? "forget" : `keep ${pending.cardType}`),
    remember: ({ subscriptionId }) => log.push(`remember ${subscriptionId}`),
    goToOffers: note("offers"),
  };
  const input: PaidInput = {
    plan: DEFAULT_PLAN,
    ports,
    dispatch: ({ type, ...rest }) => log.push(["screen", type, ...Object.values(rest)].join(" ")),
    submission: () => ({ isConsented, consent: CONSENT }),
    createBody,
  };
  return { log, input, events: eventsOf({ current: input }, () => SESSION) };
}

function createBody(instrument: Instrument): CreateNoUser {
  return { plan_id: DEFAULT_PLAN.id, email: "ana@example.com", attribution: {}, address: NO_ADDRESS, instrument };
}

/** An execution with these statuses. */
function executionWith(...codes: readonly string[]) {
  const links = { self: "", execution: "" };
  return {
    id: "e1",
    status: codes.map((code) => ({ code, time: "" })),
    paymentInstrumentId: "i1",
    links,
  } as unknown as NonNullable<Extract<Outcome, { type: "pending" }>["execution"]>;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a card payment", () => {
  beforeEach(() => attemptSlot.clear());

  const press = ({ onButtonClicked }: PaymentEvents) => onButtonClicked?.("AUTHORIZE", { bin: "42424242" });

  it("keeps its session from the press of Pay, with the network of the card", async () => {
    const { log, events } = open();
    assertEquals(await press(events), true);
    assertEquals(attemptSlot.read(), ATTEMPT);
    assertEquals(log, ["submitted", `card-submit ${DEFAULT_PLAN.id}`, `modal-payment-submit ${DEFAULT_PLAN.id}`]);
  });

  it("does not begin when the consent is not stored, and its failure is not reported twice", async () => {
    const { log, events } = open({ agrees: false });
    assertEquals([await press(events), attemptSlot.read()], [false, null]);
    const told = log.length;
    events.onFailed?.("AUTHORIZE", DECLINED);
    assertEquals(log.length, told);
    events.onFailed?.("AUTHORIZE", DECLINED);
    assertEquals(log.slice(told), ["declined", `purchase-error ${CARD_ERROR}`]);
  });

  it("asks for a missing consent beside the errors of the card, but not for one that is given", () => {
    const logOf = (isConsented: boolean, isValid: boolean) => {
      const { log, events } = open({ isConsented });
      events.onValidate?.({ isValid, fieldErrors: {} });
      return log;
    };
    assertEquals(logOf(false, false), ["consent first: false"]);
    assertEquals([logOf(false, true), logOf(true, false), logOf(true, true)], [[], [], []]);
  });

  const bought = [
    "authorized",
    "keep visa",
    "create e1 i1",
    "purchase by visa",
    "remember s1",
    "forget",
    "purchased",
    "offers",
  ];
  const undecided = ["screen bank_undecided"];
  const asked = executionWith("created", "authorizeRequested");
  const free = [`screen nothing_under_way ${NOT_ASKED}`, `purchase-error ${NOT_ASKED}`];
  const rows: readonly (readonly [string, Outcome, readonly string[], boolean])[] = [
    ["an approval creates the purchase", { type: "success", execution: asked }, bought, false],
    ["a decline says so", DECLINED, ["declined", `purchase-error ${CARD_ERROR}`], false],
    ["an open result stays open", { type: "pending", reason: "unconfirmed", execution: asked }, undecided, true],
    ["a closed challenge can be opened again", { type: "pending", reason: "challenge_closed", execution: asked }, [
      "screen check_left",
    ], true],
    ["a missing answer proves nothing", { type: "pending", reason: "unconfirmed" }, undecided, true],
    [
      "a payment that never reached the acquirer frees the form",
      { type: "pending", reason: "unconfirmed", execution: executionWith("created") },
      free,
      false,
    ],
  ];
  for (const [title, outcome, expected, isKept] of rows) {
    it(`${title}, at once and after a reload`, async () => {
      const [now, later] = [open(), open()];
      attemptSlot.write(ATTEMPT);
      dispatchOutcome(later.input, outcome);
      await settled();
      assertEquals([later.log, attemptSlot.read()], [[...expected], isKept ? ATTEMPT : null]);
      attemptSlot.write(ATTEMPT);
      tell(now.events, outcome);
      await settled();
      assertEquals([now.log, attemptSlot.read()], [[...expected], isKept ? ATTEMPT : null]);
    });
  }

  it("stays an attempt that a reload finds when its purchase cannot be written down", () => {
    const { input, log } = open();
    const broken: PaidInput = {
      ...input,
      createBody: () => {
        throw new TypeError("URL.canParse is not a function");
      },
    };
    const approved: Outcome = { type: "success", execution: executionWith("created", "authorizeRequested") };
    for (
      const run of [
        () => dispatchOutcome(broken, approved),
        () => tell(eventsOf({ current: broken }, () => SESSION), approved),
      ]
    ) {
      attemptSlot.write(ATTEMPT);
      assertThrows(run, TypeError);
      assertEquals([attemptSlot.read(), log], [ATTEMPT, []]);
    }
  });

  it("that was never started frees the form", () => {
    const { log, input } = open();
    attemptSlot.write(ATTEMPT);
    dispatchOutcome(input, { type: "not_started", reason: "no_execution" });
    assertEquals([log, attemptSlot.read()], [free, null]);
  });
});

/** The same outcome, as the SDK's callbacks report it. */
function tell({ onSuccess, onPending, onFailed }: PaymentEvents, outcome: Outcome): void {
  const ids = { executionId: "e1", paymentMethodCode: "card", paymentInstrumentId: "i1" };
  if (outcome.type === "success") onSuccess?.("AUTHORIZE", { ...ids, execution: outcome.execution });
  if (outcome.type === "pending") onPending?.("AUTHORIZE", { ...ids, ...outcome });
  if (outcome.type === "failed") onFailed?.("AUTHORIZE", outcome);
}
