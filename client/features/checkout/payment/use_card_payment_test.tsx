/**
 * A card form from its session to its outcome: a failed load, a reload while the bank decides, and a payment left open.
 */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { heldCall, reportedErrors, show, type Shown } from "../../../../tests/support/app/component.ts";
import { DEFAULT_PLAN as PLAN, PLANS } from "../../../../server/wire/billing/plans.ts";
import { type CreateNoUser, type Instrument, NO_ADDRESS } from "../../../../server/wire/billing/purchase.ts";
import { shownFigures } from "../../../../server/wire/billing/schedule.ts";
import { NetworkError } from "../../../api/http.ts";
import { ChunkLoadError } from "../../../lib/load_chunk.ts";
import {
  type CardCheckout,
  type CardCheckoutOptions,
  formOptions,
  type InitResponse,
  type Outcome,
} from "../../../lib/checkout_sdk.ts";
import { payLabel } from "../plans/price_lines.ts";
import { CHALLENGE_OPEN_TEXT, RESUMING_TEXT } from "../purchase/purchase_texts.ts";
import { attemptSlot, storePending } from "./pending_payment.ts";
import { type CardPaymentInput, useCardPayment } from "./use_card_payment.ts";

const SESSION = { version: "5", data: "e30=" };
const ATTEMPT = { planId: PLAN.id, ...SESSION };
const OPEN = { type: "pending", reason: "unconfirmed" } as const;
const RESUMED = `payment_resumed ${RESUMING_TEXT}`;

interface Fixture {
  readonly log: string[];
  readonly mounted: CardCheckoutOptions[];
  readonly resumed: Parameters<CardCheckout["resume"]>[0][];
  readonly signals: (AbortSignal | undefined)[];
  readonly input: CardPaymentInput;
  session: () => Promise<InitResponse>;
  mount: (options: CardCheckoutOptions) => Promise<CardCheckout>;
  outcome: () => Promise<Outcome>;
  show(): Promise<Shown>;
}

function openFixture(): Fixture {
  const log: string[] = [];
  const mounted: CardCheckoutOptions[] = [];
  const resumed: Fixture["resumed"] = [];
  const fixture: Fixture = {
    log,
    mounted,
    resumed,
    signals: [],
    session: () => Promise.resolve(SESSION),
    mount: (options) => {
      mounted.push(options);
      return Promise.resolve({
        resume: (how) => {
          resumed.push(how);
          return fixture.outcome();
        },
        cardType: () => "visa",
        askForAnotherCard: () => void log.push("another card"),
        destroy: () => void log.push("destroyed"),
      });
    },
    outcome: () => Promise.resolve(OPEN),
    input: {
      plan: PLAN,
      isProduction: true,
      ports: {
        dispatch: ({ type }) => log.push(`purchase ${type}`),
        track: {
          cardSubmit: () => {},
          modalPaymentSubmit: () => {},
          purchase: () => {},
          purchaseError: () => {},
        },
        agree: () => Promise.resolve(),
        create: ({ instrument }) => {
          log.push(`create ${instrument?.executionId}`);
          return Promise.resolve({ error: "The card was declined" });
        },
        wait: () => Promise.resolve(),
        isAdTrackerOn: () => false,
        storePending: (pending) => log.push(pending === undefined ? "forget" : "keep"),
        remember: () => {},
        goToOffers: () => {},
      },
      dispatch: ({ type, ...rest }) => log.push([type, ...Object.values(rest)].join(" ")),
      submission: () => ({
        isConsented: true,
        consent: {
          plan_id: PLAN.id,
          text: "I agree",
          text_version: "1",
          locale: "en",
          shown: shownFigures(PLAN, Date.parse("2026-11-21T10:00:00Z")),
        },
      }),
      createBody,
      openSession: (planId, options) => {
        log.push(`open ${planId}`);
        fixture.signals.push(options?.signal);
        return fixture.session();
      },
    },
    show: () => show(<Form fixture={fixture} />),
  };
  return fixture;
}

function createBody(instrument: Instrument): CreateNoUser {
  return { plan_id: PLAN.id, email: "ana@example.com", attribution: {}, address: NO_ADDRESS, instrument };
}

function Form({ fixture: { input, mount } }: { readonly fixture: Pick<Fixture, "input" | "mount"> }) {
  const { load, form, button, restart, askForAnotherCard, resume, openChallenge, retryCreate } = useCardPayment(
    input,
    mount,
  );
  return (
    <div>
      <p>{load.kind === "failed" ? `${load.text}${load.needsReload ? " Reload." : ""}` : load.kind}</p>
      <div ref={form} id="form" />
      <div ref={button} id="button" />
      <button type="button" onClick={restart}>Try again</button>
      <button type="button" onClick={askForAnotherCard}>Another card</button>
      <button type="button" onClick={resume}>Ask</button>
      <button type="button" onClick={openChallenge}>Open</button>
      <button type="button" onClick={retryCreate}>Create</button>
    </div>
  );
}

describe("a card form", () => {
  const forget = () => {
    attemptSlot.clear();
    storePending(undefined);
  };
  beforeEach(forget);
  afterEach(forget);
  const open = `open ${PLAN.id}`;

  it("opens for the plan with its price, renews its session, and ends with the screen", async () => {
    const fixture = openFixture();
    const shown = await fixture.show();
    const [options] = fixture.mounted;
    assertEquals(shown.all("p").map((line) => line.textContent), ["ready"]);
    assertEquals([options?.session, options?.payLabel], [SESSION, payLabel(PLAN)]);
    assertEquals([options?.isProduction, options?.isInterrupted], [true, false]);
    assertEquals([options?.form.id, options?.button.id], ["form", "button"]);
    options?.onCardChanged();
    assertEquals(fixture.log.at(-1), "card_changed");
    const next = { version: "6", data: "bmV3" };
    fixture.session = () => Promise.resolve(next);
    const press = () => options?.events.onButtonClicked?.("AUTHORIZE", { bin: "" });
    assertEquals(await options?.onSessionExpired(), next);
    assertEquals(await press(), true);
    assertEquals(attemptSlot.read(), { planId: PLAN.id, ...SESSION, cardType: "visa" }, "the SDK has not taken it");
    options?.onSessionTaken();
    assertEquals(attemptSlot.read(), { planId: PLAN.id, ...next, cardType: "visa" }, "during the payment");
    attemptSlot.write({ ...ATTEMPT, planId: "another" });
    options?.onSessionTaken();
    assertEquals(attemptSlot.read(), { ...ATTEMPT, planId: "another" });
    assertEquals(await press(), true);
    assertEquals(attemptSlot.read(), { planId: PLAN.id, ...next, cardType: "visa" });
    assertEquals([fixture.log.filter((line) => line === open).length, fixture.signals[0]?.aborted], [2, false]);
    await shown.close();
    assertEquals([fixture.log.at(-1), fixture.signals[0]?.aborted], ["destroyed", true]);
  });

  it("is emptied for another card in the same session", async () => {
    const fixture = openFixture();
    const shown = await fixture.show();
    await shown.press(shown.named("Another card"));
    assertEquals(fixture.log, [open, "another card"]);
    await shown.close();
  });

  it("that did not load is opened again with a new session, and nothing of the previous payment stays", async () => {
    const fixture = openFixture();
    fixture.session = () => Promise.reject(new NetworkError("No answer from the server"));
    const shown = await fixture.show();
    const text =
      "We couldn't load the card form because our server didn't respond. You haven't been charged. Try again.";
    assertEquals(shown.all("p")[0]?.textContent, text);
    attemptSlot.write({ ...ATTEMPT, planId: "another" });
    await shown.press(shown.named("Try again"));
    assertEquals(attemptSlot.read(), null);
    assertEquals(fixture.log, [open, "forget", "started_over", open]);
    await shown.press(shown.named("Ask"));
    assertEquals(fixture.log.slice(4), [open]);
    await shown.close();
  });

  it("W-SENTRY-04: that fails by itself blames no server, and the failure is reported", async () => {
    const fixture = openFixture();
    const failure = new Error("no frame");
    fixture.mount = () => Promise.reject(failure);
    const reported = await reportedErrors(async () => {
      const shown = await fixture.show();
      const text = "We couldn't load the card form. You haven't been charged. Try again.";
      assertEquals(shown.all("p")[0]?.textContent, text);
      await shown.close();
    });
    assertEquals(reported, [failure]);
    const later = new Error("the frame did not answer");
    const form = formOptions({ onChange: () => {} });
    assertEquals(await reportedErrors(async () => void await form.events?.onError?.(later)), [later]);
  });

  it("of which a part is missing needs a reload", async () => {
    const fixture = openFixture();
    fixture.mount = () => Promise.reject(new ChunkLoadError("A part of the app did not load"));
    const shown = await fixture.show();
    assertEquals(shown.all("p")[0]?.textContent?.endsWith(" Reload."), true);
    assertEquals(fixture.log, [open]);
    await shown.close();
  });

  it("after a reload during a payment asks for its outcome in the same session, and again when asked to", async () => {
    attemptSlot.write(ATTEMPT);
    const fixture = openFixture();
    const shown = await fixture.show();
    assertEquals([fixture.mounted[0]?.isInterrupted, fixture.mounted[0]?.session], [true, ATTEMPT]);
    assertEquals([fixture.log, fixture.resumed], [[RESUMED, RESUMED, "bank_undecided"], [undefined]]);
    await shown.press(shown.named("Ask"));
    assertEquals([fixture.log.slice(3), fixture.resumed.slice(1)], [[RESUMED, "bank_undecided"], [undefined]]);
    const failure = new Error("no answer");
    fixture.outcome = () => Promise.reject(failure);
    const reported = await reportedErrors(() => shown.press(shown.named("Open")));
    assertEquals(reported, [failure]);
    assertEquals(fixture.log.slice(5), [`payment_resumed ${CHALLENGE_OPEN_TEXT}`, "bank_undecided"]);
    assertEquals(fixture.resumed.slice(2), [{ openChallenge: true }]);
    await shown.close();
  });

  it("with the payment of another plan begins again; one that does not load leaves the payment open", async () => {
    attemptSlot.write({ ...ATTEMPT, planId: "another" });
    const fixture = openFixture();
    await (await fixture.show()).close();
    assertEquals([fixture.log, fixture.mounted[0]?.isInterrupted], [[open, "destroyed"], false]);
    attemptSlot.write(ATTEMPT);
    const broken = openFixture();
    broken.mount = () => Promise.reject(new ChunkLoadError("no frame"));
    await (await broken.show()).close();
    assertEquals(broken.log, [RESUMED, "bank_undecided"]);
  });

  it("opened again drops what the previous form still waited for: its session, its failure and its payment", async () => {
    const fixture = openFixture();
    const sessions = [heldCall<InitResponse>(), heldCall<InitResponse>(), heldCall<InitResponse>()] as const;
    fixture.session = () => sessions[fixture.signals.length - 1]?.promise ?? Promise.reject(new Error("no session"));
    const shown = await fixture.show();
    await shown.press(shown.named("Try again"));
    const [, other] = PLANS.filter(({ id }) => id !== PLAN.id);
    assert(other !== undefined);
    await shown.render(<Form fixture={{ ...fixture, input: { ...fixture.input, plan: other } }} />);
    assertEquals(fixture.log, [open, "forget", "started_over", open, `open ${other.id}`]);
    await shown.change(() => {
      sessions[0].answer(SESSION);
      sessions[1].fail(new Error("too late"));
    });
    assertEquals([shown.all("p")[0]?.textContent, fixture.mounted.length], ["loading", 0]);
    await shown.change(() => sessions[2].answer(SESSION));
    await shown.settle();
    assertEquals([shown.all("p")[0]?.textContent, fixture.mounted.length], ["ready", 1]);
    await shown.press(shown.named("Try again"));
    await shown.press(shown.named("Ask"));
    assertEquals([fixture.signals.length, fixture.resumed], [5, []]);
    await shown.close();
  });

  it("that is left while it opens or asks is destroyed, and its outcome is reported to no screen", async () => {
    const [late, later, last] = [openFixture(), openFixture(), openFixture()];
    const session = heldCall<typeof SESSION>();
    late.session = () => session.promise;
    await (await late.show()).close();
    session.answer(SESSION);
    const gate = heldCall<void>();
    const { mount } = later;
    later.mount = async (options) => {
      await gate.promise;
      return await mount(options);
    };
    await (await later.show()).close();
    gate.answer();
    attemptSlot.write(ATTEMPT);
    const outcome = heldCall<Outcome>();
    last.outcome = () => outcome.promise;
    const shown = await last.show();
    await shown.close();
    outcome.answer(OPEN);
    await new Promise((resolve) => setTimeout(resolve, 0));
    assertEquals([late.log, late.mounted.length], [[open], 0]);
    assertEquals([later.log, later.mounted.length], [[open, "destroyed"], 1]);
    assertEquals(last.log, [RESUMED, RESUMED, "destroyed"]);
  });

  it("stays closed while an approved payment waits for its purchase, which can be requested again", async () => {
    storePending({ body: createBody({ executionId: "e1", paymentInstrumentId: "i1" }), planId: PLAN.id });
    const fixture = openFixture();
    const shown = await fixture.show();
    assertEquals([shown.all("p")[0]?.textContent, fixture.mounted], ["ready", []]);
    const asked = ["purchase authorized", "keep", "create e1", "purchase create_failed"];
    assertEquals(fixture.log, asked);
    await shown.press(shown.named("Create"));
    assertEquals(fixture.log, [...asked, ...asked]);
    await shown.close();
  });
});
