/** Sends the shopper to a hosted payment page - a popup for Pix, else a tab or the whole page - and learns how it ended. */
import { SdkError } from "../errors/sdk_error.ts";
import type { Log } from "../log/log.ts";
import { interpretAfterVisit, type Outcome, redirectLinkOf, unconfirmed } from "../payment/outcome.ts";
import type { Challenge } from "../three_ds/challenge.ts";
import type { FinalExecution } from "../payment/polling/poll_until_final.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import { REDIRECT_FALLBACK_MS } from "./constants.ts";

/** A tab of ours, opened blank in the click so that no browser blocks it. */
export interface Tab {
  readonly goTo: (link: string) => void;
  /** Ends when the tab was closed, or when the server knows the end. */
  readonly end: (watched: Promise<boolean>) => Promise<"completed" | "closed">;
  readonly close: () => void;
}

export interface HostedPagePorts {
  readonly isTrusted: (link: string) => boolean;
  /** True once the server has news; false when time is up. */
  readonly watch: (signal: AbortSignal) => Promise<boolean>;
  readonly settle: (options: { readonly isShort: boolean }) => Promise<FinalExecution>;
  /** Whether the page is still there after this time, or was left and came back. */
  readonly stay: (ms: number) => Promise<"stayed" | "back">;
  readonly leave: (link: string) => void;
  readonly openPopup: (link: string, watch: (signal: AbortSignal) => Promise<unknown>) => Challenge;
  /** Undefined where no tab was asked for, or the browser gave none. */
  readonly tab: Tab | undefined;
  readonly isPopup: boolean;
  readonly log: Log;
}

export async function followHostedPage(execution: ExecutionResponse, ports: HostedPagePorts): Promise<Outcome> {
  const link = redirectLinkOf(execution);
  if (link === undefined || !ports.isTrusted(link)) {
    ports.tab?.close();
    return notKnown(new SdkError("client:generic_redirect.link_missing"), execution, ports);
  }
  if (ports.isPopup) return await inPopup(link, execution, ports);
  if (ports.tab !== undefined) return await inTab(link, { ...ports, tab: ports.tab });
  ports.leave(link);
  const how = await ports.stay(REDIRECT_FALLBACK_MS);
  const outcome = interpretAfterVisit(await ports.settle({ isShort: true }));
  if (how === "back" || outcome.type !== "pending") return outcome;
  return notKnown(new SdkError("client:generic_redirect.not_left"), outcome.execution ?? execution, ports);
}

function notKnown(error: SdkError, execution: ExecutionResponse, { log }: HostedPagePorts): Outcome {
  log(error);
  return unconfirmed(execution, error);
}

async function inPopup(link: string, execution: ExecutionResponse, ports: HostedPagePorts): Promise<Outcome> {
  let isTimeUp = false;
  const popup = ports.openPopup(link, async (signal) => isTimeUp = !(await ports.watch(signal)));
  try {
    const end = await popup.end;
    if (isTimeUp) return notKnown(new SdkError("client:generic_redirect.timed_out"), execution, ports);
    return await afterVisit(end, ports);
  } finally {
    popup.close();
  }
}

async function inTab(link: string, { tab, ...ports }: HostedPagePorts & { readonly tab: Tab }): Promise<Outcome> {
  const over = new AbortController();
  tab.goTo(link);
  const end = await tab.end(ports.watch(over.signal));
  over.abort();
  if (end === "completed") tab.close();
  return await afterVisit(end, { ...ports, tab });
}

/**
 * A page that was closed is asked for three times more: its end may be under way (SECURITY R19). A closed page is no
 * failure: until the provider says so, the shopper may still pay there, by phone or from the page's address.
 */
async function afterVisit(end: "completed" | "closed", { settle }: HostedPagePorts): Promise<Outcome> {
  const isClosed = end === "closed";
  return interpretAfterVisit(await settle({ isShort: isClosed }), isClosed ? "page_closed" : undefined);
}
