/** Pays with a wallet or on a hosted page as a shopper does: chooses it, presses its button and answers its sheet. */
import { ENDLESS, endOf, find, isAtIssuer, type PaymentEnd, type Shopper } from "../shopper.ts";
import { until } from "../until.ts";

/** How the shopper pays with a wallet. */
export interface PaymentByOptions {
  /** The shopper closes the wallet's sheet without paying. Default: `wallets.closesSheets`. */
  readonly closesSheet?: boolean;
}

const DEADLINE_MS = 4000;
const STEP_MS = 100;
const SENT_DEADLINE_MS = 1000;
const PAID_DEADLINE_MS = 60_000;
const PAID_STEP_MS = 500;
/** The page learns the outcome a moment after the last answer. */
const STEPS_TO_HEAR = 5;

export async function payByMethod(
  code: string,
  { closesSheet }: PaymentByOptions,
  shopper: Shopper,
): Promise<PaymentEnd> {
  const { clock, frame, payments, wallets } = shopper;
  const soon = { clock, stepMs: STEP_MS, deadlineMs: DEADLINE_MS };
  let button: HTMLElement | undefined;
  await until(() => (button = buttonOf(code)) !== undefined, { ...soon, advice: noButton(code) });
  const closed = wallets.closesSheets;
  wallets.closesSheets = closesSheet ?? closed;
  const [calls, sheets, banks] = [payments.calls.length, wallets.sheets, frame.banks.length];
  button?.click();
  const isSent = () => payments.calls.slice(calls).some(({ path }) => path === "/authorize");
  const isClosed = () => wallets.closesSheets && wallets.sheets > sheets;
  // A callback of the page that stops the payment leaves no other sign.
  await until(() => isSent() || isClosed(), { ...soon, deadlineMs: SENT_DEADLINE_MS, advice: "" }).catch(() => {});
  const isAsked = () => payments.waits === "3ds" && (frame.banks.length > banks || isAtIssuer());
  const isAway = () => payments.waits === "redirect" && payments.status?.code === "authorizePending";
  const isStopped = () => !isSent() || isClosed() || isAsked() || isAway() || !payments.isOnline || payments.isOver;
  const slow = { clock, stepMs: PAID_STEP_MS, deadlineMs: PAID_DEADLINE_MS, advice: ENDLESS };
  await until(isStopped, slow);
  let heard = 0;
  await until(() => heard++ >= STEPS_TO_HEAR, slow);
  wallets.closesSheets = closed;
  if (isAsked()) return "challenge";
  if (isAway()) return "redirect";
  if (!payments.isOnline) return "offline";
  return isSent() && payments.isOver ? endOf(payments) : "not_sent";
}

/** The button of the method, in a drop-in once its option is chosen. */
function buttonOf(code: string): HTMLElement | undefined {
  find<HTMLInputElement>(`[data-testid="dropin-item-radio-${code}"]:not(:checked)`)?.click();
  const ofVendor = code === "applePay" ? "apple-pay-button" : `[data-testid="payrails-fake-${code}"]`;
  return find(ofVendor) ?? find(`#payrails-generic-redirect-${code}:not([disabled])`);
}

function noButton(code: string): string {
  return `The page shows no button for ${code}. Pass methods: ["${code}"] to openFakeCheckout(), and mount its button or ` +
    "the drop-in";
}
