/**
 * Sends the shopper to a hosted payment page (a popup for Pix, otherwise a tab or the whole page) and finds out how the
 * visit ended.
 */
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { wait } from "../core/wait.ts";
import type { Log } from "../log/log.ts";
import { REDIRECT_FALLBACK_MS } from "../payment/constants.ts";
import { interpretAfterVisit, type Outcome, redirectLinkOf, unconfirmed } from "../payment/outcome.ts";
import type { Challenge } from "../three_ds/challenge.ts";
import type { FinalExecution } from "../payment/polling/poll_until_final.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import { PIX_TIMEOUT_MS } from "./constants.ts";

/** A tab that was opened blank in the click, so that no browser blocks it. */
export interface Tab {
  readonly goTo: (link: string) => void;
  /** Resolves when the tab was closed, or when the server knows the result. Rejects when the signal is aborted. */
  readonly end: (watched: Promise<boolean>, signal: AbortSignal) => Promise<"completed" | "closed">;
  readonly close: () => void;
  /** Closes the tab unless it was sent to a page: a blank one in front tells the shopper nothing. */
  readonly closeBlank: () => void;
}

export interface HostedPagePorts {
  readonly isTrusted: (link: string) => boolean;
  /** True once the server has a newer status; false when time is up. */
  readonly watch: (signal: AbortSignal) => Promise<boolean>;
  readonly pollUntilFinal: (options: { readonly isShort: boolean }) => Promise<FinalExecution>;
  /** Whether the page is still open after this time, or was left and shown again. */
  readonly stay: (ms: number) => Promise<"stayed" | "back">;
  readonly leave: (link: string) => void;
  /** True when a handler of the merchant shows the page in its own way. */
  readonly isShownByMerchant: (link: string) => Promise<boolean>;
  readonly openPopup: (link: string, watch: (signal: AbortSignal) => Promise<unknown>) => Challenge;
  /** Undefined when the merchant asked for no tab or the browser blocked it. */
  readonly tab: Tab | undefined;
  readonly isPopup: boolean;
  readonly log: Log;
  /** Aborted when the client is destroyed. */
  readonly signal: AbortSignal;
}

export async function followHostedPage(execution: ExecutionResponse, ports: HostedPagePorts): Promise<Outcome> {
  const link = redirectLinkOf(execution);
  if (link === undefined || !ports.isTrusted(link)) {
    ports.tab?.close();
    return notKnown(paymentError("client:generic_redirect.link_missing"), execution, ports);
  }
  if (await ports.isShownByMerchant(link)) {
    ports.tab?.close();
    await ports.watch(ports.signal);
    return interpretAfterVisit(await ports.pollUntilFinal({ isShort: false }));
  }
  if (ports.isPopup) return await inPopup(link, execution, ports);
  if (ports.tab !== undefined) return await inTab(link, { ...ports, tab: ports.tab });
  ports.leave(link);
  const how = await ports.stay(REDIRECT_FALLBACK_MS);
  // A shopper who comes back has left the page, which a press of the button opens again.
  const left = how === "back" ? "page_closed" : undefined;
  const outcome = interpretAfterVisit(await ports.pollUntilFinal({ isShort: true }), left);
  if (left !== undefined || outcome.type !== "pending") return outcome;
  return notKnown(paymentError("client:generic_redirect.not_left"), outcome.execution ?? execution, ports);
}

function notKnown(error: SdkError, execution: ExecutionResponse, { log }: HostedPagePorts): Outcome {
  log(error);
  return unconfirmed(execution, error);
}

async function inPopup(link: string, execution: ExecutionResponse, ports: HostedPagePorts): Promise<Outcome> {
  let isTimeUp = false;
  const latest = performance.now() + PIX_TIMEOUT_MS;
  const popup = ports.openPopup(link, async (signal) => {
    try {
      isTimeUp = !(await ports.watch(signal));
    } catch {
      // The session has expired. The shopper may still pay; the polls that follow say that the result is unknown.
      await wait(latest - performance.now(), signal);
    }
  });
  try {
    const end = await popup.end;
    if (isTimeUp) return notKnown(paymentError("client:generic_redirect.timed_out"), execution, ports);
    return await afterVisit(end, ports);
  } finally {
    popup.close();
  }
}

async function inTab(link: string, { tab, ...ports }: HostedPagePorts & { readonly tab: Tab }): Promise<Outcome> {
  const over = new AbortController();
  const stop = () => over.abort();
  ports.signal.addEventListener("abort", stop, { signal: over.signal });
  tab.goTo(link);
  const end = await tab.end(ports.watch(over.signal), over.signal);
  stop();
  if (end === "completed") tab.close();
  return await afterVisit(end, { ...ports, tab });
}

/**
 * Polls three more times after the page was closed, since its result may be under way (SECURITY R19). A closed page is
 * not a failure: until the provider decides, the shopper may still pay on a phone or by the page's address.
 */
async function afterVisit(end: "completed" | "closed", { pollUntilFinal }: HostedPagePorts): Promise<Outcome> {
  const isClosed = end === "closed";
  return interpretAfterVisit(await pollUntilFinal({ isShort: isClosed }), isClosed ? "page_closed" : undefined);
}
