/**
 * Name of a field's frame: element name, container id and log level (S-CONTAINER-02). For debugging only; no code reads
 * it.
 */
import type { LogLevel } from "../wire/log/levels.ts";

export interface FrameNameParts {
  readonly element: string;
  readonly containerId: string;
  readonly logLevel: LogLevel;
}

export function frameName({ element, containerId, logLevel }: FrameNameParts): string {
  return [encodeURIComponent(element), containerId, logLevel].join(":");
}
