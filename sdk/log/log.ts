/** Where errors and warnings go that no caller receives: console and bus, without those codes that may not be logged (spec S 8). */
import type { SdkError } from "../errors/sdk_error.ts";
import { isLogged } from "../errors/rows.ts";
import { LOG_LEVELS, type LogLevel } from "../wire/elements.ts";
import type { Bus, LogEvent } from "./logger.ts";

export type Log = (error: SdkError) => void;

interface Listener {
  readonly bus: Bus;
  readonly level: LogLevel;
}

const listeners = new Set<Listener>();

export const log: Log = (error) => {
  const { code, message: text, docUrl } = error;
  if (!isLogged(error.key)) return;
  console.error(`${code}: ${text}`, docUrl);
  forward("ERROR", { event: "error", code, text });
};

/** For the merchant to read, whatever the level; the bus hears of it from WARN down. */
export function warn(text: string): void {
  console.warn(`payrails: ${text}`);
  forward("WARN", { event: "warn", text });
}

/** For people who follow a page on its bus at INFO or DEBUG; the console stays quiet. */
export function inform(text: string): void {
  forward("INFO", { event: "info", text });
}

/** Single steps, for people who follow a page on its bus at DEBUG. */
export function trace(text: string): void {
  forward("DEBUG", { event: "debug", text });
}

function forward(level: LogLevel, event: LogEvent): void {
  for (const listener of listeners) {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(listener.level)) listener.bus(event);
  }
}

/** Until what is given back is called: everything of this level and graver. */
export function hearLog(bus: Bus, level: LogLevel): () => void {
  const listener = { bus, level };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
