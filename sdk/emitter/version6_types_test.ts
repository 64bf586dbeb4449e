/** A merchant's TypeScript page written for version 6. Every event, payload and answer it names has to compile. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  ACTION_REQUIRED_KIND,
  type ActionRequiredEvent,
  type ActionRequiredKind,
  type ElementEventHandler,
  type ElementEventName,
  type ElementEvents,
  type PaymentAttemptContext,
  Payrails,
  PayrailsElementAction,
  type PayrailsEventHandler,
  type PayrailsEventName,
  type PayrailsEvents,
} from "../mod.ts";

const kind: ActionRequiredKind = ACTION_REQUIRED_KIND.THREE_DS;
const takeOver: PayrailsEventHandler<"actionRequired"> = (event: ActionRequiredEvent) => {
  if (event.kind === kind) event.preventDefault();
};
const attempt = ({ executionId, paymentMethodCode, action }: PaymentAttemptContext) =>
  [executionId, paymentMethodCode, action === PayrailsElementAction.TOKENIZE].join();
const failed: PayrailsEventHandler<"failed"> = (event) => [attempt(event), event.data.code, event.data.message];
const validity: ElementEventHandler<"change"> = ({ isValid, bin, cardNetwork }) => [isValid, bin, cardNetwork];
const names: readonly (PayrailsEventName | ElementEventName)[] = ["success", "sessionExpired", "stateChanged"];
type Payloads = PayrailsEvents["pending"] | ElementEvents["validate"];

export async function page(init: { readonly version: string; readonly data: string }): Promise<void> {
  // A client fits a variable of its own type, whether it was awaited or not.
  const client: Payrails = await Payrails.init(init);
  const made: Awaited<ReturnType<typeof Payrails.init>> = client;
  Payrails.init(init).then((ready) => ready.getAvailablePaymentMethods()).catch(() => []);
  const stop: () => void = made.on("actionRequired", takeOver);
  client.on("failed", failed);
  client.off("failed", failed);
  client.on("requestStart", async (event) => {
    await Promise.resolve();
    event.preventDefault();
  });
  client.on("buttonClicked", ({ bin, preventDefault }) => bin.startsWith("4") || preventDefault());
  client.on("success", (event) => [attempt(event), event.data?.displayName, event.execution.id]);
  client.on("pending", ({ reason }) => reason);
  client.on("deliveryAddressChanged", (event) => event.deliveryAddress === undefined && event.preventDefault());
  client.on("sessionExpired", () => null);
  client.on("sessionExpired", () => Promise.resolve(init));
  client.cardForm().on("change", validity);
  client.paymentButton().on("stateChanged", ({ state }) => state === "enabled");
  client.dropin().on("paymentOptionSelected", ({ paymentMethod }) => paymentMethod?.paymentMethodCode);
  client.cardList().on("ready", () => {});
  for (const button of [client.googlePayButton(), client.applePayButton(), client.paypalButton()]) {
    button.on("saveInstrumentCheckboxChanged", ({ checked }) => checked);
    const isAvailable: boolean = await button.isAvailable;
    if (isAvailable) button.mount("#wallet");
  }
  stop();
}

export function wrong(client: Payrails): void {
  // @ts-expect-error There is no such event.
  client.on("succeeded", () => {});
  // @ts-expect-error A session is an init response.
  client.on("sessionExpired", () => "session");
  // @ts-expect-error A payment cannot be stopped when it has failed.
  client.on("failed", (event) => event.preventDefault());
  // @ts-expect-error Payments are events of the client.
  client.cardForm().on("success", () => {});
}

describe("types of events", () => {
  it("accept a page written for version 6 and refuse its mistakes, which is checked when this file compiles", () => {
    const last: Payloads | undefined = undefined;
    assertEquals([page.length, wrong.length, names.length, last], [1, 1, 3, undefined]);
  });
});
