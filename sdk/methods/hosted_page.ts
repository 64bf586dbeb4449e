/** Sends the shopper to a hosted payment page - a popup for Pix, else a tab or the whole page - and learns how it ended. */
import { SdkError } from "../errors/wallet_error.ts";
import type { Log } from "../log/log.ts";
import { interpretAfterChallenge, type Outcome, redirectLinkOf, unconfirmed } from "../pay/outcome.ts";
import type { Challenge } from "../pay/pay.ts";
import type { Settled } from "../pay/settle.ts";
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
  readonly settle: (options: { readonly isShort: boolean }) => Promise<Settled>;
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
    ports.log(new SdkError("client:generic_redirect.link_missing"));
    return { type: "pending", reason: "unconfirmed", execution };
  }
  if (ports.isPopup) return await inPopup(link, ports);
  if (ports.tab !== undefined) return await inTab(link, { ...ports, tab: ports.tab });
  ports.leave(link);
  const how = await ports.stay(REDIRECT_FALLBACK_MS);
  if (how === "stayed") ports.log(new SdkError("client:generic_redirect.not_left"));
  return endOf(await ports.settle({ isShort: true }));
}

async function inPopup(link: string, ports: HostedPagePorts): Promise<Outcome> {
  let isTimeUp = false;
  const popup = ports.openPopup(link, async (signal) => isTimeUp = !(await ports.watch(signal)));
  try {
    const end = await popup.end;
    if (isTimeUp) {
      ports.log(new SdkError("client:generic_redirect.timed_out"));
      return unconfirmed();
    }
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

/** A page that was closed is asked for three times more: its end may be under way (SECURITY R19). */
async function afterVisit(end: "completed" | "closed", { settle }: HostedPagePorts): Promise<Outcome> {
  const outcome = endOf(await settle({ isShort: end === "closed" }));
  if (outcome.type !== "pending" || end === "completed") return outcome;
  const { execution } = outcome;
  // Nobody answered: it may have been paid all the same.
  if (execution === undefined) return outcome;
  const message = "The payment page was closed before the payment was made.";
  return { type: "failed", code: "USER_CANCELLED", message, execution };
}

function endOf(settled: Settled): Outcome {
  const outcome = interpretAfterChallenge(settled, "completed");
  if (outcome.type !== "failed" || settled.type !== "settled") return outcome;
  const reason = settled.status.errors?.[0]?.reason.result;
  return reason === undefined ? outcome : { ...outcome, message: reason };
}
