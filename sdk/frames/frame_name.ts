/**
 * Name of a card form's or a field's frame: element name, container id and log level (S-CONTAINER-02). For debugging;
 * only the diagnosis reads it.
 */
import type { LogLevel } from "../wire/log/levels.ts";

export function frameName(element: string, containerId: string, logLevel: LogLevel): string {
  return `${encodeURIComponent(element)}:${containerId}:${logLevel}`;
}
