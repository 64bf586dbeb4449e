/** The name of a field's frame: element name, container id, log level (spec S 2). For people who look; nothing reads it. */
import type { LogLevel } from "../wire/elements.ts";

export interface FrameNameParts {
  readonly element: string;
  readonly containerId: string;
  readonly logLevel: LogLevel;
}

export function frameName({ element, containerId, logLevel }: FrameNameParts): string {
  return [encodeURIComponent(element), containerId, logLevel].join(":");
}
