/** Times and limits of hosted pages (S-CONST-14 to S-CONST-17). */
import type { WatchSchedule } from "../payment/execution/executor.ts";

export const PIX_TIMEOUT_MS = 750_000;
export const PIX_POLL_INTERVAL_MS = 2000;
export const PIX_INITIAL_DELAY_MS = 20_000;
export const PIX_POLLS = Math.ceil((PIX_TIMEOUT_MS - PIX_INITIAL_DELAY_MS) / PIX_POLL_INTERVAL_MS);

export const PIX_SCHEDULE: WatchSchedule = {
  firstMs: PIX_INITIAL_DELAY_MS,
  everyMs: PIX_POLL_INTERVAL_MS,
  polls: PIX_POLLS,
};

/** How often the SDK checks whether its tab was closed. */
export const TAB_CHECK_MS = 500;
