/** What the payment screen says in each phase, and where each of its buttons leads. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show, type Shown } from "../../../../tests/support/app/component.ts";
import { PURCHASE_START, type PurchaseState } from "../purchase/purchase_state.ts";
import { CHALLENGE_LEFT_TEXT, UNCONFIRMED_HELP, WAITING_TEXT } from "../purchase/purchase_texts.ts";
import { OtherWays, PaymentError, PaymentMessages } from "./PaymentMessages.tsx";
import type { CardPayment } from "./use_card_payment.ts";

interface Said {
  readonly shown: Shown;
  /** Calls of the payment, in order. */
  readonly called: string[];
  readonly goOn: (state: Partial<PurchaseState>) => Promise<void>;
}

/** Renders a state, runs the test and closes. */
async function inState(
  state: Partial<PurchaseState>,
  test: (said: Said) => void | Promise<void>,
  canRepeat = false,
): Promise<void> {
  const called: string[] = [];
  const note = (name: string) => () => void called.push(name);
  const payment: CardPayment = {
    form: { current: null },
    button: { current: null },
    load: { kind: "ready" },
    restart: note("restart"),
    askForAnotherCard: note("askForAnotherCard"),
    resume: note("resume"),
    openChallenge: note("openChallenge"),
    retryCreate: note("retryCreate"),
  };
  const apple = { isReady: false, press: () => {}, repeat: canRepeat ? note("repeat") : undefined };
  const part = (more: Partial<PurchaseState>) => (
    <PaymentMessages state={{ ...PURCHASE_START, ...more }} payment={payment} apple={apple} />
  );
  const shown = await show(part(state));
  await test({ shown, called, goOn: (more) => shown.render(part(more)) });
  await shown.close();
}

describe("messages of the payment screen", () => {
  it("are absent while all is well; the error of a try is above the card and has the focus", async () => {
    for (const phase of ["ready", "paying"] as const) {
      await inState({ phase, error: "Your bank declined." }, ({ shown }) => assertEquals(shown.text(), ""));
    }
    const shown = await show(<PaymentError error="" otherWays="Another" />);
    assertEquals(shown.text(), "");
    await shown.render(<PaymentError error="Your bank declined." otherWays="Another" />);
    assertEquals(shown.text(), "Your bank declined. Another");
    assertEquals(document.activeElement === shown.at("payment-error").parentElement, true);
    await shown.close();
  });

  it("offer another card once the bank refused this one, and the other method where there is one", async () => {
    const called: string[] = [];
    const ways = (more: Partial<Parameters<typeof OtherWays>[0]>) => (
      <OtherWays
        method="card"
        isCardRefused={false}
        isApplePossible={false}
        onChoose={(method) => called.push(method)}
        onAnotherCard={() => called.push("another card")}
        {...more}
      />
    );
    const shown = await show(ways({}));
    assertEquals(shown.text(), "");
    await shown.render(ways({ isCardRefused: true }));
    assertEquals(shown.text(), "Use another card");
    await shown.press("another-card");
    await shown.render(ways({ isCardRefused: true, isApplePossible: true }));
    await shown.press(shown.named("Pay with Apple Pay instead"));
    await shown.render(ways({ method: "apple", isApplePossible: true }));
    assertEquals(shown.text(), "Pay with a card instead");
    await shown.press(shown.named("Pay with a card instead"));
    assertEquals(called, ["another card", "apple", "card"]);
    await shown.close();
  });

  it("say after the approval what happens, or how often it was tried", async () => {
    for (const phase of ["confirming", "done"] as const) {
      await inState(
        { phase },
        ({ shown }) => assertEquals(shown.text(), "Payment approved. One moment… We're setting up your plan."),
      );
      await inState(
        { phase, progress: "Trying again." },
        ({ shown }) => assertEquals(shown.text(), "Payment approved. One moment… Trying again."),
      );
    }
  });

  it("of an approved payment without a plan repeat the create call; only a refusal offers to start over", async () => {
    await inState({ phase: "unconfirmed", error: "No answer.", help: UNCONFIRMED_HELP }, async ({ shown, called }) => {
      assertEquals(shown.text(), `No answer. ${UNCONFIRMED_HELP} Try again`);
      await shown.press("retry-create");
      assertEquals(called, ["retryCreate"]);
    });
    const refused = { phase: "unconfirmed", error: "Refused.", help: "Call us.", mayStartOver: true } as const;
    await inState(refused, async ({ shown, called }) => {
      assertEquals(shown.text(), "Refused. Call us. Try again Restart payment");
      await shown.press(shown.named("Restart payment"));
      assertEquals(called, ["restart"]);
    });
  });

  it("of an Apple payment without a plan repeat Apple's call", () =>
    inState({ phase: "unconfirmed", error: "No answer.", help: UNCONFIRMED_HELP }, async ({ shown, called }) => {
      await shown.press("retry-create");
      assertEquals(called, ["repeat"]);
    }, true));

  it("of an abandoned challenge lead back to it, or ask the bank", () =>
    inState({ phase: "check_left" }, async ({ shown, called }) => {
      assertEquals(
        shown.text(),
        `Your bank's verification isn't finished ${CHALLENGE_LEFT_TEXT} Continue verification Check again`,
      );
      assertEquals(shown.has("payment-check-left"), true);
      await shown.press("open-check");
      await shown.press("ask-bank");
      assertEquals(called, ["openChallenge", "resume"]);
    }));

  it("have the focus once the pressed button is gone", async () => {
    const ways = [
      ["ask-bank", { phase: "waiting" }, { phase: "waiting", progress: "Asking your bank." }],
      ["retry-create", { phase: "unconfirmed", error: "No answer." }, { phase: "confirming" }],
    ] as const;
    for (const [button, before, after] of ways) {
      await inState(before, async ({ shown, goOn }) => {
        await shown.focus(button);
        await shown.press(button);
        await goOn(after);
        assertEquals([shown.has(button), document.activeElement?.textContent === shown.all("div")[0]?.textContent], [
          false,
          true,
        ]);
      });
    }
  });

  it("of an undecided payment say what is happening, and then let the shopper ask again", async () => {
    await inState({ phase: "waiting", progress: "Asking your bank." }, ({ shown }) => {
      assertEquals(shown.text(), "One moment Asking your bank.");
      assertEquals([shown.has("payment-resuming"), shown.has("ask-bank")], [true, false]);
    });
    await inState({ phase: "waiting" }, async ({ shown, called }) => {
      assertEquals(shown.text(), `Waiting for your bank's decision ${WAITING_TEXT} Check again`);
      assertEquals(shown.has("payment-waiting"), true);
      await shown.press("ask-bank");
      assertEquals(called, ["resume"]);
    });
  });
});
