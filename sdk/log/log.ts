/**
 * Logs errors and warnings that no caller receives, to console and bus. Errors that may not be logged are left out
 * (S-LOG-03).
 */
import type { SdkError } from "../errors/sdk_error.ts";
import { isLogged } from "../errors/main_rows.ts";
import { LOG_LEVELS, type LogLevel } from "../wire/log/levels.ts";
import type { Bus, LogEvent } from "./logger.ts";

export type Log = (error: SdkError) => void;

interface Listener {
  readonly bus: Bus;
  readonly level: LogLevel;
}

const listeners = new Set<Listener>();

export const log: Log = (error) => {
  const { code, message: text, docUrl, key, cause } = error;
  if (!isLogged(key)) return;
  // What the page's own code threw; a cause from elsewhere might quote a request.
  const thrown = key === "client:callback_failed" && cause !== undefined ? [cause] : [];
  console.error(`${code}: ${text}`, docUrl, ...thrown);
  forward("ERROR", { event: "error", code, text });
};

/** A warning for the merchant. The console shows it at every level, the bus from WARN down. */
export function warn(text: string): void {
  console.warn(`payrails: ${text}`);
  forward("WARN", { event: "warn", text });
}

/** Information for the bus at INFO or DEBUG; not shown in the console. */
export function inform(text: string): void {
  forward("INFO", { event: "info", text });
}

/** Single steps for the bus at DEBUG; not shown in the console. */
export function trace(text: string): void {
  forward("DEBUG", { event: "debug", text });
}

function forward(level: LogLevel, event: LogEvent): void {
  for (const listener of listeners) {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(listener.level)) listener.bus(event);
  }
}

/** Forwards events of this level and more severe ones to the bus, until the returned function is called. */
export function forwardLog(bus: Bus, level: LogLevel): () => void {
  const listener = { bus, level };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
