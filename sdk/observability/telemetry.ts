/** Keeps what a client logs from its start until the observability frame is ready to receive it. */
import { forwardLog } from "../log/log.ts";
import type { Bus, LogEvent } from "../log/logger.ts";
import type { PayrailsClientOptions } from "../options.ts";
import type { Session } from "../session/session.ts";
import { DEFAULT_LOG_LEVEL, LOG_LEVELS, type LogLevel } from "../wire/log/levels.ts";

const MAX_WAITING = 100;

interface Telemetry {
  readonly bus: Bus;
  /** Called when the first element is usable. A log event opens the frame earlier. */
  readonly ready: () => void;
}

/** An event does not say which client it is from: while the telemetry of one is off, none of them leaves the page. */
let countOff = 0;

export function observeFromStart(
  { configuration: { vault } }: Session,
  { telemetry }: PayrailsClientOptions,
  signal: AbortSignal,
): Telemetry {
  const isOff = telemetry?.enabled === false;
  if (isOff) {
    countOff++;
    signal.addEventListener("abort", () => countOff--);
  }
  // With telemetry off, there is no frame and no event leaves the page.
  if (vault === undefined || isOff) return { bus: () => {}, ready: () => {} };
  const waiting: LogEvent[] = [];
  let forward = (event: LogEvent): void => {
    if (waiting.length < MAX_WAITING) waiting.push(event);
    begin();
  };
  let opening: Promise<void> | undefined;
  const begin = () => {
    // When its code cannot be loaded there is no frame, and nothing else changes.
    opening ??= import("./observe_client.ts").then(({ observeClient }) => {
      forward = observeClient(vault.vaultUrl, signal);
      for (const event of waiting.splice(0)) forward(event);
    }).catch(() => {});
  };
  const bus: Bus = (event) => forward(event);
  const stop = forwardLog((event) => countOff === 0 && bus(event), levelOf(telemetry));
  signal.addEventListener("abort", stop);
  return { bus, ready: begin };
}

/** Accepts the level in any case, as pages for 5.x write `debug`. Default: S-CONST-19. */
export function levelOf(telemetry: PayrailsClientOptions["telemetry"]): LogLevel {
  return LOG_LEVELS.find((known) => known === telemetry?.logLevel?.toUpperCase()) ?? DEFAULT_LOG_LEVEL;
}
