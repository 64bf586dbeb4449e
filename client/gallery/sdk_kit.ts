/** Clients of a test session of the playground, with the scheme and direction that the gallery shows. */
import type { InitResponse, Payrails as Client, PayrailsClientOptions } from "../../sdk/mod.ts";
import type { init } from "../../sdk/vault.ts";
import type { ClientConfiguration } from "../../sdk/wire/config.ts";
import type { StoredInstrument } from "../../sdk/wire/instruments.ts";
import type { SdkKit } from "./sdk_elements.ts";

/** Set by /sdk/5/payrails.js. */
declare const Payrails: typeof Client;

const VAULT = "/sdk/5/vault.mjs";

export async function createKit(options: PayrailsClientOptions): Promise<SdkKit> {
  const answer = await fetch("/checkout/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "dropin", amount: "1.00", visit: crypto.randomUUID() }),
  });
  if (!answer.ok) throw new Error(`The playground gave no session: ${answer.status}`);
  const session: InitResponse = await answer.json();
  const configuration: ClientConfiguration = JSON.parse(atob(session.data));
  const vault = configuration.vaultConfiguration;
  const library: { readonly init: typeof init } = await import(VAULT);
  return {
    client: ({ storedCards = [] } = {}) =>
      Payrails.init({ ...session, data: withStoredCards(configuration, storedCards) }, {
        environment: "TEST",
        telemetry: { enabled: false },
        ...options,
      }),
    vault: library.init({
      vaultID: vault.vaultId,
      vaultURL: vault.vaultUrl,
      getBearerToken: () => vault.token,
      options: { env: "DEV", telemetry: { enabled: false } },
    }),
  };
}

/** The session's data with these stored cards, which only the gallery knows. */
function withStoredCards(configuration: ClientConfiguration, cards: readonly StoredInstrument[]): string {
  const text = JSON.stringify(
    configuration,
    (_key, value) =>
      value?.paymentMethodCode === "card" && "clientConfig" in value ? { ...value, paymentInstruments: cards } : value,
  );
  return btoa(text);
}
