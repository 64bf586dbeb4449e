/** Composes what the card payment button pays with: the selected stored card, or the card of the form. */
import type { CardForm } from "../card_form/card_form.ts";
import type { ClientContext } from "../client_context.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { newCardItem, sentAddress, storedItem } from "../payment/execution/composition.ts";
import type { CompositionItem } from "../wire/payments.ts";

/** A dropdown of instalments, as 5.x programs type it. */
export interface InstallmentChoice {
  /** How many instalments the shopper chose; 0 for none. */
  readonly selectedInstallmentValue?: number;
}

/** `own` is the page's dropdown of instalments for a stored card. */
export async function composeCard(
  context: ClientContext,
  form: CardForm | undefined,
  own: InstallmentChoice | null,
): Promise<CompositionItem> {
  const { configuration } = context.session;
  const { amount } = configuration;
  if (amount === undefined) throw paymentError("client:workflow_execution_not_found");
  const instrument = context.instrument();
  const code = await context.codeForm()?.collectValues();
  if (instrument !== undefined) {
    const installmentCount = own?.selectedInstallmentValue || context.installments()?.selectedInstallment;
    return storedItem({ amount, ...instrument, ...omitUndefined({ code: code?.cardData, installmentCount }) });
  }
  if (form === undefined) throw new SdkError("client:card_form_missing");
  const values = await form.collectFor(configuration);
  const { cardData, billingInfo, selectedInstallment, storeInstrument, enrollInstrumentToNetworkOffers } = values;
  return newCardItem({
    amount,
    ...cardData,
    storeInstrument,
    enrollInstrumentToNetworkOffers,
    ...omitUndefined({
      billingAddress: billingInfo && sentAddress(billingInfo),
      installmentCount: selectedInstallment,
    }),
  });
}
