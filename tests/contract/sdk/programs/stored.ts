/** Programs for stored cards: listed, chosen, paid with, changed and deleted. */
import { PAYMENT_METHOD_CODES, Payrails, PayrailsEnvironment } from "@payrails/web-sdk";
import type { Shop } from "../../../support/programs/shop.ts";

const options = { environment: PayrailsEnvironment.TEST, telemetry: { enabled: false } };

export function chosenForTheButton({ init, note }: Shop) {
  const client = Payrails.init(init, options);
  const [instrument] = client.getSavedCreditCards();
  const button = client.paymentButton({
    events: { onButtonClicked: note("onButtonClicked", Promise.resolve(true)), onSuccess: note("onSuccess") },
  });
  button.mount("#pay");
  if (instrument !== undefined) button.setSavedInstrument(instrument);
}

export function chosenInTheList({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  client.cardList({ onCardChange: ({ status, data }) => read("onCardChange", status, data?.suffix) }).mount(
    "#checkout",
  );
  client.paymentButton({ events: { onSuccess: note("onSuccess"), onFailed: note("onFailed") } }).mount("#pay");
}

export function chosenByThePage({ init, note, read }: Shop) {
  const client = Payrails.init(init, options);
  const [instrument] = client.getSavedCreditCards();
  client.paymentButton({
    disabledByDefault: true,
    events: { onStateChanged: note("onStateChanged"), onSuccess: note("onSuccess") },
  }).mount("#pay");
  if (instrument !== undefined) client.setState({ instrument });
  read("chosen");
}

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
  const answer = await client.api({ operation: "deleteInstrument", resourceId: card?.id ?? "" });
  read("answer", answer);
  read("deleted", answer.success);
}

export async function changed({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const [card] = client.getSavedCreditCards();
  const answer = await client.api({
    operation: "updateInstrument",
    resourceId: card?.id ?? "",
    body: { status: "disabled" },
  });
  read("changed", answer.status, answer.id === card?.id);
}
