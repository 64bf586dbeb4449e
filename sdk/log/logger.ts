/** The logger: levels, the console, and a bus that carries events to the observability frame; never HTTP (spec S 1 and 8). */
import { SdkError } from "../errors/sdk_error.ts";
import { isLogged } from "../errors/rows.ts";
import { LOG_LEVELS, type LogLevel } from "../wire/elements.ts";
import { invokeCallback } from "../core/invoke_callback.ts";

/** Names of events on the bus are those of levels in lower case (spec S 9). */
type EventName = Lowercase<LogLevel>;

export interface LogEvent {
  readonly event: EventName;
  readonly text: string;
  readonly code?: string;
}

export type Bus = (event: LogEvent) => void;

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly bus?: Bus | undefined;
}

export class Logger {
  readonly level: LogLevel;
  readonly #bus: Bus | undefined;

  constructor({ level, bus }: LoggerOptions) {
    this.level = level;
    this.#bus = bus;
  }

  warn(text: string): void {
    this.write("WARN", text);
  }

  /** The codes for 3-D Secure and authorization are kept from the logger (spec S 8). */
  error(error: SdkError): void {
    if (isLogged(error.key)) this.write("ERROR", error.message, error.code);
  }

  /** A warning is about the merchant's page, and told there whatever the level (spec S 5). */
  write(level: LogLevel, text: string, code?: string): void {
    const isHeard = LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.level);
    const event = parseEventName(level.toLowerCase());
    if (isHeard || level === "WARN") console[event](`payrails: ${code === undefined ? "" : `${code}: `}${text}`);
    if (!isHeard) return;
    invokeCallback(() => this.#bus?.({ event, text, ...(code === undefined ? {} : { code }) }));
  }
}

function parseEventName(name: string): EventName {
  return name as EventName;
}
