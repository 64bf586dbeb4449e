/** What the card payment button pays with, for one press: it checks the form and composes the card. */
import type { CardForm } from "../card_form/card_form.ts";
import type { ClientContext } from "../client_context.ts";
import type { Emitter } from "../emitter/emitter.ts";
import type { ButtonFact } from "./button_state.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { PaymentMethod } from "../payment/payment_run.ts";
import { composeCard, type InstallmentChoice } from "./compose_card.ts";
import type { CardPaymentButtonOptions } from "./options.ts";

/** The button that was pressed. */
export interface PayingButton {
  readonly events: Emitter;
  /** The card form that it follows. */
  readonly form: () => CardForm | undefined;
  readonly options: () => CardPaymentButtonOptions;
  /** The page's own dropdown of instalments for a stored card. */
  readonly installments: () => InstallmentChoice | null;
  readonly apply?: (fact: ButtonFact) => void;
}

/** The attempt that pays: `lock` prevents input while it runs. */
export interface CardAttempt extends Required<Pick<PaymentMethod, "started" | "ended">> {
  readonly lock: (isLocked: boolean) => void;
}

export function cardMethod(context: ClientContext, button: PayingButton, attempt: CardAttempt): PaymentMethod {
  const { returnInfo, redirectFor3DS } = button.options();
  // What the press pays with, whichever card the shopper or the page chooses until it has paid.
  const [form, instrument, code, parts] = [
    button.form(),
    context.instrument(),
    context.codeForm(),
    context.installments(),
  ];
  const held = { ...context, instrument: () => instrument, codeForm: () => code, installments: () => parts };
  /** The form to fill in: the card form, or for a stored card the one that asks for its security code. */
  const paying = instrument === undefined ? form : code;
  return {
    paymentMethodCode: instrument?.paymentMethod ?? "card",
    paymentInstrumentId: instrument?.id,
    events: button.events,
    returnInfo,
    redirectFor3DS,
    bin: () => (instrument === undefined ? form?.bin : instrument.data?.bin) ?? "",
    validate: async () => {
      if (paying !== undefined) return await validate(paying, button, attempt);
      if (instrument === undefined) throw new SdkError("client:card_form_missing");
      return true;
    },
    compose: () => composeCard(held, form, button.installments()),
    started: () => attempt.started(),
    ended: (outcome) => {
      attempt.ended(outcome);
      if (outcome.type !== "success") return;
      paying?.clear();
      // With the same card, the button must not offer to pay again.
      button.apply?.({ type: "paid" });
    },
  };
}

async function validate(form: CardForm, { events }: PayingButton, attempt: CardAttempt): Promise<boolean> {
  const { isValid, fieldErrors } = await form.validate();
  events.tell("validate", { isValid, fieldErrors });
  if (!isValid) {
    attempt.lock(false);
    form.focus();
  }
  return isValid;
}
