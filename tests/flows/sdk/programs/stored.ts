/** Programs for stored cards: listed, chosen, paid with, changed and deleted. */
import { PAYMENT_METHOD_CODES, Payrails, PayrailsEnvironment } from "@payrails/web-sdk";
import type { Shop } from "../../../support/programs/shop.ts";

const options = { environment: PayrailsEnvironment.TEST, telemetry: { enabled: false } };

export function getters({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const [card] = client.getSavedCreditCards();
  read("card", card?.paymentMethod, card?.status, card?.data?.bin, card?.data?.suffix);
  read("all", client.getStoredInstruments().length);
  read("of cards", client.getStoredInstrumentsByPaymentMethod(PAYMENT_METHOD_CODES.CARD).length);
  read(
    "wallets",
    client.getSavedGooglePayAccounts(),
    client.getSavedApplePayAccounts(),
    client.getSavedPaypalAccounts(),
  );
  read("methods", client.getAvailablePaymentMethods());
}

export async function deleted({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const [card] = client.getSavedCreditCards();
  const answer: unknown = await client.api({ operation: "deleteInstrument", resourceId: card?.id ?? "" });
  read("answer", answer);
  read("deleted", Object(answer).success);
}

export async function changed({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const [card] = client.getSavedCreditCards();
  const answer: unknown = await client.api({
    operation: "updateInstrument",
    resourceId: card?.id ?? "",
    body: { status: "disabled" },
  });
  read("changed", Object(answer).status, Object(answer).id === card?.id);
}
