/** The parts of plan and charges, step by step: what each press shows, sends and leaves unchanged. */
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { heldCall, openStory, show, type Shown as ShownPart } from "../../../tests/support/app/component.ts";
import type { WithdrawAnswer } from "../../../server/wire/billing/cancellation.ts";
import type { Shown } from "../../../server/wire/billing/purchase.ts";
import type { CardChanged, CardOfPlan, Charge, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { CardOnFile } from "./card/CardOnFile.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { CancelButton } from "./CancelButton.tsx";
import { ChargeCalendar } from "./ChargeCalendar.tsx";
import { EmailRequest } from "./EmailRequest.tsx";
import { CancelledPlan, DisputedPlan } from "./plan_changes/CancelledPlan.tsx";
import { PlanChanges } from "./plan_changes/PlanChanges.tsx";
import { UnpaidChange } from "./plan_changes/UnpaidChange.tsx";
import { CancelLead, CancelledReceipt, CancelNow, PlanSummary } from "./PlanToCancel.tsx";
import { Receipts } from "./Receipts.tsx";
import { RestartPlan } from "./RestartPlan.tsx";
import { SubscriptionCard } from "./SubscriptionCard.tsx";

const AT = "2037-01-31T10:00:00.000Z";
const UNTIL = "2037-02-09T10:00:00.000Z";

const charge = (id: string, more: Partial<Charge> = {}): Charge => ({
  id,
  plan_id: "tck_weekly_3dtrial",
  name: "Weekly plan with a 3-day trial",
  kind: "first",
  cents: 100,
  currency: "USD",
  state: "succeeded",
  at: AT,
  error: "",
  ...more,
});
const back = (cents: number) => ({ withdrawal: { cents, until: UNTIL } });
const CHARGES: readonly Charge[] = [
  charge("TC-5", {
    receipt: "TC-2027-000005",
    kind: "addon",
    plan_id: "tck_guide_otp",
    name: "Guide",
    cents: 499,
    ...back(499),
  }),
  charge("TC-4", { receipt: "TC-2027-000004", kind: "renewal", cents: 1999, ...back(1999) }),
  charge("TC-3", { receipt: "TC-2027-000003", ...back(100) }),
  charge("TC-2", { state: "failed", error: "The bank declined it." }),
  charge("TC-1", { state: "refunded", withdrawal: null, refund: { id: "r1", cents: 100, at: AT, is_sent: true } }),
];
const SUBSCRIPTION: Subscription = {
  id: "s1",
  subscription_id: "s1",
  plan_id: "tck_weekly_3dtrial",
  status: "active",
  email: "ana@example.com",
  user_id: "",
  started_at: AT,
  current_period_end: UNTIL,
  next_charge: { at: UNTIL, cents: 1999 },
  products: [{ plan_id: "tck_pdf_report_otp", bought_at: AT, cents: 1999, until: "2037-01-31" }],
  credits: 7,
  error: "",
};
const FIGURES: Shown = { today_cents: 0, next_cents: 1999, next_at: "2027-03-09", every: "7d" };

/** What a screen reader reads after a press. */
const focused = () => document.activeElement === document.body ? "lost" : document.activeElement?.textContent ?? "lost";

describe("receipts", () => {
  const open = async (status: Subscription["status"] = "active") => {
    const calls: string[] = [];
    let held = heldCall<WithdrawAnswer>();
    const shown = await show(
      <Receipts
        charges={CHARGES}
        status={status}
        withdraw={(id) => {
          calls.push(id);
          return held.promise;
        }}
        onWithdrawn={() => calls.push("withdrawn")}
        savePdf={({ id }) => {
          calls.push(`pdf ${id}`);
          return Promise.resolve();
        }}
      />,
    );
    const buttons = shown.all("[data-testid=withdraw]");
    const next = () => held = heldCall<WithdrawAnswer>();
    return { shown, calls, buttons, next, held: () => held };
  };

  it("T6: a product is withdrawn from in two steps; a failure changes nothing", async () => {
    const { shown, calls, buttons, next, held } = await open();
    const story = openStory(shown);
    story.add("all charges");
    assertEquals(buttons.length, 3);
    await shown.press(buttons[0] ?? "none");
    story.add("the product was pressed");
    await shown.press(shown.named("Keep it"));
    assertEquals(focused(), "Withdraw from contract here");
    await shown.press("withdraw");
    await shown.press("withdraw-confirm");
    story.add("withdrawing");
    held().fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    next();
    await shown.press("withdraw-confirm");
    held().fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("failed");
    next();
    await shown.press("withdraw-confirm");
    story.add("withdrawing again");
    held().answer({ at: AT, refund_cents: 499, refunds: [], is_plan_over: false, error: "" });
    await shown.settle();
    story.add("booked");
    assertEquals(calls, ["TC-5", "TC-5", "TC-5", "withdrawn"]);
    await story.compare("receipts");
  });

  it("are saved as PDF, each by its own button; a declined charge has no receipt", async () => {
    const { shown, calls } = await open();
    assertEquals(shown.all("[data-testid=receipt-pdf]").length, 3);
    await shown.press(shown.all("[data-testid=receipt-pdf]")[1] ?? "none");
    assertEquals(calls, ["pdf TC-4"]);
    assert(!shown.text().includes("TC-2."), shown.text());
  });

  it("T6: withdrawing from the plan says that all of its charges go back and that it ends at once", async () => {
    const { shown, buttons } = await open();
    await shown.press(buttons[1] ?? "none");
    const story = openStory(shown);
    story.add("a charge of the plan was pressed");
    await story.compare("receipts_plan");
  });

  for (const status of ["cancelled", "ended"] as const) {
    it(`T6: no plan is said to continue that is ${status}`, async () => {
      const { shown, buttons } = await open(status);
      await shown.press(buttons[0] ?? "none");
      assertMatch(shown.text(), /You'll lose access to this purchase\./);
      assert(!shown.text().includes("plan continues"), shown.text());
      await shown.press(buttons[1] ?? "none");
      assertEquals(shown.text().includes("Your plan ends immediately."), status === "cancelled");
    });
  }
});

describe("the card", () => {
  const CARD: CardOfPlan = {
    card: { name: "Visa •••• 3155", network: "visa", last_four: "3155", expiry_month: "3", expiry_year: "2030" },
    label: "",
    may_change: true,
    open_renewal: null,
  };
  const open = async (card = CARD, save: () => Promise<string | undefined> = () => Promise.resolve("pi_new")) => {
    const calls: string[] = [];
    const shown = await show(
      <CardOnFile
        card={card}
        next="$19.99 on Nov 25, 2026"
        open={() => Promise.resolve({ save, destroy: () => calls.push("closed") })}
        change={(id) => {
          calls.push(`change ${id}`);
          return Promise.resolve({
            ...CARD,
            error: "",
            card: {
              ...CARD.card,
              name: "Visa •••• 4242",
              network: "visa",
              last_four: "4242",
              expiry_month: "12",
              expiry_year: "2039",
            },
          });
        }}
      />,
    );
    return { shown, calls };
  };

  it("shows its last four digits and expiry; another card is entered in place and named with the next charge", async () => {
    const { shown, calls } = await open();
    assertMatch(shown.text(), /Visa •••• 3155.*Expires 03\/30/);
    await shown.press("card-update");
    assertEquals(document.activeElement?.getAttribute("data-testid"), "card-form");
    assertMatch(
      shown.text(),
      /Your next charge, \$19\.99 on Nov 25, 2026, will go to this card\. Nothing is charged today/,
    );
    await shown.press("card-save");
    assertEquals(calls, ["change pi_new", "closed"]);
    assertMatch(shown.text(), /Visa •••• 4242.*Expires 12\/39.*Card updated/);
    assertMatch(focused(), /^Your next charge, .* goes to this card/);
  });

  it("stays when a field is not valid, when the call fails, and when the form is closed", async () => {
    let answer: () => Promise<string | undefined> = () => Promise.resolve(undefined);
    const { shown, calls } = await open(CARD, () => answer());
    await shown.press("card-update");
    await shown.press("card-save");
    assertEquals([calls, shown.all("[data-testid=card-form]").length], [[], 1]);
    answer = () => Promise.reject(new NetworkError("down"));
    await shown.press("card-save");
    assertMatch(shown.text(), /Try again\. Nothing is charged today/);
    await shown.press(shown.named("Keep current card"));
    assertEquals([calls, focused()], [["closed"], "Update"]);
    assertMatch(shown.text(), /Visa •••• 3155/);
  });

  it("cannot be changed without a next charge; a wallet is named, and a removed card says so", async () => {
    const { shown } = await open({ card: null, label: "Mastercard 1234", may_change: false, open_renewal: null });
    assertMatch(shown.text(), /Mastercard 1234/);
    assertEquals(shown.all("[data-testid=card-update]").length, 0);
    assertMatch(
      (await open({ card: null, label: "", may_change: true, open_renewal: null })).shown.text(),
      /No card on file/,
    );
  });
});

describe("a declined renewal", () => {
  const DUE: CardOfPlan = {
    card: null,
    label: "",
    may_change: true,
    open_renewal: { plan_id: "tck_weekly_3dtrial", cents: 1999 },
  };
  const PAID: CardChanged = { ...DUE, open_renewal: null, error: "" };
  const open = async (answers: (() => Promise<CardChanged>)[], openings: (() => void)[] = []) => {
    const calls: string[] = [];
    let typed = () => {};
    const shown = await show(
      <CardOnFile
        card={DUE}
        next=""
        open={async ({ onCardChanged }) => {
          typed = onCardChanged;
          await openings.shift()?.();
          return {
            save: () => {
              calls.push("save");
              return Promise.resolve(`pi_${calls.length === 1 ? "new" : calls.length}`);
            },
            destroy: () => {},
          };
        }}
        change={(id) => {
          calls.push(`change ${id}`);
          return answers.shift()?.() ?? Promise.reject(new Error("no answer left"));
        }}
        onPaid={() => calls.push("paid")}
      />,
    );
    await shown.press("card-update");
    return { shown, calls, type: () => typed() };
  };

  it("names the amount on both buttons, and says that it is paid and that the dates stay", async () => {
    const { shown, calls } = await open([() => Promise.resolve(PAID)]);
    assertMatch(shown.text(), /We.ll charge \$19\.99 to this card now.*dates stay the same/);
    assertEquals(shown.named("Pay $19.99").getAttribute("data-testid"), "card-save");
    await shown.press("card-save");
    assertMatch(shown.text(), /You paid \$19\.99.*Your plan continues/);
    assertEquals(shown.all("[data-testid=card-changed]").length, 0);
    assertEquals(calls, ["save", "change pi_new", "paid"]);
  });

  it("a declined card leaves the form open with the bank's answer, and the next press takes the card again", async () => {
    const { shown, calls } = await open([
      () => Promise.resolve({ ...DUE, error: "Declined.", code: "declined" }),
      () => Promise.resolve(PAID),
    ]);
    await shown.press("card-save");
    assertMatch(shown.text(), /Declined\./);
    await shown.press("card-save");
    assertMatch(shown.text(), /You paid/);
    assertEquals(calls, ["save", "change pi_new", "save", "change pi_3", "paid"]);
  });

  it("a lost answer is asked for again with the same stored card", async () => {
    const { shown, calls } = await open([
      () => Promise.reject(new NetworkError("down")),
      () => Promise.resolve(PAID),
    ]);
    await shown.press("card-save");
    assertMatch(shown.text(), /be charged twice/);
    await shown.press("card-save");
    assertEquals(calls, ["save", "change pi_new", "change pi_new", "paid"]);
  });

  it("after a lost answer another card that was typed is the one that is charged", async () => {
    const { shown, calls, type } = await open([
      () => Promise.reject(new NetworkError("down")),
      () => Promise.resolve(PAID),
    ]);
    await shown.press("card-save");
    type();
    await shown.press("card-save");
    assertEquals(calls, ["save", "change pi_new", "save", "change pi_3", "paid"]);
  });

  it("the form cannot be closed while the charge runs", async () => {
    const held = heldCall<CardChanged>();
    const { shown } = await open([() => held.promise]);
    await shown.press("card-save");
    assertEquals(shown.named("Keep current card").hasAttribute("disabled"), true);
    held.answer(PAID);
    await shown.settle();
    assertMatch(shown.text(), /You paid/);
  });

  it("a press opens fields again that did not open, and the next one pays", async () => {
    const fails = () => {
      throw new NetworkError("down");
    };
    const { shown, calls } = await open([() => Promise.resolve(PAID)], [fails, fails]);
    assertMatch(shown.text(), /Try again/);
    await shown.press("card-save");
    assertMatch(shown.text(), /Try again/);
    await shown.press("card-save");
    assertEquals([calls, shown.has("card-error")], [[], false]);
    await shown.press("card-save");
    assertEquals(calls, ["save", "change pi_new", "paid"]);
  });
});

describe("the plan", () => {
  it("shows its state, its next charge and what was bought once; cancelled here it says so at once", async () => {
    const part = (subscription: Subscription, isCancelled = false) => (
      <SubscriptionCard
        subscription={subscription}
        cancel={<button type="button">Cancel</button>}
        isCancelled={isCancelled}
      >
        <p>More</p>
      </SubscriptionCard>
    );
    const shown = await show(part(SUBSCRIPTION), { path: "/" });
    const story = openStory(shown);
    story.add("active");
    await shown.render(part(SUBSCRIPTION, true));
    story.add("cancelled on this screen");
    await shown.render(part({ ...SUBSCRIPTION, status: "cancelled", next_charge: null, products: [], credits: 0 }));
    story.add("cancelled before, without products and look-ups");
    await shown.render(part({ ...SUBSCRIPTION, status: "ended", next_charge: null, products: [], credits: 1 }));
    story.add("ended");
    await shown.render(
      part({ ...SUBSCRIPTION, status: "paused", current_period_end: "2026-01-31T10:00:00.000Z" }, true),
    );
    story.add("cancelled during a pause, in which no paid time is left");
    await story.compare("subscription_card");
  });

  it("says what the card network reported, and that a declined card is not charged again", async () => {
    const said = async (
      change: NonNullable<Subscription["card"]>["change"],
      status: Subscription["status"] = "active",
    ) => {
      const card = { label: "Visa •••• 1125", change, changed_at: AT };
      const shown = await show(
        <SubscriptionCard subscription={{ ...SUBSCRIPTION, status, card }} cancel={null} isCancelled={false} />,
        { path: "/" },
      );
      return shown.all("[data-testid=card-change]")[0]?.textContent;
    };
    assertEquals(
      await said("card_replaced"),
      "Your bank replaced your card. Since Jan\u00a031,\u00a02037, charges go to Visa •••• 1125.",
    );
    assertEquals(
      await said("expiry_changed"),
      "Your bank renewed Visa •••• 1125. We updated its expiration date on Jan\u00a031,\u00a02037.",
    );
    assertEquals(await said("token_suspended"), "Your bank doesn't allow charges to Visa •••• 1125 at the moment.");
    assertEquals(await said("token_resumed"), "Your bank allows charges to Visa •••• 1125 again.");
    for (const change of ["account_closed", "token_deleted"] as const) {
      assertEquals(await said(change), "Your bank closed Visa •••• 1125. We won't charge it again.");
    }
    for (const status of ["cancelled", "ended"] as const) {
      assertEquals(await said("card_replaced", status), undefined, "nothing is charged");
    }
    const waiting = { ...SUBSCRIPTION, status: "past_due", next_charge: null } as const;
    const shown = await show(<SubscriptionCard subscription={waiting} cancel={null} isCancelled={false} />, {
      path: "/",
    });
    assertMatch(
      shown.all("section")[0]?.textContent ?? "",
      /can't charge your card for this plan[^]*Pay with another card/,
    );
    assertEquals(shown.all("[data-testid=card-change]"), []);
  });

  it("O-DISPUTE-19: is resumed after the member cancelled it; after a dispute the page says why not, and what to do", async () => {
    const unused = () => Promise.reject(new Error("nothing is asked"));
    const part = (is_stopped_by_dispute?: boolean) => (
      <CancelledPlan
        subscription={{
          ...SUBSCRIPTION,
          status: "cancelled",
          next_charge: null,
          ...(is_stopped_by_dispute === undefined ? {} : { is_stopped_by_dispute }),
        }}
        preview={unused}
        send={unused}
        onChanged={() => {}}
      />
    );
    // A service of the previous release says nothing about disputes.
    for (const isStopped of [undefined, false]) {
      const resumable = await show(part(isStopped));
      assertEquals(resumable.all("button").map(({ textContent }) => textContent), ["Undo cancellation"]);
      assertMatch(resumable.text(), /Changed your mind/);
    }
    const stopped = await show(part(true));
    assertEquals(stopped.all("button"), []);
    assertEquals(
      stopped.text(),
      "A charge was disputed with your bank, so this plan can't renew again. Once it ends, you can buy a new one here.",
    );
    const ended = await show(
      <MemoryRouter>
        <DisputedPlan />
      </MemoryRouter>,
    );
    assertMatch(ended.text(), /we won't charge your saved card again[^]*Choose a plan$/);
    assertEquals(ended.all("a").map((link) => link.getAttribute("href")), [paths.plan()]);
  });

  const cancelled = async (
    name: string,
    part: (send: (content: string) => Promise<unknown>, onCancelled: (until?: string) => void) => ReactNode,
    ask?: (shown: ShownPart, story: ReturnType<typeof openStory>) => Promise<void>,
  ) => {
    const calls: string[] = [];
    let held = heldCall<unknown>();
    const send = (content: string) => {
      calls.push(content);
      return held.promise;
    };
    const shown = await show(part(send, (until = "") => calls.push(`cancelled ${until}`)));
    const story = openStory(shown);
    story.add("at first");
    await ask?.(shown, story);
    await shown.press("cancel-confirm");
    story.add("cancelling");
    held.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    held = heldCall();
    await shown.press("cancel-confirm");
    held.answer({ status: "cancelled", until: UNTIL, already: false, error: "" });
    await shown.settle();
    story.add("cancelled");
    await story.compare(name);
    return calls;
  };

  it("is cancelled by two presses", async () => {
    const calls = await cancelled(
      "cancel",
      (send, onCancelled) => (
        <CancelButton
          content="secret"
          until={UNTIL}
          send={send}
          onCancelled={() => onCancelled()}
        />
      ),
      async (shown, story) => {
        await shown.press("cancel-plan");
        story.add("asked");
        await shown.press(shown.named("Keep plan"));
        assertEquals(focused(), "Cancel this plan");
        await shown.press("cancel-plan");
      },
    );
    assertEquals(calls, ["secret", "secret", "cancelled "]);
  });

  it("T5: promises no access until a day that has passed: in a pause, and while a declined renewal is retried", async () => {
    const send = () => Promise.resolve({});
    for (const [until, isPaid] of [[UNTIL, true], ["2026-01-31T10:00:00.000Z", false]] as const) {
      const shown = await show(<CancelButton content="secret" until={until} send={send} />);
      await shown.press("cancel-plan");
      assertEquals(shown.text().includes("You keep access until"), isPaid);
      await shown.close();
    }
  });

  it("T5: is cancelled by one press after an emailed link", async () => {
    const calls = await cancelled(
      "cancel_decided",
      (send, onCancelled) => (
        <CancelNow content="secret" send={send} onCancelled={onCancelled} keep={<a href="/webapp">Keep plan</a>} />
      ),
    );
    assertEquals(calls, ["secret", "secret", `cancelled ${UNTIL}`]);
  });

  it("T5: says plan, price, next charge and access before a link cancels it, and keeps them afterwards", async () => {
    const plan = { ...SUBSCRIPTION, next_plan_id: null };
    const shown = await show(
      <div>
        <CancelLead plan={plan} />
        <PlanSummary plan={plan} />
      </div>,
    );
    const said = () => shown.text().replaceAll("\u00a0", " ").replace(/\s+/g, " ");
    assertMatch(
      said(),
      /If you cancel, you won't be charged for this plan again\. You keep access until Feb 9, 2037, and/,
    );
    assertMatch(
      said(),
      /Plan ?Weekly plan ?Price ?\$19\.99 every 7 days ?Next charge ?Feb 9, 2037/,
    );
    // The price and period of the plan that it becomes.
    await shown.render(
      <PlanSummary plan={{ ...plan, next_plan_id: "tck_3month_plan", next_charge: { at: UNTIL, cents: 4900 } }} />,
    );
    assertMatch(said(), /Price ?\$49\.00 every 3 months/);
    // It waits for another card: no charge, and no paid time left.
    const waiting = { ...plan, status: "past_due", next_charge: null, current_period_end: "2020-01-01" } as const;
    await shown.render(
      <div>
        <CancelLead plan={waiting} />
        <PlanSummary plan={waiting} />
      </div>,
    );
    assertMatch(
      said(),
      /^If you cancel, you won't be charged for this plan again\. One-time purchases stay yours\. ?Plan ?Weekly/,
    );
    assertEquals(/Price|Next charge|keep access/.test(said()), false);
    await shown.render(<CancelledReceipt plan={plan} until={UNTIL} cancelledMs={Date.parse(AT)} />);
    assertMatch(said(), /You won't be charged for this plan again\. We've emailed you a confirmation\./);
    assertMatch(
      said(),
      /Plan ?Weekly plan ?Canceled ?Jan 31, 2037 ?Next charge ?No further charge ?Access until ?Feb 9, 2037$/,
    );
    await shown.render(<CancelledReceipt plan={undefined} until="" cancelledMs={undefined} />);
    assertMatch(said(), /^You won't be charged for this plan again\. ?Next charge ?No further charge$/);
    await shown.render(<CancelledReceipt plan={plan} until="2020-01-01" cancelledMs={Date.parse(AT)} />);
    assertEquals(said().includes("Access until"), false, "no access is promised until a day that has passed");
  });

  it("T1: is restarted for a price that the member agreed to, with new figures after a failure", async () => {
    const [started, asked]: [string[], number[]] = [[], []];
    let held = heldCall<string>();
    const part = (isOwned: boolean) => (
      <RestartPlan
        terms={() => ({
          lines: [`Figures ${asked.push(1)}`, "until you cancel"],
          consent: "I agree.",
          pay: "Pay 1.00",
          shown: FIGURES,
        })}
        start={({ lines }) => {
          started.push(lines[0] ?? "");
          return held.promise;
        }}
        onStarted={() => started.push("started")}
        isOwned={isOwned}
      />
    );
    const shown = await show(part(true));
    assertEquals(shown.text(), "", "a plan that the member has again");
    await shown.render(part(false));
    const story = openStory(shown);
    story.add("at first");
    await shown.press("start-again");
    await shown.press(shown.named("Not now"));
    assertEquals(focused(), "Restart this plan");
    story.add("given up");
    await shown.press("start-again");
    story.add("the price");
    await shown.press("start-again-pay");
    story.add("paid without the consent");
    await shown.press("start-again-consent");
    story.add("ticked");
    await shown.press("start-again-pay");
    story.add("paying");
    held.answer("The bank declined it.");
    await shown.settle();
    story.add("refused");
    held = heldCall();
    await shown.press("start-again-pay");
    held.answer("");
    await shown.settle();
    assertEquals(started, ["Figures 2", "Figures 3", "started"]);
    assertEquals([shown.has("start-again-error"), shown.has("start-again-pay")], [false, false]);
    assertEquals(focused(), "Your plan has restarted. We're emailing you the receipt.");
    await shown.render(part(true));
    story.add("restarted");
    await story.compare("restart_plan");
  });

  const changes = async (
    subscription: Subscription,
    live: (h: {
      readonly shown: ShownPart;
      readonly calls: unknown[];
      readonly next: () => void;
      readonly preview: () => { answer(figures: Shown): void; fail(error: Error): void };
      readonly sent: () => { answer(end: unknown): void; fail(error: Error): void };
    }) => Promise<void>,
  ) => {
    const calls: unknown[] = [];
    let [preview, sent] = [heldCall<Shown>(), heldCall<unknown>()];
    const shown = await show(
      <PlanChanges
        subscription={subscription}
        preview={(change) => {
          calls.push(change);
          return preview.promise;
        }}
        send={({ change, text, shown: { next_cents } }) => {
          calls.push({ agreed: change.kind, text, next_cents });
          return sent.promise;
        }}
        onChanged={() => calls.push("changed")}
        onUnpaid={(text) => calls.push(`unpaid: ${text}`)}
      />,
    );
    const next = () => [preview, sent] = [heldCall(), heldCall()];
    await live({ shown, calls, next, preview: () => preview, sent: () => sent });
  };

  it("is paused: the price first, other figures again, then the agreement", () =>
    changes(SUBSCRIPTION, async ({ shown, calls, next, preview, sent }) => {
      const story = openStory(shown);
      story.add("the choices");
      await shown.press("pause-2");
      story.add("asking");
      preview().fail(new NetworkError("down"));
      await shown.settle();
      story.add("no answer");
      next();
      await shown.press("pause-2");
      preview().answer(FIGURES);
      await shown.settle();
      story.add("the price");
      assertMatch(focused(), /^Your plan pauses for 2 months/);
      await shown.press(shown.named("Keep as is"));
      assertEquals(focused(), "2 months");
      await shown.press("pause-2");
      await shown.press("change-agree");
      story.add("changing");
      sent().fail(new ResponseError(409, { error: "", shown: { ...FIGURES, next_cents: 4900 } }));
      await shown.settle();
      story.add("other figures");
      next();
      await shown.press("change-agree");
      sent().answer({});
      await shown.settle();
      assertMatch(focused(), /^Your plan pauses for 2 months.*\$49\.00/);
      story.add("paused");
      assertEquals(calls.map((call) => JSON.stringify(call)), [
        '{"kind":"pause","months":2}',
        '{"kind":"pause","months":2}',
        '{"kind":"pause","months":2}',
        `{"agreed":"pause","text":"Your plan pauses for 2 months after the period you've paid for. You won't be charged today. Your next charge is $19.99 on Mar 9, 2027, then every 7 days until you cancel.","next_cents":1999}`,
        `{"agreed":"pause","text":"Your plan pauses for 2 months after the period you've paid for. You won't be charged today. Your next charge is $49.00 on Mar 9, 2027, then every 7 days until you cancel.","next_cents":4900}`,
        '"changed"',
      ]);
      await story.compare("plan_pause");
    }));

  it("resumes after a pause, or is changed to another plan; a trial cannot be paused", () =>
    changes({ ...SUBSCRIPTION, status: "paused", paused_until: UNTIL }, async ({ shown, calls, preview }) => {
      const story = openStory(shown);
      story.add("paused");
      await shown.press("resume");
      preview().answer({ ...FIGURES, today_cents: 1999 });
      await shown.settle();
      story.add("going on");
      await shown.press(shown.named("Keep as is"));
      await shown.press("switch-tck_3month_plan");
      await shown.settle();
      story.add("another plan");
      assertEquals(calls, [{ kind: "resume" }, { kind: "switch", plan_id: "tck_3month_plan" }]);
      await story.compare("plan_resume");
      await changes({ ...SUBSCRIPTION, status: "trial", next_plan_id: "tck_3month_plan" }, async ({ shown }) => {
        const trial = openStory(shown);
        trial.add("a trial that becomes another plan");
        await trial.compare("plan_trial");
      });
    }));
});

it("a pause that ends with a declined charge is not called done, and the page says why", async () => {
  const DECLINED = "Your bank declined this payment: insufficient funds. You haven't been charged. Try another card.";
  const told: string[] = [];
  const shown = await show(
    <PlanChanges
      subscription={{ ...SUBSCRIPTION, status: "paused", paused_until: UNTIL }}
      preview={() => Promise.resolve({ ...FIGURES, today_cents: 1999 })}
      send={() => Promise.resolve({ ...SUBSCRIPTION, status: "past_due", error: DECLINED, code: "declined_balance" })}
      onChanged={() => told.push("changed")}
      onUnpaid={(text) => told.push(text)}
    />,
  );
  await shown.press("resume");
  await shown.press("change-agree");
  assertEquals([told, shown.has("change-done"), shown.has("resume")], [[DECLINED], false, true]);
  await shown.render(<UnpaidChange text={DECLINED} />);
  assertEquals(shown.text(), `Your plan isn't paid yet ${DECLINED}`);
  assertEquals(focused(), DECLINED);
  await shown.close();
});

describe("the calendar and the request by email", () => {
  it("three charges are shown, and the others on demand", async () => {
    const days = Array.from({ length: 5 }, (_, at) => ({ at: `2027-0${at + 1}-09T10:00:00.000Z`, cents: 1999 }));
    const shown = await show(<ChargeCalendar name="Weekly" charges={days} />);
    const story = openStory(shown);
    story.add("five charges");
    await shown.render(<ChargeCalendar name="Weekly" charges={days.slice(0, 3)} />);
    story.add("three charges");
    await story.compare("charge_calendar");
  });

  it("all charges are saved as a calendar file, and a failure says so", async () => {
    const days = [{ at: "2027-01-09T10:00:00.000Z", cents: 1999 }, { at: "2027-02-09T10:00:00.000Z", cents: 1999 }];
    const shown = await show(<ChargeCalendar name="Weekly" charges={days} />);
    const { createObjectURL, revokeObjectURL } = URL;
    const saved: Blob[] = [];
    try {
      URL.createObjectURL = (blob) => {
        if (blob instanceof Blob) saved.push(blob);
        return "blob:1";
      };
      const until = async (holds: () => boolean) => {
        for (let turns = 0; turns < 500 && !holds(); turns++) await shown.settle();
        assert(holds(), shown.text());
      };
      await shown.press("calendar-save");
      await until(() => saved.length === 1);
      assertEquals(saved[0]?.type, "text/calendar");
      assertEquals((await saved[0]?.text())?.match(/BEGIN:VEVENT/g)?.length, 2);
      URL.createObjectURL = () => {
        throw new TypeError("full");
      };
      await shown.press("calendar-save");
      await until(() => shown.text().includes("couldn't download"));
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    }
  });

  it("an address is checked, sent once, and answered the same for everyone", async () => {
    const calls: string[] = [];
    let held = heldCall<void>();
    const shown = await show(
      <EmailRequest
        lead="Enter your email"
        send={(email) => {
          calls.push(email);
          return held.promise;
        }}
        startWith="ann@example"
        button="Send link"
        busy="Sending"
        sentTitle="Check your email"
        sent={<p>It is on its way.</p>}
        help="The address you paid with."
      />,
    );
    const story = openStory(shown);
    story.add("at first");
    await shown.press("mail-send");
    story.add("half an address");
    await shown.type("mail-address", " ann@example.com ");
    await shown.press("mail-send");
    story.add("sending");
    held.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    held = heldCall();
    await shown.press("mail-send");
    held.answer();
    await shown.settle();
    story.add("sent");
    assertEquals(document.activeElement?.textContent, "Check your email");
    await shown.press(shown.named("Use a different email"));
    story.add("another address");
    assertEquals(shown.at("mail-address").matches(":focus"), true);
    assertEquals(calls, ["ann@example.com", "ann@example.com"]);
    await story.compare("email_request");
  });
});
