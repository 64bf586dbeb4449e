/** Which page of the reference documents which declarations of the package. */
import type { ApiDeclaration } from "./model.ts";

export interface ReferencePage {
  readonly file: string;
  readonly title: string;
  /** The page's first paragraph. */
  readonly lead: string;
  readonly holds: (declaration: ApiDeclaration) => boolean;
}

const from = (...folders: readonly string[]) => ({ fileUrlPath }: ApiDeclaration) =>
  folders.some((folder) => fileUrlPath.startsWith(`sdk/${folder}`));

/** For the main entry; the first page that holds a declaration documents it. */
export const MAIN_PAGES: readonly ReferencePage[] = [
  {
    file: "client.md",
    title: "Client",
    lead: "`Payrails.init` makes a client from the init answer of your back end. The client makes every element and " +
      "knows the session.",
    holds: ({ name, fileUrlPath, ...rest }) =>
      from("client", "options.d", "session/query", "payment/", "api/", "instruments/client_api", "ui/lazy")({
        name,
        fileUrlPath,
        ...rest,
      }),
  },
  {
    file: "dropin.md",
    title: "Drop-in",
    lead: "`client.dropin(options)` makes one element with every payment method of the session.",
    holds: from("dropin"),
  },
  {
    file: "card-form.md",
    title: "Card form",
    lead: "`client.cardForm(options)` makes the card fields, in a frame that your page cannot read.",
    holds: from("card_form"),
  },
  {
    file: "buttons.md",
    title: "Buttons",
    lead:
      "`client.paymentButton`, `googlePayButton`, `applePayButton`, `paypalButton` and `genericRedirectButton` make " +
      "the buttons that pay.",
    holds: from("buttons", "methods"),
  },
  {
    file: "stored-cards.md",
    title: "List of stored cards",
    lead: "`client.cardList(options)` makes the list in which a shopper chooses a stored card.",
    holds: from("instruments"),
  },
  {
    file: "secure-fields.md",
    title: "Secure fields",
    lead: "`client.collectContainer(options)` makes a container for single card fields in a layout of your own.",
    holds: from("collect", "elements", "wire/elements"),
  },
  {
    file: "events.md",
    title: "Events",
    lead: "The events of the client and of its elements, as `on` and as callbacks, and what each of them gets.",
    holds: from("events", "emitter", "wire/delivery_address"),
  },
  {
    file: "types.md",
    title: "Shared types and constants",
    lead: "Executions, instruments, amounts and the codes that options and events share.",
    holds: () => true,
  },
];

/** The other entries of the package, a page for each. */
export const ENTRY_PAGES = {
  react: {
    file: "react.md",
    title: "React",
    lead:
      "`@payrails/web-sdk/react` holds a component for the drop-in, the card form, the list of stored cards and each " +
      "button, a provider for the client and two hooks. Each component takes the options of its element as properties. " +
      "The client makes single fields and dynamic elements.",
  },
  elements: {
    file: "custom-elements.md",
    title: "Custom elements",
    lead:
      "`@payrails/web-sdk/elements` holds a custom element for the drop-in, the card form, the list of stored cards and " +
      "each button, and one for the client. The client makes single fields and dynamic elements.",
  },
  vault: {
    file: "vault.md",
    title: "Vault client",
    lead: "`@payrails/web-sdk/vault` holds secure fields without a payment session: your back end gives the bearer " +
      "tokens.",
  },
  testing: {
    file: "testing.md",
    title: "Testing",
    lead: "`@payrails/web-sdk/testing` holds a checkout without a network, for the tests of your page.",
  },
} as const;
