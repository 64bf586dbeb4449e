/** Pays in the page under test as a shopper does: fills in the form, presses the button and waits for the end. */
import type { FakeClock } from "./clock.ts";
import type { FakeCard, FakeFrame } from "./fake_frame.ts";
import type { FakePayments } from "./fake_payments.ts";
import type { FakeWallets } from "./methods/fake_wallets.ts";
import { until } from "./until.ts";

/**
 * How a payment ended in the page. `challenge`: the issuer asks, and `bank.complete()` or `bank.decline()` continues.
 * `redirect`: the shopper is on a hosted page, and `hostedPage.complete()` or `hostedPage.decline()` continues.
 * `offline`: the connection is lost until `goOnline()`. `not_sent`: one of the page's callbacks stopped it, or the
 * shopper closed the wallet's sheet.
 */
export type PaymentEnd = "success" | "failed" | "pending" | "challenge" | "redirect" | "offline" | "not_sent";

export interface Shopper {
  readonly frame: FakeFrame;
  readonly payments: FakePayments;
  readonly clock: FakeClock | undefined;
  readonly wallets: FakeWallets;
}

/** Good for every form: fields that the form does not show are left out, and an address that is entered stays. */
const CARD: FakeCard = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123", holderName: "Ada Lovelace" };
const ADDRESS: FakeCard = { country: "US", postalCode: "94103" };
const BUTTON = "#payrails-card-payment-button";
const CARD_OPTION = "[data-testid=dropin-item-radio-card]:not(:checked)";
const ENABLED_DEADLINE_MS = 4000;
const ENABLED_STEP_MS = 100;
const PAID_DEADLINE_MS = 60_000;
const PAID_STEP_MS = 500;
const COUNTRY = "#payrails-address-selector select";
const POSTAL_CODE = "#payrails-address-selector input";
const DISABLED =
  "The pay button is missing or stays disabled. Mount client.paymentButton(), and give pay() every field " +
  "that the form shows: number, expiry, cvv, with showCardHolderName holderName, and with showAddressSelector country " +
  "and postalCode";
const UNLISTED = "The page does not list this instrument. Pass it as one of instruments to openFakeCheckout(), and " +
  "mount client.cardList() or client.dropin()";
export const ENDLESS =
  "The payment does not end. Call pay() before bank.complete() or goOnline(), and without the fake timers " +
  "of your test runner: stopsClock stops the time of this checkout";

export async function payWith(card: FakeCard | undefined, shopper: Shopper): Promise<PaymentEnd> {
  const { frame } = shopper;
  if (!frame.isReady) find<HTMLInputElement>(CARD_OPTION)?.click();
  await frame.ready();
  frame.type(card ?? CARD);
  return await pressPay(shopper, () => enterAddress(card ?? ADDRESS, card === undefined));
}

export async function payStored(id: string, card: Pick<FakeCard, "cvv"> = {}, shopper: Shopper): Promise<PaymentEnd> {
  const { frame, clock } = shopper;
  let radio: HTMLInputElement | undefined;
  const isListed = () => (radio = find<HTMLInputElement>(`input[type=radio][value="${id}"]`)) !== undefined;
  await until(isListed, { clock, stepMs: ENABLED_STEP_MS, deadlineMs: ENABLED_DEADLINE_MS, advice: UNLISTED });
  radio?.click();
  if (card.cvv !== undefined) {
    await frame.ready();
    frame.type(card);
  }
  return await pressPay(shopper);
}

/** The countries load after the form, so this is called until the button is enabled. */
function enterAddress({ country, postalCode }: FakeCard, keeps: boolean): void {
  const select = find<HTMLSelectElement>(COUNTRY);
  const isListed = [...select?.options ?? []].some(({ value }) => value === country);
  const enter = (control: { value: string } & EventTarget | undefined, value: string | undefined, event: string) => {
    if (control === undefined || value === undefined || control.value === value || (keeps && control.value)) return;
    control.value = value;
    control.dispatchEvent(new Event(event));
  };
  if (isListed) enter(select, country, "change");
  enter(find<HTMLInputElement>(POSTAL_CODE), postalCode, "input");
}

async function pressPay({ frame, payments, clock }: Shopper, enter = () => {}): Promise<PaymentEnd> {
  let button: HTMLButtonElement | undefined;
  const isEnabled = () => {
    enter();
    return (button = find<HTMLButtonElement>(`${BUTTON}:not([disabled])`)) !== undefined;
  };
  await until(isEnabled, { clock, stepMs: ENABLED_STEP_MS, deadlineMs: ENABLED_DEADLINE_MS, advice: DISABLED });
  const [callsBefore, challengesBefore] = [payments.calls.length, frame.banks.length];
  const isAsked = () => frame.banks.length > challengesBefore || isAtIssuer();
  const isBusy = () => button?.isConnected === true && button.getAttribute("aria-busy") === "true";
  button?.click();
  await until(() => !isBusy() || isAsked() || !payments.isOnline, {
    clock,
    stepMs: PAID_STEP_MS,
    deadlineMs: PAID_DEADLINE_MS,
    advice: ENDLESS,
  });
  if (isAsked()) return "challenge";
  if (!payments.isOnline) return "offline";
  const isSent = payments.calls.slice(callsBefore).some(({ path }) => path === "/authorize");
  return isSent ? endOf(payments) : "not_sent";
}

/** A whole-page challenge is a place in the page here, since no test environment can navigate away. */
export const PLACES = { issuer: "#payrails-issuer-page", hosted: "#payrails-hosted-page" } as const;

/** With `redirectFor3DS`, the challenge takes the whole page. */
export function isAtIssuer(): boolean {
  return location.hash === PLACES.issuer;
}

export function endOf({ status }: FakePayments): PaymentEnd {
  if (status?.code === "authorizeSuccessful") return "success";
  return status?.code === "authorizeFailed" ? "failed" : "pending";
}

/** The first match in the page, or in an open shadow root below it. */
export function find<E extends Element>(selector: string, root: Document | ShadowRoot = document): E | undefined {
  const found = root.querySelector<E>(selector);
  if (found !== null) return found;
  for (const { shadowRoot } of root.querySelectorAll("*")) {
    const inside = shadowRoot === null ? undefined : find<E>(selector, shadowRoot);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
