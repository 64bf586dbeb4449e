/** Programs about the session: what it answers, its expiry, and several clients. */
import { PAYMENT_METHOD_CODES, Payrails, PayrailsEnvironment } from "@payrails/web-sdk";
import type { Init, Shop } from "../../../support/programs/shop.ts";

const options = { environment: PayrailsEnvironment.TEST, telemetry: { enabled: false } };

/** The same session with a token that the service refuses. Its text stays as it is, escapes included. */
function expired({ version, data }: Init): Init {
  return { version, data: btoa(atob(data).replace(/"token":"[^"]+"/, '"token":"expired"')) };
}

export function initialized({ init, note, read }: Shop) {
  Payrails.init(init, {
    ...options,
    events: { onClientInitialized: (execution) => read("onClientInitialized", typeof execution?.response) },
  });
  note("done")();
}

export function malformed({ read }: Shop) {
  try {
    Payrails.init({ version: "1", data: "%%%" }, options);
  } catch (error) {
    read("refused", error instanceof Error);
  }
}

export function queries({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  read("amount", client.query("amount"));
  read("holder", typeof client.query("holderReference"));
  read("execution", typeof client.query("executionId"));
  const all = client.query("paymentMethodConfig", { paymentMethodCode: "all" });
  read("all", Array.isArray(all) ? all.map(({ paymentMethodCode }) => paymentMethodCode) : all);
  const redirects = client.query("paymentMethodConfig", { paymentMethodCode: "redirect" });
  read("redirect", Array.isArray(redirects) ? redirects.map(({ paymentMethodCode }) => paymentMethodCode) : redirects);
  read("instruments", client.query("paymentMethodInstruments", { paymentMethodCode: PAYMENT_METHOD_CODES.CARD }));
}

export function querySingle({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const card = client.query("paymentMethodConfig", { paymentMethodCode: PAYMENT_METHOD_CODES.CARD });
  read("card", Array.isArray(card));
  read("links", typeof client.query("binLookup"), typeof client.query("instrumentUpdate"));
}

export function updates({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  client.update({ value: "2.50", currency: "EUR" });
  read("amount", client.query("amount"));
  client.update({ meta: { key: "customer", value: { email: "ada@example.com" } } });
  read("updated", client.query("amount"));
}

export function expires({ init, another, note, read }: Shop) {
  const client = Payrails.init(expired(init), {
    ...options,
    events: {
      onSessionExpired: () => {
        read("onSessionExpired");
        return another();
      },
    },
  });
  client.dropin({
    events: {
      onPaymentSessionExpired: note("onPaymentSessionExpired"),
      onFailed: note("onFailed"),
      onSuccess: note("onSuccess"),
    },
  }).mount("#checkout");
}

export async function twoClients({ init, another, read }: Shop) {
  const first = Payrails.init(init, options);
  const before = first.query("executionId");
  Payrails.init(await another(), options);
  read("first client keeps its session", first.query("executionId") === before);
}

export function looksUpCard({ init, read }: Shop) {
  const client = Payrails.init(init, options);
  const form = client.cardForm();
  form.mount("#checkout");
  return {
    async look() {
      // The page learns the digits a moment after they are typed.
      while (form.bin.length < 8) await new Promise((done) => setTimeout(done));
      const found = await client.binLookup();
      read("binLookup", found?.bin, typeof found?.network);
    },
  };
}
