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

export function observeFromStart(
  { configuration: { vault } }: Session,
  { telemetry }: PayrailsClientOptions,
  signal: AbortSignal,
): Telemetry {
  // With telemetry off, there is no frame and no event leaves the page.
  if (vault === undefined || telemetry?.enabled === false) return { bus: () => {}, ready: () => {} };
  const waiting: LogEvent[] = [];
  let forward = (event: LogEvent): void => {
    if (waiting.length < MAX_WAITING) waiting.push(event);
    begin();
  };
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    // When its code cannot be loaded there is no frame, and nothing else changes.
    import("./observe_client.ts").then(({ observeClient }) => {
      forward = observeClient(vault.vaultUrl, signal);
      for (const event of waiting.splice(0)) forward(event);
    }).catch(() => {});
  };
  const bus: Bus = (event) => forward(event);
  signal.addEventListener("abort", forwardLog(bus, levelOf(telemetry)), { once: true });
  return { bus, ready: begin };
}

/** Accepts the level in any case, as pages for 5.x write `debug`. Default: S-CONST-19. */
export function levelOf(telemetry: PayrailsClientOptions["telemetry"]): LogLevel {
  return LOG_LEVELS.find((known) => known === telemetry?.logLevel?.toUpperCase()) ?? DEFAULT_LOG_LEVEL;
}
