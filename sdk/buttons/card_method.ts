/** What the card payment button pays with, for one press: it checks the form and composes the card. */
import type { CardForm } from "../card_form/card_form.ts";
import type { ClientContext } from "../client_context.ts";
import type { Emitter } from "../emitter/emitter.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { PaymentMethod } from "../payment/payment_run.ts";
import { composeCard, type InstallmentChoice } from "./compose_card.ts";
import type { CardPaymentButtonOptions } from "./options.ts";

/** The button that was pressed. */
export interface PayingButton {
  readonly events: Emitter;
  readonly options: () => CardPaymentButtonOptions;
  /** The card form that it follows. */
  readonly form: () => CardForm | undefined;
  /** The page's own dropdown of instalments for a stored card. */
  readonly installments: () => InstallmentChoice | null;
}

/** The attempt that pays: `lock` prevents input while it runs. */
export interface CardAttempt extends Required<Pick<PaymentMethod, "started" | "ended">> {
  readonly chosen: Pick<PaymentMethod, "paymentMethodCode" | "paymentInstrumentId">;
  /** The form to fill in: the card form, or for a stored card the one that asks for its security code. */
  readonly paying: () => CardForm | undefined;
  readonly lock: (isLocked: boolean) => void;
}

export function cardMethod(context: ClientContext, button: PayingButton, attempt: CardAttempt): PaymentMethod {
  const { returnInfo, redirectFor3DS } = button.options();
  return {
    ...attempt.chosen,
    events: button.events,
    returnInfo,
    redirectFor3DS,
    bin: () => context.instrument()?.data?.bin ?? button.form()?.bin ?? "",
    validate: () => validate(context, button, attempt),
    compose: () => composeCard(context, button.form(), button.installments()),
    started: () => attempt.started(),
    ended: (outcome) => attempt.ended(outcome),
  };
}

async function validate(context: ClientContext, { events }: PayingButton, attempt: CardAttempt): Promise<boolean> {
  const form = attempt.paying();
  if (form === undefined) {
    if (context.instrument() !== undefined) return true;
    throw new SdkError("client:card_form_missing");
  }
  const { isValid, fieldErrors } = await form.validate();
  events.tell("validate", { isValid, fieldErrors });
  if (!isValid) {
    attempt.lock(false);
    form.focus();
  }
  return isValid;
}
