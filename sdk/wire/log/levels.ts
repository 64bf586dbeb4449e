/** How much the SDK logs. */

/** Log levels, least severe first. */
export const LOG_LEVELS = ["DEBUG", "INFO", "WARN", "ERROR"] as const;
/** Events of this level and more severe ones are logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];
/** Default log level of client and vault client (S-CONST-19). */
export const DEFAULT_LOG_LEVEL: LogLevel = "ERROR";
