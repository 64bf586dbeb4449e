/** What a press of the card button runs. It loads after form and button are on the screen. */
import type { ClientContext } from "../client_context.ts";
import { loadCode } from "../ui/load_code.ts";
import { isOfAnother, type Outcome } from "../payment/outcome.ts";
import { runPayment, stillOpen } from "../payment/payment_run.ts";
import { type CardAttempt, cardMethod, type PayingButton } from "./card_method.ts";

export { tracePayments } from "../payment/payment_run.ts";

/** Events of a form whose card, address or storing the shopper changed. */
const FORM_CHANGES = ["change", "saveInstrumentCheckboxChanged"] as const;

/** The card that a payment is sent with. */
interface SentCard {
  /** Whether the page still shows it. */
  readonly isShown: () => boolean;
  /** Notices from now on what the shopper changes in the form, until the functions that it returns are called. */
  readonly follow: () => readonly ((() => void) | undefined)[];
}

/** How a press ended. */
export interface Press extends SentCard {
  readonly outcome: Outcome;
  /** End what notices changes of its card. */
  readonly ends: ReturnType<SentCard["follow"]>;
}

/**
 * Pays with the card that the page shows. The challenge that the shopper closed opens again when it is of this card:
 * the provider takes no other payment while it waits. With another card it is given up first.
 */
export async function payCard(
  context: ClientContext,
  button: PayingButton,
  attempt: CardAttempt,
  last: Press | undefined,
): Promise<Press | undefined> {
  const left = stillOpen(context, "challenge_closed", last?.outcome, true);
  const reopens = left !== undefined && last?.isShown() === true;
  const pressed = cardOf(context, button);
  // Until it is given up, what waits is the payment of the card before.
  let card: SentCard = (left && last) ?? pressed;
  const method = { ...cardMethod(context, button, attempt) };
  if (!reopens && left?.links.giveUp !== undefined) {
    method.giveUpLeft = async () => {
      const { giveUpFirst } = await loadCode(import("../payment/after_authorize/give_up.ts"));
      const outcome = await giveUpFirst(context, method);
      if (outcome === undefined) card = pressed;
      // The card of this press has no part in it.
      else method.paymentInstrumentId = undefined;
      return outcome;
    };
  }
  const outcome = await runPayment(context, method, reopens ? left : undefined);
  if (outcome === undefined) return undefined;
  // Nothing was sent: what was left open may still wait.
  if (card === last && outcome.type !== "pending") return last;
  if (outcome.type === "pending" && isOfAnother(outcome.execution)) {
    // Which card it was sent with is not known here. Where it cannot be given up, it is opened again.
    card = { ...card, isShown: () => outcome.execution?.links.giveUp === undefined };
  }
  last?.ends.forEach((end) => end?.());
  // While the payment ran the form was locked, and only what a look-up brings changed it.
  return { ...card, outcome, ends: card.follow() };
}

/** What the page shows now: the stored card, or what the shopper typed into the form, and the instalments. */
function cardOf(context: ClientContext, button: PayingButton): SentCard {
  const read = () => [
    context.instrument()?.id ?? button.form(),
    context.instrument() === undefined
      ? button.form()?.installments
      : button.installments()?.selectedInstallmentValue || context.installments()?.selectedInstallment,
  ];
  const shown = read();
  let isChanged = false;
  const form = context.instrument() === undefined ? button.form() : undefined;
  return {
    isShown: () => !isChanged && read().every((value, at) => value === shown[at]),
    follow: () => FORM_CHANGES.map((name) => form?.on(name, () => isChanged = true)),
  };
}
