/**
 * The logger: levels, the console, and a bus that carries events to the observability frame. It makes no HTTP call
 * (S-LOG-02).
 */
import { SdkError } from "../errors/sdk_error.ts";
import { isLogged } from "../errors/main_rows.ts";
import { LOG_LEVELS, type LogLevel } from "../wire/log/levels.ts";
import { invokeCallback } from "../core/invoke_callback.ts";

/** Events of the bus are named like the levels, in lower case (S-OBS-03). */
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

  /** Errors of 3-D Secure and authorization are not logged (S-LOG-03). */
  error(error: SdkError): void {
    if (isLogged(error.key)) this.write("ERROR", error.message, error.code);
  }

  /** A warning concerns the merchant's page and is shown there at every level. */
  write(level: LogLevel, text: string, code?: string): void {
    const isHeard = LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.level);
    const event = asEventName(level.toLowerCase());
    if (isHeard || level === "WARN") console[event](`payrails: ${code === undefined ? "" : `${code}: `}${text}`);
    if (!isHeard) return;
    invokeCallback(() => this.#bus?.({ event, text, ...(code === undefined ? {} : { code }) }));
  }
}

function asEventName(name: string): EventName {
  return name as EventName;
}
