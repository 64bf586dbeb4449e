/** A card form that did not load: Try again begins a new purchase with a new session. */
import { useRef } from "react";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { show } from "../../../../tests/support/app/component.ts";
import { findPlan } from "../../../../server/wire/billing/plans.ts";
import type { PurchasePorts } from "../purchase/purchase.ts";
import type { PurchaseEvent } from "../purchase/purchase_state.ts";
import { attemptSlot } from "./pending_payment.ts";
import { type CardPaymentInput, useCardPayment } from "./use_card_payment.ts";

const PLAN = findPlan("tck_weekly_3dtrial");

function Form({ input }: { readonly input: CardPaymentInput }) {
  const payment = useCardPayment(input);
  const place = useRef(null);
  return (
    <div ref={place}>
      <p>{payment.load.kind === "failed" ? payment.load.text : payment.load.kind}</p>
      <div ref={payment.form} />
      <div ref={payment.button} />
      <button type="button" onClick={payment.restart}>Try again</button>
    </div>
  );
}

describe("a card form that did not load", () => {
  it("is opened again with a new session, and nothing of the payment before stays", async () => {
    assert(PLAN !== undefined);
    const heard: (PurchaseEvent | string | undefined)[] = [];
    const input = {
      plan: PLAN,
      isProduction: false,
      ports: { storePending: (pending: undefined) => heard.push(`pending: ${pending}`) },
      dispatch: (event: PurchaseEvent) => heard.push(event),
      submission: () => ({}),
      openSession: (planId: string) => {
        heard.push(`open ${planId}`);
        return Promise.reject(new TypeError("Failed to fetch"));
      },
      createBody: () => ({}),
    };
    const shown = await show(<Form input={asInput(input)} />);
    assert(shown.text().startsWith("We couldn't load the card form because our server didn't respond"), shown.text());
    attemptSlot.write({ planId: "another", version: "5", data: "" });
    await shown.press(shown.named("Try again"));
    assertEquals(attemptSlot.read(), null);
    const open = `open ${PLAN.id}`;
    assertEquals(heard, [open, "pending: undefined", { type: "started_over" }, open]);
    await shown.close();
    await show(<Form input={asInput({ ...input, ports: {} as PurchasePorts })} />).then((again) => again.close());
  });
});

/** What a failed load uses. */
function asInput(input: object): CardPaymentInput {
  return input as CardPaymentInput;
}
